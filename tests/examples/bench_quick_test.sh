#!/bin/bash
# bench_quick_test.sh: every bench runs to its end at tiny sizes on the device of this build, the emulated GPU with
# CUDA=emu, and each row says what it needs: a time above 0, its device and how exact its products are.
set -u
case ${HOLO_SETTINGS:-} in
  *SAN=\'[a-z]*) echo 'SKIP quick benches: they are not built with sanitizers' && exit ;;
  *CUDA=\'emu\'*) device=cuda precisions='fp32 tf32 bf16' ;;
  *) device=cpu precisions=fp32 ;;
esac
case ${HOLO_SETTINGS:-} in *REAL=\'double\'*) precisions=fp64 ;; esac
export HOLO_BENCH_QUICK=1 HOLO_DEVICE=$device HOLO_BENCH_JSON=$PWD/rows.json
# rows_of BENCH: how many of its rows are whole; nothing when one is not.
rows_of() {
  awk -v device=$device '
    !/"value": [0-9.]*[1-9]/ || !/"unit": "[A-Za-z]/ || !/"device": "[a-z]+", "precision": "(fp64|fp32|tf32|bf16)"/ { bad = 1; print "row: " $0 > "/dev/stderr" }
    index($0, "\"device\": \"" device "\"") { ++rows }
    END { if (!bad) print rows + 0 }' rows.json
}
for source in "$HOLO_ROOT"/examples/bench/*.cpp; do
  name=$(basename "$source" .cpp)
  : > rows.json
  (cd "$HOLO_ROOT" && timeout 600 "$HOLO_BUILD/bin/bench_$name") > log 2>&1 < /dev/null
  status=$? rows=$(rows_of 2> bad)
  case $name in
    scalar) rows=$(grep -c '"device": "cpu", "precision": "fp64"' rows.json) ;;
  esac
  if [ $status = 0 ] && [ "${rows:-0}" -gt 1 ]; then
    echo "PASS quick benches: $name, $rows rows on $device"
  else
    echo "FAIL quick benches: $name: status $status, rows '$rows': $(head -n 1 bad) $(tail -n 2 log | tr '\n' ' ')"
  fi
  case $name in
    matmul)
      for precision in $precisions; do
        grep -q "\"precision\": \"$precision\"" rows.json && echo "PASS quick benches: products in $precision" ||
          echo "FAIL quick benches: no products in $precision"
      done ;;
    train_step)
      [ $device = cpu ] || for case in a32 b c gpt2; do
        grep -q "\"name\": \"$case\"" rows.json && echo "PASS quick benches: the training step $case" ||
          echo "FAIL quick benches: no training step $case"
      done ;;
  esac
done
