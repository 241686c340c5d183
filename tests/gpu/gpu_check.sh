#!/bin/bash
# gpu_check.sh: what only a GPU can say, in stages, each within ten minutes; `make gpu-check` calls it.
# Each source file of tests is a process of its own, with a limit of seconds (one_file.sh): what one of
# them breaks, or how long it hangs, changes nothing for the others. It works without a network, without git,
# and with the headers of fmt and doctest in any folder (docs/cuda.md).
# In: HOLO_BUILD and HOLO_ROOT as for run.sh; CUDA (1, or emu: on the emulator, without times); and, each with a
# default: STAGES; RESULTS, the folder for the logs and the table; COMMIT; JOBS, how many files at a time;
# FILE_SECONDS and STAGE_SECONDS, the limits; HOLO_SETTINGS and ROOMS, for the stage build.
# Writes RESULTS/logs/STAGE/NAME.log and RESULTS/summary.txt, of all stages whose logs are there, and ends with
# at most ten lines: what was right, what was wrong, what was slow. Exit code 1 when something was wrong.
set -u
: "${HOLO_BUILD:?is not set; try: make gpu-check}" "${HOLO_ROOT:?is not set; try: make gpu-check}"
cd "$HOLO_ROOT" || exit 1
PATH=$PATH:/usr/local/cuda/bin  # where nvcc is found without a PATH, too
unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL
export HOLO_DEVICE=cuda OMP_WAIT_POLICY=passive
bin=$HOLO_BUILD/bin
all_stages='build cuda twins suite training memcheck racecheck initcheck synccheck bench ncu'
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
export RESULTS FILE_SECONDS bin
: "${COMMIT:=$(git log -1 --format=%h 2> /dev/null)}"
[ "$COMMIT" ] || COMMIT="unknown, sources $(find include src tests -type f -exec cksum {} + 2> /dev/null | sort | cksum | cut -d ' ' -f 1)"
echo "gpu-check: $gpu; $(date -u +%Y-%m-%d); commit $COMMIT; $(nvcc --version 2> /dev/null | sed -n 's/.*\(release [0-9.]*\).*/CUDA \1/p')" \
  > "$RESULTS/title.txt"

# row STAGE VERDICT NAME CASES SECONDS NOTE: a row of the table, in a file of its own. VERDICT: right, wrong,
# crash, hang, skipped, or unrun: no time was left.
row() { (IFS=$'\t' && printf '%s\n' "$*") > "$RESULTS/logs/$1/$3.row"; }
skip() { row "$stage" skipped "$1" 0 0 "$2"; }
left() { echo $((end - $(date +%s))); }

# timed NAME COMMAND...: a check that is no file of tests; its log, and its row with its last line.
timed() {
  local name=$1 begin=$SECONDS status log=$RESULTS/logs/$stage/$1.log limit last
  shift
  limit=$(left)
  if [ "$limit" -lt 3 ]; then row "$stage" unrun "$name" 0 0 'no time was left' && return; fi
  case $stage in build | bench) ;; *) [ "$limit" -lt "$FILE_SECONDS" ] || limit=$FILE_SECONDS ;; esac
  [ "$stage" != bench ] || [ "$limit" -lt $((2 * FILE_SECONDS)) ] || limit=$((2 * FILE_SECONDS))
  timeout -k 5 "$limit" "$@" > "$log" 2>&1 < /dev/null
  status=$? last=$(tail -n 1 "$log" | tr '\t' ' ')
  [ ${#last} -lt 120 ] || last="... ${last: -110}"
  case $status in
    0) row "$stage" right "$name" 0 $((SECONDS - begin)) "$last" ;;
    124 | 137) row "$stage" hang "$name" 0 $((SECONDS - begin)) "no end in $limit s" ;;
    *) row "$stage" wrong "$name" 0 $((SECONDS - begin)) "status $status: $last" ;;
  esac
}

