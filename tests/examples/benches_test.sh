#!/bin/bash
# benches_test.sh: benches and experiments take the device that HOLO_DEVICE and --device name, and say in one
# line when it is none, or not here.
set -u
case ${HOLO_SETTINGS:-} in
  *SAN=\'[a-z]*) echo 'SKIP benches: they are not built with sanitizers' && exit ;;
esac
bin=$HOLO_BUILD/bin

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
