#!/bin/bash
# cuda_device_test.sh: the cases about tensors hold on the device `cuda`: a GPU, the emulator of a build with CUDA=emu,
# or, in a build without CUDA, the device of the test program whose memory the host cannot read, see fake_device.h. A
# read or write of that memory by the host ends the program. The emulator runs blocks in an order that nobody can rely
# on, with last bits that are not those of the host. Kernels are compared with plain, array by array.
set -u
eval "settings=(${HOLO_SETTINGS:-})"
cuda=0 sanitizers=
for setting in "${settings[@]}"; do
  case $setting in CUDA=*) cuda=${setting#*=} ;; SAN=*) sanitizers=${setting#*=} ;; esac
done
if [ $cuda = 1 ] && [ -z "$(nvidia-smi -L 2> /dev/null)" ]; then echo 'SKIP cuda device: no GPU here' && exit; fi
if [ ! -e "$HOLO_BUILD/bin/tests" ]; then
  echo 'SKIP cuda device: bin/tests is not built here: make test-all'
  exit 0
fi
here=$PWD
cd "$HOLO_ROOT" || exit 1
# What the cpu alone promises, or is made of, bytes of files, with which nothing computes, and what pages show.
export HOLO_DEVICE=cuda
# A test that asks for the last bits would fail on a GPU, and so would blocks that need one another.
[ $cuda = 1 ] || export EMULATOR_MATH=other EMULATOR_ORDER=random
cpu_alone='*_same_bits_test.cpp,*_deep_test.cpp,*training_memory_test.cpp'
cpu_alone="$cpu_alone,*/atomic_file_*,*/json_*,*/pretrained_tokenizer_*,*/figures_*,*/live_*,*/command_line_*"
# Every gradient by differences takes an emulator minutes; the twins compare each backward with plain's.
[ $cuda != emu ] || cpu_alone="$cpu_alone,*tensor_gradcheck_test.cpp"

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

if [ $cuda = 0 ]; then
  tensor_rooms='*tests/ops/*,*tests/nn/*,*tests/tensor/*,*tests/see/*,*tests/trace/*,*tests/train/*,*tests/parallel/*'
  holds 'its memory is not read by the host' 200 "$tensor_rooms,*tests/files/checkpoint_*"
  exit 0
fi
# With sanitizers, which take long, the kernels alone.
holds 'kernels beside the plain ones' 1 '*tests/backend/twins*,*cuda_*'
[ -z "$sanitizers" ] || exit 0
holds 'ops' 30 '*tests/ops/*' > "$here/ops" &  # half of the time, so beside the others
holds 'tensors, gradients' 100 '*tests/tensor/*,*tests/see/*,*tests/trace/*'
holds 'layers, optimizers' 75 '*tests/nn/*,*tests/train/*,*tests/parallel/*'
holds 'files, golden cases' 30 '*tests/files/*,*tests/golden/*'
holds 'the trainer' 50 '*tests/examples/*'
wait
cat "$here/ops"
