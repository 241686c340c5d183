#!/bin/bash
# two_moons_test.sh: the network of chapter 20 tells the moons apart, and its picture has the points and the
# two grounds of the committed one.
set -u
program=$HOLO_BUILD/bin/20_two_moons committed=$HOLO_ROOT/docs/figures/two_moons.svg
is() {
  local name=$1
  shift
  if "$@" > log 2>&1; then echo "PASS two moons: $name"; else echo "FAIL two moons: $name: $(head -c 300 log)"; fi
}
learns() {
  "$program" --plots . > out && cat out && awk '$1 == 0 { first = $3 } $1 == 200 { last = $3; new = $5 }
    END { exit !(first < 60 && last >= 99 && new >= 99) }' out
}
count() { grep -o "$1" "$2" | wc -l; }
alike() {
  for part in '<circle' 'Two moons, and how sure the network is' '</svg>'; do
    [ "$(count "$part" two_moons.svg)" = "$(count "$part" "$committed")" ] || { echo "not as many: $part"; return 1; }
  done
  [ "$(count '<circle' two_moons.svg)" -ge 100 ]
}
# A probability from 0 to 1 has a shade of opacity 0.08 times 0 to 5.
shades() { [ "$(grep -o 'fill-opacity="[^"]*"' two_moons.svg | sort -u | tail -n 1)" = 'fill-opacity="0.40"' ]; }
short() {
  "$program" --steps 5 > out && cat out && [ "$(awk 'NR > 2 { printf "%s ", $1 }' out)" = '0 1 2 3 4 5 ' ]
}
is 'from worse than chance to 99 % of points that it has not seen' learns
is 'its picture is like the committed one' alike
is 'its ground shows probabilities' shades
is 'a training of fewer than ten steps shows each' short
refused() {
  "$program" --plots no/such/folder > out 2> err
  [ $? = 1 ] && [ ! -s out ] && [ "$(grep -c '' err)" = 1 ] && grep -q '^error: no/such/folder/two_moons.svg: ' err
}
is 'a folder that is not there is one line, before the training' refused
