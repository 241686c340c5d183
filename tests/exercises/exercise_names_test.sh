#!/bin/bash
# exercise_names_test.sh: which exercise EX means to make exercise: its word, with its number, with another one or without;
# a number alone is that of the exercise today; a word that is none is refused.
set -u
pass() { echo "PASS exercise names: $1"; }
fail() { echo "FAIL exercise names: $1: $2"; }
# A makefile that has of ours what finds the exercise.
cat > makefile << END
call_files = \$(wildcard \$(1))
$(sed -n '/^exercises :=/,/^\$(if .*goals/p' "$HOLO_ROOT/src/make/exercises.mk" | sed '$d; s/call files,/call call_files,/')
all: ; @echo \$(exercise)
END
ln -s "$HOLO_ROOT/examples" examples
# means EX NAME
means() {
  local found
  found=$(make --no-print-directory -f makefile EX="$1" 2>&1)
  [ "$found" = "$2" ] && pass "EX=$1" || fail "EX=$1" "'$found', not '$2'"
}
means relu 06_relu
means 06_relu 06_relu
means 06 06_relu
means 6 06_relu
means 02_relu 06_relu
means 02 02_gradient_check
means 13_squared_relu 14_squared_relu
means squared_relu 14_squared_relu
means 17 17_holo_gate_flow_inverse
means 15_holo_gate_flow_inverse 17_holo_gate_flow_inverse
means 1 01_engine
means 18 ''
means relu_ ''
means 02_relu_ ''
