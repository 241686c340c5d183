#!/bin/bash
# cuda_device_test.sh: the cases about tensors hold on the CUDA device: a GPU, or the emulator of a
# build with CUDA=emu. Kernels are compared with plain, array by array.
set -u
eval "settings=(${HOLO_SETTINGS:-})"
cuda=0 sanitizers=
for setting in "${settings[@]}"; do
  case $setting in CUDA=*) cuda=${setting#*=} ;; SAN=*) sanitizers=${setting#*=} ;; esac
done
case $cuda in
  0) echo 'SKIP cuda device: this build has none: make CUDA=emu test-all' && exit ;;
  1) [ -n "$(nvidia-smi -L 2> /dev/null)" ] || { echo 'SKIP cuda device: no GPU here' && exit; } ;;
esac
if [ ! -e "$HOLO_BUILD/bin/tests" ]; then
  echo 'SKIP cuda device: bin/tests is not built here: make test-all'
  exit 0
fi
here=$PWD
cd "$HOLO_ROOT" || exit 1
# What the cpu alone promises, or is made of, bytes of files, with which nothing computes, and what pages show.
export HOLO_DEVICE=cuda
cpu_alone='*_same_bits_test.cpp,*_deep_test.cpp,*training_memory_test.cpp'
cpu_alone="$cpu_alone,*/atomic_file_*,*/json_*,*/pretrained_tokenizer_*,*/figures_*,*/live_*,*/recording_*"

# holds NAME LEAST ROOMS: all cases of these sources, LEAST of them or more. With ROOMS all are in bin/tests.
holds() {
  local name=$1 least=$2 start=$SECONDS log program status=0 cases
  log=$(mktemp "$here/log.XXXXXX")
  for program in "$HOLO_BUILD"/bin/tests "$HOLO_BUILD"/bin/more_tests; do
    [ ! -e "$program" ] || "$program" --no-intro=true --source-file="$3" --source-file-exclude="$cpu_alone" \
      >> "$log" 2>&1 || status=$?
  done
  cases=$(sed -n 's/.*test cases: *\([0-9]*\) .* 0 failed.*/\1/p' "$log" | awk '{ n += $1 } END { print n + 0 }')
  if [ "$cases" = 0 ] && [ "$status" = 0 ] && [ ! -e "$HOLO_BUILD/bin/more_tests" ]; then
    echo "SKIP cuda device: $name: bin/more_tests is not built here: make test-all"
  elif [ "$status" = 0 ] && [ "$cases" -ge "$least" ]; then
    echo "PASS cuda device: $name, $cases cases, $((SECONDS - start)) s"
  else
    echo "FAIL cuda device: $name: status $status: $(grep -m 1 ERROR "$log") \
$(tail -n 3 "$log" | tr '\n' ' ')"
  fi
}

# With sanitizers, which take long, the kernels alone.
holds 'kernels beside the plain ones' 1 '*tests/backend/twins*'
[ -z "$sanitizers" ] || exit 0
holds 'ops' 30 '*tests/ops/*' > "$here/ops" &  # half of the time, so beside the others
# From here on so too: a test that asks for the last bits would fail on a GPU.
[ $cuda = 1 ] || export EMULATOR_MATH=other
holds 'tensors, gradients' 100 '*tests/tensor/*,*tests/see/*,*tests/trace/*'
holds 'layers, optimizers' 80 '*tests/nn/*,*tests/train/*,*tests/parallel/*'
holds 'files, golden cases' 30 '*tests/files/*,*tests/golden/*'
holds 'the trainer' 50 '*tests/examples/*'
wait
cat "$here/ops"
