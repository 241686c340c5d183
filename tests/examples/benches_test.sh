#!/bin/bash
# benches_test.sh: every bench runs to its end at tiny sizes on the device of this build, the emulated GPU with CUDA=emu,
# and each row says what it needs: a time above 0, its device and how exact its products are. Benches and experiments take
# the device that HOLO_DEVICE and --device name, and say in one line when it is none, or not here.
set -u
case ${HOLO_SETTINGS:-} in
  *SAN=\'[a-z]*) echo 'SKIP benches: they are not built with sanitizers' && exit ;;
  *CUDA=\'emu\'*) device=cuda precisions='fp32 tf32 bf16' ;;
  *) device=cpu precisions=fp32 ;;
esac
case ${HOLO_SETTINGS:-} in *REAL=\'double\'*) precisions=fp64 ;; esac
bin=$HOLO_BUILD/bin here=$PWD
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
  (cd "$HOLO_ROOT" && HOLO_BENCH_QUICK=1 HOLO_DEVICE=$device HOLO_BENCH_JSON=$here/rows.json timeout 600 "$bin/bench_$name") > log 2>&1 < /dev/null
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

# says NAME CODE PATTERN COMMAND...: this exit code and one line on stderr, which fits the pattern.
says() {
  local name=$1 code=$2 pattern=$3 found
  shift 3
  "$@" > out 2> err
  found=$?
  if [ "$found" = "$code" ] && [ "$(grep -c '' err)" = 1 ] && grep -q -x -E -e "$pattern" err; then
    echo "PASS benches: $name"
  else
    echo "FAIL benches: $name: status $found: $(head -c 300 err)"
  fi
}
for bench in matmul ops; do
  says "HOLO_DEVICE that names none, bench_$bench" 2 \
    "error: HOLO_DEVICE: 'gpu'; expected cpu, plain or cuda" env HOLO_DEVICE=gpu "$bin/bench_$bench"
done

if nvidia-smi > /dev/null 2>&1 || [[ ${HOLO_SETTINGS:-} == *CUDA=\'emu\'* ]]; then
  echo 'SKIP benches: the device cuda is here'
  exit 0
fi
missing='error: --device: cuda, which this build does not have; expected cpu or plain. Try: a build with make CUDA=1'
case ${HOLO_SETTINGS:-} in
  *CUDA=\'1\'*)
    missing='error: --device: cuda, which this machine does not have: .+; expected cpu or plain. Try: nvidia-smi, which .+' ;;
esac
for source in "$HOLO_ROOT"/examples/experiments/*.cpp; do
  name=experiment_$(basename "$source" .cpp)
  "$bin/$name" --help | grep -q -e '--device cpu|plain|cuda' || continue
  says "$name --device cuda" 1 "$missing" "$bin/$name" --device cuda
  says "HOLO_DEVICE=cuda $name" 1 "${missing/--device/HOLO_DEVICE}" env HOLO_DEVICE=cuda "$bin/$name"
done
