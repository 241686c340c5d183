#!/bin/bash
# progress.sh FOLDER: how many tests of run.sh have ended, and about how long the others will take. FOLDER is
# that of run.sh: `plan` has lines "SECONDS TEST", and a test that has ended has its NAME.status. On a terminal
# it is one line, which the next one replaces; elsewhere a line each 20 seconds.
set -u
folder=$1 now=$(date +%s)
[ -e "$folder/started" ] || echo "$now" > "$folder/started"
if ! [ -t 1 ]; then
  [ $((now - $(cat "$folder/told" 2> /dev/null || echo 0))) -ge 20 ] || exit 0
  echo "$now" > "$folder/told"
fi
jobs=$(nproc 2> /dev/null || sysctl -n hw.ncpu 2> /dev/null || echo 2)
all=0 ended=0 done=0 left=0
while read -r seconds test; do
  name=${test##*/}
  all=$((all + 1))
  if [ -e "$folder/${name%.sh}.status" ]; then
    ended=$((ended + 1)) done=$((done + seconds))
  else
    left=$((left + seconds))
  fi
done < "$folder/plan"
# Until it is seen how fast this machine is, it is taken for one on which the plan holds.
elapsed=$((now - $(cat "$folder/started")))
left=$((left * (elapsed + 20) / (done + 20 * jobs)))
if [ $left -ge 90 ]; then time="$(((left + 30) / 60)) min"; else time="$left s"; fi
line="     $ended of $all tests have ended, about $time left"
if [ -t 1 ]; then printf '\r\033[K%s' "$line"; else echo "$line"; fi
