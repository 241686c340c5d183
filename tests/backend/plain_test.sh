#!/bin/bash
# plain_test.sh: the plain backend is as small and simple as it says, HOLO_DEVICE and --device choose
# where programs compute, and what names no device is one clear error.
set -u
pass() { echo "PASS plain: $1"; }
is() {
  local name=$1
  shift
  if "$@" > log 2>&1; then pass "$name"; else echo "FAIL plain: $name: $(head -c 300 log)"; fi
}

# ---- its size, and what it is made of ----

sources=("$HOLO_ROOT"/src/backend/plain/* "$HOLO_ROOT"/src/ops/*_plain.*)
lines=$(cat "${sources[@]}" | grep -c -v -E '^ *(//.*)?$')
is "1,000 lines of code at most, without comments ($lines)" [ "$lines" -le 1000 ]
none() { ! grep -n -w -E "$1" "${sources[@]}"; }
is 'no registers, no threads, no prefetch' none 'Vec|omp|pragma omp|__builtin_[a-z_]*|parallel_for|thread'
is 'no templates' none 'template'
for fast in "$HOLO_ROOT"/src/ops/*_cpu.cpp; do
  stem=$(basename "$fast" _cpu.cpp)
  case $stem in  # a fast kernel in several files has one plain file
    attention_* | matmul_*) stem=${stem%%_*} ;;
  esac
  [ -e "$HOLO_ROOT/src/ops/${stem}_plain.cpp" ] || echo "FAIL plain: $(basename "$fast") has no plain neighbour"
done

# ---- HOLO_DEVICE and --device ----

program=$HOLO_BUILD/bin/08_tensor
if [ ! -e "$program" ]; then
  echo 'SKIP plain: the examples are not built here: make test-all'
  exit 0
fi
# prints DEVICE COMMAND...: what the program says of its tensors names that device alone.
prints() {
  local device=$1
  shift
  "$@" > out && grep -q "f[0-9]*, $device" out && ! grep "f[0-9]*, [a-z]*" out | grep -v "f[0-9]*, $device"
}
# refused CODE TEXT COMMAND...: one line on stderr.
refused() {
  local code=$1 text=$2 found
  shift 2
  "$@" > out 2> err
  found=$?
  cat err
  [ "$found" = "$code" ] && [ "$(cat err)" = "error: $text" ]
}
is 'HOLO_DEVICE=cpu' prints cpu env HOLO_DEVICE=cpu "$program"
is 'HOLO_DEVICE=plain' prints plain env HOLO_DEVICE=plain "$program"
is '--device plain' prints plain env HOLO_DEVICE=cpu "$program" --device plain
is '--device wins over HOLO_DEVICE' prints cpu env HOLO_DEVICE=plain "$program" --device=cpu
without=cpu
case ${HOLO_SETTINGS:-} in *DEBUG=\'1\'*) without=plain ;; esac
is "without either: $without" prints "$without" env -u HOLO_DEVICE "$program"
is 'an empty HOLO_DEVICE is none' prints "$without" env HOLO_DEVICE= "$program"
is 'HOLO_DEVICE that names none' refused 2 "HOLO_DEVICE: 'gpu'; expected cpu, plain or cuda" \
  env HOLO_DEVICE=gpu "$program"
is 'a variable of an earlier version' refused 2 \
  'HOLO_CPU_LEVEL: no longer a setting; expected it unset. Try: unset HOLO_CPU_LEVEL' \
  env HOLO_CPU_LEVEL=x86-64 "$program"
is '--device that names none' refused 2 \
  "--device: 'palin'; expected one of cpu, plain, cuda. Try: plain" "$program" --device palin

# ---- a device that is not here: why, and what helps ----

# lacks_cuda WHERE COMMAND...: ends with that one line, which names the flag or the variable.
lacks_cuda() {
  "${@:2}" > out 2> err
  [ $? = 1 ] && [ "$(grep -c '' err)" = 1 ] && grep -q -x -E -e "error: $1: $missing" err || { cat err; return 1; }
}
missing='cuda, which this build does not have; expected cpu or plain. Try: a build with make CUDA=1'
case ${HOLO_SETTINGS:-} in
  *CUDA=\'1\'*)
    missing='cuda, which this machine does not have: .+; expected cpu or plain. Try: nvidia-smi, which .+' ;;
esac
if nvidia-smi > /dev/null 2>&1 || [[ ${HOLO_SETTINGS:-} == *CUDA=\'emu\'* ]]; then
  echo 'SKIP plain: the device cuda is here'
else
  is '--device cuda' lacks_cuda --device "$program" --device cuda
  is 'HOLO_DEVICE=cuda' lacks_cuda HOLO_DEVICE env HOLO_DEVICE=cuda "$program"
fi