# files PATTERNS [EXCEPT]: the sources that have test cases.
files() {
  "$bin/tests" --list-test-cases --reporters=xml --source-file="$1" --source-file-exclude="${2:-}" |
    sed -n 's/.*filename="\([^"]*\)".*/\1/p' | sort -u
}
# each JOBS COMMAND...: for each line of stdin, a file and settings for it, one_file.sh with the command before
# the test program, so many at a time.
each() {
  local jobs=$1
  shift
  tr '\n' '\0' | stage=$stage end=$end xargs -0 -r -n 1 -P "$jobs" bash tests/gpu/one_file.sh "$*"
  ls "$RESULTS/logs/$stage"/*.row > /dev/null 2>&1 || row "$stage" wrong tests 0 0 "no source file of $bin/tests is of this stage"
}
no_tests() {
  [ -x "$bin/tests" ] && return 1
  row "$stage" wrong tests 0 0 "$bin/tests is not there; expected the stage build before. Try: make gpu-check STAGES=build"
}

# What the cpu alone promises, or is made of.
cpu_alone='*_same_bits_test.cpp,*_deep_test.cpp,*training_memory_test.cpp'

# ---- the stages ----

stage_build() {
  local settings
  eval "settings=(${HOLO_SETTINGS:-})"
  timed programs make --no-print-directory -j"$(nproc)" "${settings[@]}" ROOMS="${ROOMS:-}" gpu-check-programs
}
# Besides: each block with memory of its own, the product that is there to be read.
stage_cuda() {
  no_tests || { files '*cuda_*'; files '*cuda_*' | sed 's/$/ HOLO_CUDA_POOL=0/'
    files '*tests/golden/golden_test.cpp,*tests/backend/twins_products_test.cpp,*cuda_matmul_test.cpp' | sed 's/$/ HOLO_CUDA_GEMM=tiled/'; } | each "$JOBS"
}
stage_twins() { no_tests || files '*tests/backend/twins*' | each "$JOBS"; }
stage_suite() {
  no_tests || files '*tests/ops/*,*tests/nn/*,*tests/tensor/*,*tests/see/*,*tests/trace/*,*tests/train/*,*tests/parallel/*,*tests/golden/*' \
    "$cpu_alone" | each "$JOBS"
}
# Training: the losses of the CPU but for rounding, and the same bits in each run.
stage_training() {
  timed losses bash tests/gpu/training.sh losses "$RESULTS/logs/training"
  timed same_bits bash tests/gpu/training.sh same_bits "$RESULTS/logs/training"
}
# Of the tools the memory of the pool would hide most. An error of CUDA that a test asks for is none; and the
# kernels of cuBLAS are not ours.
sanitize() {
  if ! command -v compute-sanitizer > /dev/null; then skip "$stage" 'no compute-sanitizer here' && return; fi
  no_tests || files '*cuda_*,*tests/backend/twins*' | sed 's/$/ HOLO_CUDA_POOL=0 HOLO_CUDA_GEMM=tiled/' |
    each "$JOBS" compute-sanitizer --tool "$stage" --error-exitcode 9 "$@"
}
stage_memcheck() { sanitize --report-api-errors no; }
stage_racecheck() { sanitize; }
stage_initcheck() { sanitize; }
stage_synccheck() { sanitize; }
# One after the other, so that none takes the GPU from another one.
stage_bench() {
  local bench
  [ "$CUDA" = 1 ] || export HOLO_BENCH_QUICK=1  # an emulator has no times
  rm -f "$RESULTS/bench.json"
  for bench in ops matmul train_step; do
    HOLO_BENCH_JSON=$RESULTS/bench.json timed "$bench" "$bin/bench_$bench"
  done
}
# How near to its limits each kernel of a training step comes.
stage_ncu() {
  local metrics=gpu__time_duration.sum,dram__throughput.avg.pct_of_peak_sustained_elapsed,sm__throughput.avg.pct_of_peak_sustained_elapsed
  if ! command -v ncu > /dev/null; then skip ncu 'no ncu here' && return; fi
  for step in b c; do
    timed "$step" ncu --clock-control none --csv --metrics "$metrics" --launch-skip 300 --launch-count 250 \
      "$bin/bench_train_step" "$step" --seconds 1
  done
}

for stage in $STAGES; do
  rm -rf "$RESULTS/logs/${stage:?}" && mkdir -p "$RESULTS/logs/$stage" || exit 1
  end=$(($(date +%s) + STAGE_SECONDS))
  "stage_$stage"
  echo "gpu-check: stage $stage: $(cat "$RESULTS/logs/$stage"/*.row 2> /dev/null | cut -f 2 | sort | uniq -c | tr -s ' \n' '  ')" >&2
done
bash tests/gpu/summary.sh "$RESULTS"
