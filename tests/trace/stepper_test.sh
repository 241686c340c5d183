#!/bin/bash
# stepper_test.sh: --step and --trace of a program, with a pipe and with a terminal.
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

printf 's\nwhy x\nq\n' | "$program" --step > session 2> err
check '--step: the output of the program, then the session' \
  eval 'head -c "$(wc -c < own)" session | cmp -s - own && contains session "1/" && [ ! -s err ]'
"$program" --step > session < /dev/null
check '--step: no input is an end' eval '[ $? = 0 ] && contains session "the end of the input"'
"$program" --step > session <&-
check '--step: a closed stdin is an end' contains session 'the end of the input'
head -c 200000 /dev/zero | "$program" --step > session
check '--step: NUL bytes' eval 'contains session "200000 bytes" && [ "$(tr -d -c "\000" < session | wc -c)" = 0 ]'
yes s | timeout 60 "$program" --step 2> err | head -n 40 > session
code=${PIPESTATUS[1]}
check '--step: a reader that goes away ends it' eval '[ "$code" != 124 ] && [ "$(wc -l < session)" = 40 ]'

"$program" --trace t.html > out < /dev/null
check '--trace: the output of the program, a page, and no stepper' eval 'head -c "$(wc -c < own)" out | cmp -s - own &&
  contains out "wrote t.html" && lacks out "stepper:" && head -c 15 t.html | grep -q -i "<!doctype html>"'

# A terminal: `script` makes one.
if ! command -v script > /dev/null 2>&1 || ! script -qec true /dev/null > /dev/null 2>&1 < /dev/null; then
  echo 'SKIP --step on a terminal: no script here'
  exit 0
fi
printf 's 8\nq\n' | script -qec "'$program' --step" /dev/null | tr -d '\r' | sed '1,/^stepper:/d' > shown
check '--step: a prompt on a terminal' contains shown '> '
