#!/bin/bash
# closed_streams_test.sh: stdin, stdout and stderr that the caller has closed, and the limit of a
# shell on the size of files: no program writes what is meant for the screen into a file, or ends
# without a word.
set -u
train=$HOLO_BUILD/bin/train_gpt sample=$HOLO_BUILD/bin/sample_gpt
export OMP_NUM_THREADS=1 HOLO_PROGRESS=off

pass() { echo "PASS $1"; }
fail() { echo "FAIL $1: $2"; }

head -n 100 "$HOLO_ROOT/examples/data/names.txt" > names.txt
tiny=(--data names.txt --n-embd 8 --n-head 2 --n-layer 1 --batch 2 --eval-batches 1 --warmup 0)

# ---- every program ----

# The one place that all pass opens the descriptors: a program that has flags says so by --help,
# which could not be written to a stdout that is closed. Benches and experiments are tried where they
# are built, as for benches_test.
wrong='' count=0
for source in "$HOLO_ROOT"/examples/*.cpp "$HOLO_ROOT"/examples/gpt/*_gpt.cpp \
  "$HOLO_ROOT"/examples/bench/*.cpp "$HOLO_ROOT"/examples/experiments/*.cpp; do
  grep -q '^#include "' "$source" || continue  # 01_engine and 08_engine have nothing of the library
  count=$((count + 1))
  name=$(basename "$source" .cpp)
  grep -q -x 'int main(int argc, char\*\* argv) { return run_program(argc, argv, program); }' \
    "$source" || wrong="$wrong $name (its main() is another)"
  grep -q CommandLine "$source" || continue
  case $source in
    */bench/*) name=bench_$name ;;
    */experiments/*) name=experiment_$name ;;
  esac
  case $name in [be]*_*) [ -e "$HOLO_BUILD/bin/$name" ] || continue ;; esac
  "$HOLO_BUILD/bin/$name" --help <&- >&- 2>&-
  code=$?
  [ $code = 0 ] || wrong="$wrong $name (exit code $code)"
done
if [ -z "$wrong" ] && [ "$count" -gt 30 ]; then
  pass "stdin, stdout and stderr closed: $count programs open them before all else"
else
  fail 'stdin, stdout and stderr closed' "of $count programs:$wrong"
fi

if [ -d /proc/self/fd ]; then
  "$train" "${tiny[@]}" --steps 1000000000 --out open.safetensors <&- >&- 2>&- &
  process=$!
  for _ in $(seq 100); do
    seen=$(for i in 0 1 2; do readlink /proc/$process/fd/$i; done | tr '\n' ' ')
    [ "$seen" != '/dev/null /dev/null /dev/null ' ] || break
    sleep 0.1
  done
  kill -TERM $process
  wait $process
  [ "$seen" = '/dev/null /dev/null /dev/null ' ] &&
    pass 'the three are /dev/null while it trains' || fail 'what the three are' "$seen"
else
  echo 'SKIP the three are /dev/null while it trains: no /proc here'
fi

# ---- a checkpoint, a log ----

# The signal comes at any moment, also while the checkpoint is written.
wrong=
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  "$train" "${tiny[@]}" --steps 1000000 --save-every 1 --out model.safetensors > out 2>&- &
  process=$!
  until [ -f model.safetensors ] || ! kill -0 $process; do sleep 0.05; done
  sleep "0.0$((10 + 4 * i))"
  kill -TERM $process
  wait $process
  code=$?
  [ $code = 143 ] || wrong="$wrong exit code $code;"
  "$sample" --from model.safetensors --samples 1 > out2 2> err || wrong="$wrong $(head -n 1 err);"
done
if [ -z "$wrong" ]; then
  pass 'no stderr: a signal at any moment leaves a checkpoint that is whole'
else
  fail 'no stderr, and a signal' "$(printf '%s' "$wrong" | head -c 300)"
fi

# rows NAME FILE: a header and three rows, nothing else.
rows() {
  if [ "$code" = 0 ] && [ "$(wc -l < "$2")" = 4 ] && [ "$(grep -c '^[1-3],' "$2")" = 3 ]; then
    pass "$1"
  else
    fail "$1" "exit code $code, $(tr '\n' '|' < "$2" | head -c 200)"
  fi
}
"$train" "${tiny[@]}" --steps 3 --log quiet.csv >&- 2> err
code=$?
rows 'no stdout: nothing but rows in the log' quiet.csv
HOLO_PROGRESS=plain "$train" "${tiny[@]}" --steps 3 --log plain.csv > out 2>&-
code=$?
rows 'no stderr: no progress in the log' plain.csv
"$train" "${tiny[@]}" --steps 3 --log none.csv <&- >&- 2>&-
code=$?
rows 'none of the three: nothing but rows in the log' none.csv

# The demo writes a model and a curve.
demo() { "$HOLO_BUILD/bin/17_demo" --data names.txt --steps 2 --out demo.safetensors; }
demo > out 2> err && mkdir open && mv demo.* open
wrong=
for closed in '>&-' '2>&-' '<&- >&- 2>&-'; do
  eval "demo > out 2> err $closed" || wrong="$wrong $closed: exit code $?;"
  for file in demo.safetensors demo.svg; do cmp -s $file open/$file || wrong="$wrong $closed: $file;"; done
  rm -f demo.*
done
[ -z "$wrong" ] && pass 'closed streams: the demo writes what it always writes' ||
  fail 'closed streams and the demo' "$wrong"

# ---- where the output goes is no place for a file ----

for flag in out log plot save-tokenizer; do
  for place in /dev/stdout printed; do
    "$train" "${tiny[@]}" --steps 3 --$flag "$place" > printed 2> err
    code=$?
    if [ $code = 1 ] && grep -q "^error: $place: is where stdout goes" err; then
      pass "--$flag $place, where stdout goes, is refused"
    else
      fail "--$flag $place, where stdout goes" "exit code $code, $(head -n 1 err)"
    fi
  done
done

# ---- a limit on the size of files ----

# limited NAME TEXT KIB FLAG...: exit code 1 and one line that has TEXT; the signal would be 153.
limited() {
  local name=$1 text=$2 limit=$3
  shift 3
  (ulimit -c 0; ulimit -f "$limit"; exec timeout 60 "$train" "${tiny[@]}" --samples 0 "$@" 2>&1 \
    > out.limited) | cat > err
  code=${PIPESTATUS[0]}
  if [ "$code" = 1 ] && [ "$(wc -l < err)" = 1 ] && grep -q -e "^error: $text: .*File too large" err &&
    [ -z "$(find . -name '*.tmp')" ]; then
    pass "$name"
  else
    fail "$name" "exit code $code, $(head -n 1 err)"
  fi
}
limited 'a checkpoint above the limit' large.safetensors 8 --steps 1000000000 --out large.safetensors
limited 'a log that reaches the limit' large.csv 8 --steps 1000000000 --log large.csv
limited 'a plot above the limit' large.svg 4 --steps 400 --plot large.svg
limited 'a tokenizer above the limit' large.tok 1 --steps 3 --tokenizer bpe --vocab-size 600 \
  --save-tokenizer large.tok
limited 'a stdout that reaches the limit' stdout 1 --steps 1000000 --eval-every 1
