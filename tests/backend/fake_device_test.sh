#!/bin/bash
# fake_device_test.sh: the cases about tensors hold on a device whose memory the host cannot read:
# cuda() of the test program, see fake_device.h. A read or write of that memory by the host ends it.
set -u
if [ ! -e "$HOLO_BUILD/bin/tests" ]; then
  echo 'SKIP fake device: bin/tests is not built here: make test-all'
  exit 0
fi
log=$PWD/log
cd "$HOLO_ROOT" || exit 1
rooms='*tests/ops/*,*tests/nn/*,*tests/tensor/*,*tests/see/*,*tests/trace/*,*tests/train/*,*tests/parallel/*,*tests/files/checkpoint_*'
cpu_alone='*_same_bits_test.cpp,*_deep_test.cpp,*training_memory_test.cpp'
status=0
for program in "$HOLO_BUILD"/bin/tests "$HOLO_BUILD"/bin/more_tests; do
  [ ! -e "$program" ] || HOLO_DEVICE=cuda "$program" --no-intro=true --source-file="$rooms" \
    --source-file-exclude="$cpu_alone" >> "$log" 2>&1 || status=$?
done
cases=$(sed -n 's/.*test cases: *\([0-9]*\) .* 0 failed.*/\1/p' "$log" | awk '{ n += $1 } END { print n + 0 }')
if [ "$status" = 0 ] && [ "$cases" -gt 200 ]; then
  echo "PASS fake device: $cases cases"
else
  echo "FAIL fake device: status $status: $(grep -m 1 ERROR "$log") $(tail -n 3 "$log" | tr '\n' ' ')"
fi
