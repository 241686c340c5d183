#!/bin/sh
# steps.sh BIN LOGS PAGE ...: runs the programs that pages declare as steps, <!-- step: NAME FLAGS -->, from the folder BIN,
# and writes a log of each into the folder LOGS, unless one is there that is newer than its program. RUN starts a program.
bin=$1 logs=$2
shift 2
mkdir -p "$logs" || exit 1
sed -n 's/^ *<!-- step: *\([^ ].*[^ ]\) *-->$/\1/p' "$@" | sort -u | while read -r program flags; do
  log=$logs/$(echo "$program${flags:+ $flags}" | tr ' /' '__').json
  [ -x "$bin/$program" ] || continue  # the book says which page names it
  [ -z "$(find "$log" -newer "$bin/$program" 2> /dev/null)" ] || continue
  # shellcheck disable=SC2086 # flags are words
  HOLO_DEVICE=plain HOLO_PROGRESS=off ${RUN:-} "$bin/$program" $flags --trace-events 1000 --trace "$log" > "$logs/out" || exit 1
done || exit 1
rm -f "$logs/out"
