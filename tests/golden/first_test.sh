#!/bin/bash
# first_test.sh: what a reader tries first does what the README says. The demo's first 100 steps have the recorded
# losses, and the same bits for any number of threads. Microgpt has the bits of microgpt.py in all 1,000 steps, and its names.
# The first programs of the scalar and of the tensor engine print what their chapters show.
set -u
run() {
  local program=$HOLO_BUILD/quick/$1
  [ -x "$program" ] || program=$HOLO_BUILD/bin/$1
  "$program" "${@:2}"
}
export HOLO_PROGRESS=plain
pass() { echo "PASS first: $1"; }
fail() { echo "FAIL first: $1: $2"; }

# ---- the demo ----

train() { OMP_NUM_THREADS=$1 run 17_demo --steps 100 --out "model_$1.safetensors" > "demo_$1" 2> "steps_$1"; }
# The losses differ in their last digits between processors, whose vector registers have different lengths.
recorded='1 3.2806 10 2.8442 20 2.6814 30 2.5390 40 2.5085 50 2.5606 60 2.5422 70 2.5026 80 2.4717 90 2.4875 100 2.4800'
if train 1 && train 2; then
  wrong=$(sed -n 's|^step *\([0-9]*\)/100  loss \([0-9.]*\).*|\1 \2|p' steps_1 | awk -v recorded="$recorded" '
    BEGIN { n = split(recorded, want, " ") }
    { difference = $2 - want[2 * NR]; ++lines; if ($1 != want[2 * NR - 1] || difference ^ 2 > 1e-4) print $0 }
    END { if (lines != n / 2) print lines + 0, "losses" }')
  if [ -z "$wrong" ]; then pass "the demo's losses, 100 steps"; else fail "the demo's losses, 100 steps" "$(echo $wrong)"; fi
  if cmp -s model_1.safetensors model_2.safetensors; then
    pass 'the demo trains the same bits with 1 and 2 threads'
  else
    fail 'the demo trains the same bits with 1 and 2 threads' "$(cmp model_1.safetensors model_2.safetensors)"
  fi
  if grep -q '^20\. *[a-z]\|^sample 20: [a-z]' demo_1; then pass 'the demo prints 20 names'; else fail 'the demo prints 20 names' "$(tail -n 1 demo_1)"; fi
else
  fail 'the demo trains' "$(grep -h -m 1 error steps_?)"
fi

# ---- exact microgpt: its bits depend on the C library and on the fused multiply-add of the processor ----

if ! run 07_microgpt --exact --losses losses > out 2> err; then
  fail 'microgpt trains' "$(grep -m 1 error err)"
elif cmp -s losses "$HOLO_ROOT/tests/data/own_losses_relu.txt" &&
  cmp -s <(sed -n 's/^sample *[0-9]*: //p' out) "$HOLO_ROOT/tests/data/own_samples_relu.txt"; then
  pass 'microgpt: 1,000 of 1,000 losses are equal in every bit, and all 20 names'
elif ! grep -q -w fma /proc/cpuinfo 2> /dev/null || ! getconf GNU_LIBC_VERSION > /dev/null 2>&1; then
  echo 'SKIP first: the bits of microgpt are those of glibc on a processor with FMA'
else
  fail 'microgpt: all losses and names are equal' "$(diff losses "$HOLO_ROOT/tests/data/own_losses_relu.txt" | head -n 2 | tail -n 1)"
fi

# ---- the first programs ----

# prints PROGRAM LINE...: the program succeeds, and these lines are among what it prints.
prints() {
  local program=$1 line missing=
  shift
  run "$program" > out 2> err || missing="status $?: $(head -n 1 err)"
  sed 's/, f64, /, f32, /' out > as_f32 && mv as_f32 out  # of a build with REAL=double
  for line in "$@"; do grep -q -x -F -e "$line" out || missing="${missing:-no line: $line}"; done
  if [ -z "$missing" ]; then pass "$program"; else fail "$program" "$missing"; fi
}
prints 01_engine 'loss 25: dx 20, dw 30, db 10'
prints 01_value 'loss 25: dx 20, dw 30, db 10' 'zero_grad, then backward: dx 7' 'cube at 3 by tape: dx 27'
prints 08_tensor 'dW row: -0.214280 -0.428560  0.214280' 'dW row:  0.052473  0.104945 -0.052473' \
  'twice tensor([ 4.,  8., 12.], shape=[3], f32, cpu, op=grad)'
