#!/bin/bash
# gpu_check.sh: what only a GPU can say, in stages, each within ten minutes; `make gpu-check` calls it.
# Each source file of tests is a process of its own, with a limit of seconds: what one of them breaks, or
# how long it hangs, changes nothing for the others. It works without a network, without git, and with the headers of
# fmt and doctest in any folder (docs/cuda.md).
# In: HOLO_BUILD and HOLO_ROOT as for run.sh; CUDA (1, or emu: on the emulator, without times); and, each with a
# default: STAGES; RESULTS, the folder for the logs and the table; COMMIT; JOBS, how many files at a time;
# FILE_SECONDS and STAGE_SECONDS, the limits; HOLO_SETTINGS and ROOMS, for the stage build.
# Writes RESULTS/logs/STAGE/NAME.log and RESULTS/summary.txt, a line for each check of all stages whose logs are there,
# and prints what was wrong. Exit code 1 when something was.
set -u
: "${HOLO_BUILD:?is not set; try: make gpu-check}" "${HOLO_ROOT:?is not set; try: make gpu-check}"
cd "$HOLO_ROOT" || exit 1
PATH=$PATH:/usr/local/cuda/bin  # where nvcc is found without a PATH, too
unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL
export HOLO_DEVICE=cuda OMP_WAIT_POLICY=passive
bin=$HOLO_BUILD/bin
all_stages='build cuda twins suite training memcheck racecheck initcheck synccheck bench'
: "${STAGES:=$all_stages}" "${JOBS:=4}" "${FILE_SECONDS:=120}" "${STAGE_SECONDS:=540}"

for stage in $STAGES; do
  case " $all_stages " in
    *" $stage "*) ;;
    *) echo "gpu-check: STAGES=$stage: unknown; expected some of: $all_stages" >&2 && exit 2 ;;
  esac
done
if [ "$CUDA" = emu ]; then
  gpu='emulator, on the CPU' RESULTS=${RESULTS:-build/gpu-emulator}
elif gpu=$(nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader 2> /dev/null); then
  gpu=${gpu%%$'\n'*} RESULTS=${RESULTS:-docs/results/gpu}
else
  echo 'gpu-check: no GPU on this machine; expected one that nvidia-smi lists. Try: make CUDA=emu gpu-check' >&2
  exit 1
fi
mkdir -p "$RESULTS/logs" || exit 1
: "${COMMIT:=$(git log -1 --format=%h 2> /dev/null)}"
echo "$gpu; $(date -u +%Y-%m-%d); commit ${COMMIT:-unknown}; $(nvcc --version 2> /dev/null | sed -n 's/.*\(release [0-9.]*\).*/CUDA \1/p')" \
  > "$RESULTS/title.txt"

# timed NAME COMMAND...: a check; its log, and its row: "right|wrong STAGE NAME: what its log says last", or "skipped ...".
timed() {
  local name=$1 begin=$SECONDS status log=$RESULTS/logs/$stage/${1// /_} limit=$((end - $(date +%s)))
  shift
  case $stage in build | bench) ;; *) [ "$limit" -lt "$FILE_SECONDS" ] || limit=$FILE_SECONDS ;; esac
  [ "$limit" -ge 2 ] || { echo "wrong $stage $name: no time was left" > "$log.row" && return; }
  # The signal of the limit lets doctest say which case ran.
  timeout -s ABRT -k 5 "$limit" "$@" > "$log.log" 2>&1 < /dev/null
  status=$?
  case $status in 0) status=right ;; 124 | 137) status="wrong, no end in $limit s," ;; *) status="wrong, status $status," ;; esac
  echo "$status $stage $name, $((SECONDS - begin)) s: $({ grep -m 1 -E 'ERROR|emulator: |illegal|misaligned|=+ *(Invalid|Error|Race|Uninit|Barrier)' "$log.log" ||
    tail -n 1 "$log.log"; } | cut -c 1-160)" > "$log.row"
}
# each PATTERNS SETTINGS COMMAND...: the test cases of these sources, JOBS files at a time, behind COMMAND.
each() {
  local patterns=$1 settings=$2 files file
  shift 2
  if [ ! -x "$bin/tests" ]; then
    echo "wrong $stage tests: $bin/tests is not there. Try: make gpu-check STAGES=build" > "$RESULTS/logs/$stage/tests.row"
    return
  fi
  files=$("$bin/tests" --list-test-cases --reporters=xml --source-file="$patterns" \
    --source-file-exclude='*_same_bits_test.cpp,*_deep_test.cpp,*training_memory_test.cpp' |
    sed -n 's/.*filename="\([^"]*\)".*/\1/p' | sort -u)  # what the cpu alone promises is left out
  for file in $files; do
    while [ "$(jobs -r | grep -c .)" -ge "$JOBS" ]; do wait -n; done
    # shellcheck disable=SC2086
    timed "$(basename "$file" .cpp)${settings:+ $settings}" env $settings "$@" "$bin/tests" --no-intro=true --source-file="*$file" &
  done
  wait
}

