#!/bin/bash
# gpu_check.sh: what only a GPU can say, in under ten minutes: the suite, the checks of
# compute-sanitizer, training beside the CPU, the same bits in ten runs, and how long each kernel
# takes beside a copy. `make gpu-check` builds and calls it; with CUDA=emu it tries all but the last
# on the emulator. In: HOLO_BUILD and HOLO_ROOT as for run.sh; CUDA (1 or emu). Writes
# docs/results/gpu-NAME.txt, NAME being that of the GPU; on the emulator build/gpu-emulator.txt. The
# last line is "N passed, N failed, N skipped"; exit code 1 when one failed.
set -u
: "${HOLO_BUILD:?is not set; try: make gpu-check}" "${HOLO_ROOT:?is not set; try: make gpu-check}"
export HOLO_DEVICE=cuda
bin=$HOLO_BUILD/bin
passed=0 failed=0 skipped=0
cd "$HOLO_ROOT" || exit 1
PATH=$PATH:/usr/local/cuda/bin  # where nvcc is found without a PATH, too

if [ "$CUDA" = emu ]; then
  gpu='emulator, on the CPU' result=build/gpu-emulator.txt
elif gpu=$(nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader 2> /dev/null); then
  gpu=${gpu%%$'\n'*}
  name=$(printf '%s' "${gpu%%,*}" | tr -cs 'A-Za-z0-9' '-' | tr 'A-Z' 'a-z')
  result=docs/results/gpu-${name%-}.txt
else
  echo 'gpu-check: no GPU on this machine; expected one that nvidia-smi lists. Try: make CUDA=emu gpu-check' >&2
  exit 1
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/holo-gpu.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
mkdir -p "$(dirname "$result")"
exec > >(tee "$result") 2>&1

# report WORD TEXT: a line of the result, and its count.
report() {
  printf '%s %s\n' "$1" "$2"
  case $1 in PASS) passed=$((passed + 1)) ;; FAIL) failed=$((failed + 1)) ;; SKIP) skipped=$((skipped + 1)) ;; esac
}
# check TEXT COMMAND...: PASS when the command succeeds, with the number of test cases that it names and
# the seconds that it took, else FAIL and the end of what it said.
check() {
  local text=$1 start=$SECONDS
  shift
  if "$@" > "$work/log" 2>&1; then
    report PASS "$text$(count "$work/log"), $((SECONDS - start)) s"
  else
    report FAIL "$text: status $?"
    tail -n 15 "$work/log"
  fi
}
count() { sed -n 's/.*test cases: *\([0-9]*\) .*/: \1 cases/p' "$1"; }

echo "gpu-check: $gpu; $(date -u +%Y-%m-%d); commit $(git log -1 --format=%h 2> /dev/null)"

# ---- the suite ----
suite() {
  "$bin/tests" --no-intro=true --source-file='*tests/ops/*,*tests/nn/*,*tests/tensor/*,*tests/see/*,*tests/trace/*,*tests/train/*,*tests/parallel/*,*tests/golden/*,*cuda_*' \
    --source-file-exclude='*_same_bits_test.cpp,*_deep_test.cpp,*training_memory_test.cpp' "$@"
}
check 'the cases about tensors' suite
check 'the cases about tensors, each block with memory of its own' env HOLO_CUDA_POOL=0 "$bin/tests" \
  --no-intro=true --source-file='*cuda_*'
check 'matrix products by the readable kernel' env HOLO_CUDA_GEMM=tiled "$bin/tests" --no-intro=true \
  --source-file='*tests/ops/matmul_test.cpp,*tests/ops/linear_test.cpp,*cuda_matmul_test.cpp'

# ---- compute-sanitizer: memory, races, numbers that were never written, barriers ----
for tool in memcheck racecheck initcheck synccheck; do
  if command -v compute-sanitizer > /dev/null; then
    HOLO_CUDA_POOL=0 check "compute-sanitizer $tool" timeout 100 compute-sanitizer --tool "$tool" \
      --error-exitcode 9 "$bin/tests" --no-intro=true --source-file='*cuda_*' \
      --source-file-exclude='*cuda_ops_test.cpp'
  else
    report SKIP "compute-sanitizer $tool: it is not here"
  fi
done

# ---- training: the losses of the CPU but for rounding, the same bits in each run ----
train() {
  "$bin/train_gpt" --device "$1" --n-embd 32 --block-size 8 --batch 8 --steps "$2" --samples 0 \
    --log "$work/$1.csv" --out "$work/$3.safetensors" --progress off
}
losses() {
  train cpu 100 cpu && train cuda 100 cuda && join -t , "$work/cpu.csv" "$work/cuda.csv" | awk -F , '
    $1 + 0 > 0 { ++steps; d = $2 - $7; if (d * d > largest) largest = d * d }
    END { printf "%d steps, losses differ by %.2g at most\n", steps, sqrt(largest); exit steps < 100 || largest > 1e-4 }'
}
check '100 steps of training beside the cpu' losses
tail -n 1 "$work/log"
same_bits() {
  for run in 1 2 3 4 5 6 7 8 9 10; do train cuda 20 "run$run" || return 1; done
  [ "$(sha256sum "$work"/run*.safetensors | cut -d ' ' -f 1 | sort -u | wc -l)" = 1 ]
}
check 'ten runs have the same bits' same_bits

# ---- speed, each kernel beside a copy on the device ----
if [ "$CUDA" = emu ]; then
  report SKIP 'times: an emulator has none'
else
  for bench in elementwise reduce norm matmul attention; do
    timeout 60 "$bin/bench_$bench" || report FAIL "bench_$bench"
  done
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
