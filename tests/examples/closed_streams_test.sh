#!/bin/bash
# closed_streams_test.sh: stdin, stdout and stderr that the caller has closed: no program writes what
# is meant for the screen into a file, or ends without a word.
set -u
train=$HOLO_BUILD/bin/train_gpt
export OMP_NUM_THREADS=1 HOLO_PROGRESS=off
. "$HOLO_ROOT/tests/examples/refusals.sh"

head -n 100 "$HOLO_ROOT/examples/data/names.txt" > names.txt
tiny=(--data names.txt --n-embd 8 --n-head 2 --n-layer 1 --batch 2 --eval-batches 1 --warmup 0)

# ---- every program ----

# The one place that all pass opens the descriptors: a program that has flags says so by --help,
# which could not be written to a stdout that is closed.
wrong='' count=0
for source in "$HOLO_ROOT"/examples/*.cpp "$HOLO_ROOT"/examples/gpt/*_gpt.cpp \
  "$HOLO_ROOT"/examples/bench/*.cpp "$HOLO_ROOT"/examples/experiments/*.cpp; do
  grep -q '^#include "' "$source" || continue  # 01_engine and 08_engine have nothing of the library
  count=$((count + 1))
  name=$(basename "$source" .cpp)
  grep -q -x 'int main(int argc, char\*\* argv) { return run_program(argc, argv, program); }' \
    "$source" || wrong="$wrong $name (its main() is another)"
  case $source in */bench/* | */experiments/*) continue ;; esac  # benches_test starts these
  grep -q CommandLine "$source" || continue
  "$HOLO_BUILD/bin/$name" --help <&- >&- 2>&- || wrong="$wrong $name (exit code $?)"
done
if [ -z "$wrong" ] && [ "$count" -gt 30 ]; then
  pass "stdin, stdout and stderr closed: $count programs open them before all else"
else
  fail 'stdin, stdout and stderr closed' "of $count programs:$wrong"
fi

# ---- what is written ----

# The demo writes a model and a curve, train_gpt a log: a header and three rows, nothing else.
demo() { "$HOLO_BUILD/bin/17_demo" --data names.txt --steps 2 --out demo.safetensors; }
log() { HOLO_PROGRESS=plain "$train" "${tiny[@]}" --steps 3 --log log.csv; }
demo > out 2> err && mkdir open && mv demo.* open
for closed in '>&-' '2>&-' '<&- >&- 2>&-'; do
  why=
  eval "log > out 2> err $closed" || why="exit code $?"
  [ "$(wc -l < log.csv)" = 4 ] && [ "$(grep -c '^[1-3],' log.csv)" = 3 ] || why="$why $(tr '\n' '|' < log.csv)"
  eval "demo > out 2> err $closed" || why="$why, of the demo: exit code $?"
  for file in demo.safetensors demo.svg; do cmp -s $file open/$file || why="$why $file"; done
  rm -f demo.*
  check "$closed: the log, and the files of the demo, are what they always are"
done

# ---- where the output goes is no place for a file ----

for flag in out log plot save-tokenizer; do
  for place in /dev/stdout printed; do
    "$train" "${tiny[@]}" --steps 3 --$flag "$place" > printed 2> err
    code=$?
    one_line 1 error "$place: is where stdout goes"
    check "--$flag $place, where stdout goes"
  done
done
