#!/bin/bash
# stepper_test.sh: --step and --trace of a program, with a pipe, with a terminal, and with files that
# cannot be.
set -u
program=$HOLO_BUILD/bin/01_value
"$program" > own 2> err < /dev/null

# check NAME CONDITION...: the condition is a command.
check() {
  local name=$1
  shift
  if "$@"; then echo "PASS $name"; else echo "FAIL $name: $*"; fi
}
contains() { grep -q -F -e "$2" "$1"; }
lacks() { ! grep -q -F -e "$2" "$1"; }
escapes=$'\033'

printf 's\nwhy x\nq\n' | "$program" --step > session 2> err
check '--step: the output of the program, then the session' \
  eval 'head -c "$(wc -c < own)" session | cmp -s - own && contains session "1/" && [ ! -s err ]'
check '--step: a pipe gets no colours' lacks session "$escapes"
"$program" --step > session < /dev/null
check '--step: no input is an end' eval '[ $? = 0 ] && contains session "the end of the input"'
"$program" --step > session <&-
check '--step: a closed stdin is an end' contains session 'the end of the input'
head -c 200000 /dev/zero | "$program" --step > session
check '--step: NUL bytes' eval 'contains session "200000 bytes" && [ "$(tr -d -c "\000" < session | wc -c)" = 0 ]'
yes s | timeout 60 "$program" --step 2> err | head -n 40 > session
code=${PIPESTATUS[1]}
check '--step: a reader that goes away ends it' eval '[ "$code" != 124 ] && [ "$(wc -l < session)" = 40 ]'

"$program" --trace t.json > out < /dev/null
check '--trace: the output of the program, and no stepper' \
  eval 'head -c "$(wc -c < own)" out | cmp -s - own && contains out "wrote t.json" && lacks out "stepper:"'
cp t.json before
"$program" --trace t.json > out < /dev/null
check '--trace: a trace is replaced, by the same bytes' cmp -s t.json before
"$program" --trace t.html > out < /dev/null
check '--trace: a page' eval 'head -c 15 t.html | grep -q -i "<!doctype html>"'
printf 'save s.json\nq\n' | "$program" --step > session
check 'save writes the log' eval 'contains session "wrote s.json" && [ -s s.json ]'
echo mine > notes.txt
printf 'save notes.txt\nsave s.json\nq\n' | "$program" --step > session
check 'save replaces a log and nothing else' eval '[ "$(cat notes.txt)" = mine ] && contains session \
  "notes.txt: exists and is not a trace" && contains session "wrote s.json"'

# refused NAME CODE MESSAGE PATH: before the program prints anything.
refused() {
  "$program" --trace "$4" > out 2> err < /dev/null
  local code=$? wanted=$2 message=$3
  check "$1" eval '[ "$code" = "$wanted" ] && [ ! -s out ] && contains err "$message"'
}
echo mine > notes.json
refused '--trace: another ending' 2 'ends in .json or .html' t.csv
refused '--trace: no folder' 1 'nowhere/t.json' nowhere/t.json
refused '--trace: a file that is not a trace' 1 'exists and is not a trace' notes.json
check '--trace: that file is as it was' eval '[ "$(cat notes.json)" = mine ]'
cp "$HOLO_ROOT/docs/trace.schema.json" .
refused '--trace: a file that mentions the format' 1 'exists and is not a trace' trace.schema.json
check '--trace: the schema is as it was' cmp -s "$HOLO_ROOT/docs/trace.schema.json" trace.schema.json

# A terminal: `script` makes one.
if ! command -v script > /dev/null 2>&1 || ! script -qec true /dev/null > /dev/null 2>&1 < /dev/null; then
  echo 'SKIP --step on a terminal: no script here'
  exit 0
fi
# on_terminal SETTINGS COLUMNS: what is shown there.
on_terminal() {
  printf 'h\ns 8\nq\n' | env -u NO_COLOR TERM=xterm $1 \
    script -qec "stty cols $2; '$program' --step" /dev/null | tr -d '\r' | sed '1,/^stepper:/d'
}
on_terminal '' 100 > shown
check '--step: colours on a terminal' contains shown "${escapes}[1m"
check '--step: a prompt on a terminal' contains shown '> '
check '--step: the help names a history for a terminal, and for nothing else' \
  eval 'contains shown "rlwrap PROGRAM --step" && ! echo h | "$program" --step | grep -q rlwrap'
on_terminal NO_COLOR=1 100 > shown
check '--step: NO_COLOR' eval 'contains shown "1/" && lacks shown "${escapes}[1m"'
on_terminal TERM=dumb 100 > shown
check '--step: TERM=dumb' eval 'contains shown "1/" && lacks shown "$escapes"'
# What is typed early is echoed before the prompt, so an answer may come after it.
on_terminal TERM=dumb 40 > shown
check '--step: 40 columns' eval 'contains shown "1/" && [ "$(awk "{ sub(/^> /, \"\"); if (length > n) n = length } END { print n }" shown)" -le 40 ]'