# ---- the stages ----

stage_build() {
  local settings
  eval "settings=(${HOLO_SETTINGS:-})"
  timed programs make --no-print-directory -j"$(nproc)" "${settings[@]}" ROOMS="${ROOMS:-}" gpu-check-programs
}
# Besides: each block with memory of its own, and the product that is there to be read.
stage_cuda() {
  each '*cuda_*' ''
  each '*cuda_*' HOLO_CUDA_POOL=0
  each '*golden_test.cpp,*cuda_kernels_test.cpp' HOLO_CUDA_GEMM=tiled
}
stage_twins() { each '*tests/backend/twins*' ''; }
stage_suite() {
  each '*tests/ops/*,*tests/nn/*,*tests/tensor/*,*tests/see/*,*tests/trace/*,*tests/train/*,*tests/parallel/*,*tests/golden/*' ''
}
# Training: the losses of the CPU but for rounding, and the same bits in each run.
train() {  # DEVICE STEPS NAME
  HOLO_PROGRESS=off "$bin/train_gpt" --device "$1" --n-embd 32 --block-size 8 --batch 8 --steps "$2" --samples 0 \
    --log "$RESULTS/$3.csv" --out "$RESULTS/$3.safetensors"
}
losses() {
  train cpu 100 cpu && train cuda 100 cuda && join -t , "$RESULTS/cpu.csv" "$RESULTS/cuda.csv" | awk -F , '
    $1 + 0 > 0 { ++steps; d = $2 - $7; if (d * d > largest) largest = d * d }
    END { printf "%d steps, losses differ by %.2g at most\n", steps, sqrt(largest); exit steps < 100 || largest > 1e-4 }'
}
same_bits() {
  local run
  for run in 1 2 3 4 5; do train cuda 20 "run$run" || return 1; done
  cksum "$RESULTS"/run*.safetensors | awk '{ seen[$1] = 1 } END { for (sum in seen) ++sums; print NR " runs, " sums " results"; exit NR != 5 || sums != 1 }'
}
stage_training() {
  export -f train losses same_bits && export bin RESULTS
  timed losses bash -c losses
  timed same_bits bash -c same_bits
  rm -f "$RESULTS"/*.safetensors "$RESULTS"/*.csv
}
# Of the tools the memory of the pool would hide most. An error of CUDA that a test asks for is none; and the kernels of
# cuBLAS are not ours.
sanitize() {
  if ! command -v compute-sanitizer > /dev/null; then
    echo "skipped $stage: no compute-sanitizer here" > "$RESULTS/logs/$stage/tool.row"
  else
    each '*cuda_*,*tests/backend/twins*' 'HOLO_CUDA_POOL=0 HOLO_CUDA_GEMM=tiled' compute-sanitizer --tool "$stage" --error-exitcode 9 "$@"
  fi
}
stage_memcheck() { sanitize --report-api-errors no; }
stage_racecheck() { sanitize; }
stage_initcheck() { sanitize; }
stage_synccheck() { sanitize; }
# One after the other, so that none takes the GPU from another one.
stage_bench() {
  [ "$CUDA" = 1 ] || export HOLO_BENCH_QUICK=1  # an emulator has no times
  for bench in ops matmul train_step; do HOLO_BENCH_JSON=$RESULTS/bench.json timed "$bench" "$bin/bench_$bench"; done
}

for stage in $STAGES; do
  rm -rf "$RESULTS/logs/${stage:?}" && mkdir -p "$RESULTS/logs/$stage" || exit 1
  end=$(($(date +%s) + STAGE_SECONDS))
  "stage_$stage"
  echo "gpu-check: stage $stage: $(cat "$RESULTS/logs/$stage"/*.row 2> /dev/null | sed 's/[ ,].*//' | sort | uniq -c | tr -s ' \n' '  ')" >&2
done
cat "$RESULTS/title.txt" "$RESULTS"/logs/*/*.row > "$RESULTS/summary.txt"
head -n 1 "$RESULTS/summary.txt"
grep -E '^(wrong|skipped)' "$RESULTS/summary.txt" | head -n 12
right=$(grep -c '^right' "$RESULTS/summary.txt") wrong=$(grep -c '^wrong' "$RESULTS/summary.txt")
echo "$right passed, $wrong failed; the table is $RESULTS/summary.txt"
[ "$right" -gt 0 ] && [ "$wrong" = 0 ]
