#!/bin/bash
# gpu_check_test.sh: `make gpu-check` rehearsed where there is no GPU. The programs are planted ones, which the
# emulator runs, and what a machine with a GPU has besides is played by scripts: one file has an illegal access,
# one hangs, one has a wrong kernel; the results of the others are whole. Then its stage `build`, in a tree
# without git, with the headers of fmt and doctest in a folder and nowhere else.
set -u
case ${HOLO_SETTINGS:-} in
  *CUDA=\'emu\'*) ;;
  *) echo 'SKIP gpu-check: this build has no emulator: make CUDA=emu TESTS=gpu_check_test test' && exit ;;
esac
. "$HOLO_ROOT/tests/make/tiny_tree.sh"
cd "$here" || exit 1
pass() { echo "PASS gpu-check: $1"; }
fail() { echo "FAIL gpu-check: $1: ${2:-}"; }
is() {
  local name=$1
  shift
  if "$@"; then pass "$name"; else fail "$name" "$(tail -n 12 "$here/said" | tr '\n' '|')"; fi
}

# ---- planted programs, and a tree with nothing but the scripts ----

mkdir -p scripts/tests played planted/bin
cp -R "$HOLO_ROOT/tests/gpu" scripts/tests
for file in "$HOLO_ROOT"/tests/gpu/planted/*_test.cpp; do
  echo "#line 1 \"${file#"$HOLO_ROOT"/}\""
  cat "$file"
done > planted.cpp
(cd "$HOLO_ROOT" && for source in "$here/planted.cpp" tests/backend/mirrored.cpp; do
  eval "$HOLO_COMPILE_QUICK" -Isrc -Isrc/emulator/include -Itests -Itests/gpu/planted -c "'$source'" \
    -o "'$here/$(basename "$source" .cpp).o'" || exit
done) 2>&1 | head -n 20
eval "$CXX" planted.o mirrored.o "'$HOLO_OBJECTS/obj/tests/main.o'" "$HOLO_LIBS" -o planted/bin/tests ||
  { fail 'the planted tests compile' && exit 1; }
cat > played/nvidia-smi << 'SCRIPT'
#!/bin/sh
echo 'Played GPU, 1.0, 81559 MiB'
SCRIPT
cat > played/compute-sanitizer << 'SCRIPT'
#!/bin/sh
said="compute-sanitizer $* pool=$HOLO_CUDA_POOL gemm=$HOLO_CUDA_GEMM"
while :; do
  case $1 in --tool | --error-exitcode | --report-api-errors) shift 2 ;; *) break ;; esac
done
echo "$said"
case $* in *illegal*) printf '========= Invalid __global__ write of size 4 bytes\n========= ERROR SUMMARY: 1 error\n' && exit 9 ;; esac
exec "$@"
SCRIPT
printf '#!/bin/sh\necho "ncu $*"\n' > played/ncu
for bench in ops matmul train_step; do
  case $bench in ops) ratio=0.4 ;; matmul) ratio=0.6 ;; *) ratio=0.95 ;; esac
  cat > planted/bin/bench_$bench << SCRIPT
#!/bin/sh
echo '{"name": "$bench [16]", "value": 2, "unit": "us", "threads": 1, "peer": "copy", "peer_value": 1, "ratio": $ratio, "processor": "x"}' >> "\$HOLO_BENCH_JSON"
echo "quick=\$HOLO_BENCH_QUICK"
case $bench in ops) sleep 60 ;; matmul) exit 3 ;; esac
SCRIPT
done
chmod +x played/* planted/bin/*

# check SETTINGS...: the script, as on a machine with a GPU unless they say otherwise.
check() {
  env PATH="$here/played:$PATH" HOLO_ROOT="$here/scripts" HOLO_BUILD="$here/planted" RESULTS="$here/results" CUDA=1 FILE_SECONDS=6 \
    JOBS=4 "$@" bash scripts/tests/gpu/gpu_check.sh > "$here/said" 2> "$here/noise"
}
# has STAGE FILE VERDICT CASES TEXT: this row of the table.
has() {
  awk -F '\t' -v stage="$1" -v name="$2" -v verdict="$3" -v cases="$4" -v text="$5" '
    $1 == stage && $3 == name { found = $2 == verdict && $4 == cases && index($6, text) } END { exit !found }' results/rows.tsv
}
log() { grep -q -e "$2" "results/logs/$1"; }

# ---- a run of many stages: what is broken is named, and the rest is whole ----

check STAGES='cuda memcheck racecheck bench ncu'
is 'something is wrong: status 1' test $? = 1
for variant in '' ' HOLO_CUDA_POOL=0'; do
  is "a right file${variant:+,$variant}" has cuda "gpu_planted_cuda_right_test$variant" right 2 ''
  is "a wrong kernel${variant:+,$variant}" has cuda "gpu_planted_cuda_wrong_test$variant" wrong 1 '1 of 2 cases: wrong: the last block is missing'
  is "an illegal access${variant:+,$variant}" has cuda "gpu_planted_cuda_illegal_test$variant" crash 0 'illegal: far behind the array'
  is "a hang${variant:+,$variant}" has cuda "gpu_planted_cuda_hang_test$variant" hang 0 's: hang: waits for a 2'
done
is 'the access has its kernel, and what memcheck says' has cuda gpu_planted_cuda_illegal_test crash 0 'far_away: thread'
is 'memcheck looked at it again' has cuda gpu_planted_cuda_illegal_test crash 0 '; memcheck: Invalid __global__ write'
is 'a failing file ran again, each launch by itself' log cuda/gpu_planted_cuda_wrong_test.again.log 'CUDA_LAUNCH_BLOCKING=1'
is 'the first run did not' log cuda/gpu_planted_cuda_wrong_test.log 'CUDA_LAUNCH_BLOCKING=$'
is 'its log is whole' log cuda/gpu_planted_cuda_wrong_test.log 'values: CHECK'
is 'memcheck: a right file' has memcheck 'gpu_planted_cuda_right_test HOLO_CUDA_POOL=0 HOLO_CUDA_GEMM=tiled' right 2 ''
is 'memcheck: what it finds' has memcheck 'gpu_planted_cuda_illegal_test HOLO_CUDA_POOL=0 HOLO_CUDA_GEMM=tiled' wrong 0 'Invalid __global__ write of size 4'
is 'memcheck counts no error that a test asks for' log memcheck/gpu_planted_cuda_right_test_HOLO_CUDA_POOL=0_HOLO_CUDA_GEMM=tiled.log \
  'tool memcheck --error-exitcode 9 --report-api-errors no .*pool=0 gemm=tiled'
is 'racecheck: a right file' has racecheck 'gpu_planted_cuda_right_test HOLO_CUDA_POOL=0 HOLO_CUDA_GEMM=tiled' right 2 ''
is 'a bench that hangs' has bench ops hang 0 'no end in 12 s'
is 'a bench that fails' has bench matmul wrong 0 'status 3'
is 'the bench after them' has bench train_step right 0 ''
is 'ncu profiles training steps' has ncu c right 0 'bench_train_step c'
is 'ten lines at most' test "$(wc -l < said)" -le 10
is 'what was right' grep -q -x 'right: 7 of 21, 8 test cases' said
is 'what was wrong, three and a number' test "$(grep -c '^wrong: ' said)" = 4
is 'what was slow, the farthest behind first' grep -q '^slow: ops \[16\]: 0.40 of copy; matmul \[16\]: 0.60 of copy$' said
is 'the last line counts' test "$(tail -n 1 said)" = '7 passed, 14 failed'
is 'all that is wrong is in the table' test "$(grep -c '^[a-z]* [^|]*: \(wrong\|crash\|hang\): ' results/summary.txt)" = 14
is 'a tree without git: a sum of its sources' grep -q '^gpu-check: Played GPU.*; commit unknown, sources [0-9]*' said

# ---- stages one by one: the table has all of them ----

check STAGES=ncu COMMIT=abc1234
is 'a later stage keeps the rows of the others' has cuda gpu_planted_cuda_right_test right 2 ''
is 'the commit that is named' grep -q '; commit abc1234;' said
rm -rf results
check STAGES='ncu racecheck' STAGE_SECONDS=1
is 'no time left is no success' has racecheck 'gpu_planted_cuda_right_test HOLO_CUDA_POOL=0 HOLO_CUDA_GEMM=tiled' unrun 0 'no time was left'
is 'it is said' grep -q '^no time left: [1-9]' said
check STAGES=twins
is 'a stage without a file is no success' has twins tests wrong 0 'no source file'
check STAGES='cuda fast'
is 'a stage of no name' test $? = 2
rm -rf results
check CUDA=emu STAGES=bench FILE_SECONDS=1
is 'on the emulator benches are quick' log bench/matmul.log 'quick=1'

# ---- the stage build, with headers in a folder ----

rm -rf results
cd "$tree" || exit 1
cp -R "$HOLO_ROOT/tests/gpu" "$HOLO_ROOT/tests/main.cpp" tests
mkdir -p "$here"/{carried,hidden/{fmt,doctest}}
for name in fmt/format.h doctest/doctest.h; do
  found=$(echo "#include <$name>" | $CXX -std=c++20 -x c++ -M - | tr ' \\' '\n\n' | grep "/$name\$" | head -n 1)
  cp -RL "$(dirname "$found")" "$here/carried"
done
for name in fmt/core.h fmt/format.h doctest/doctest.h; do echo '#error this machine has no such header' > "$here/hidden/$name"; done
printf '#!/bin/sh\nexec %s "$@" -isystem %s\n' "$CXX" "$here/hidden" > "$here/played/bare_cxx"
chmod +x "$here/played/bare_cxx"
bare() {
  make --no-print-directory CXX="$here/played/bare_cxx" PKG_CONFIG=false CUDA=emu STAGES=build RESULTS="$here/results" gpu-check "$@" \
    > "$here/said" 2>&1
}
is 'without the headers the build says what is missing' eval '! bare && grep -q "missing:.* fmt" "$here/said"'
is 'with the headers in a folder, and without git' bare FMT_HEADER_ONLY=1 CPPFLAGS="-I$here/carried"
is 'the stage build made the programs' eval 'cd "$here" && has build programs right 0 "" && ls "$tree"/build/*/bin/tests > said'
