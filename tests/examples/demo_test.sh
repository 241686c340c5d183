#!/bin/bash
# demo_test.sh: 17_demo, the program of make demo, trains as train_gpt --preset names does, bit for
# bit; train_gpt continues its checkpoint; Ctrl-C saves and stops; and what it prints. Wrong flags and files are in
# refusals_test.sh.
set -u
program=$HOLO_BUILD/bin/17_demo train=$HOLO_BUILD/bin/train_gpt
export HOLO_PROGRESS=plain OMP_NUM_THREADS=1
. "$HOLO_ROOT/tests/examples/refusals.sh"

# payload FILE: all its numbers, and their names, without the metadata, which names the settings.
payload() {
  local header=$(od -A n -t u8 -N 8 "$1")
  head -c $((8 + header)) "$1" | tail -c +9 | sed 's/"__metadata__":{[^}]*}//; s/ *$//'
  tail -c +$((9 + header)) "$1"
}
metadata() { head -c $((8 + $(od -A n -t u8 -N 8 "$1"))) "$1" | tail -c +9 | grep -o "\"$2\":\"[^\"]*\""; }

# ---- the same bits as train_gpt ----

# compare FLAG...: adds what differs between the two to `wrong`.
wrong=
compare() {
  "$program" "$@" --out demo.safetensors > demo.out 2> demo.err &&
    "$train" --preset names "$@" --samples 0 --out gpt.safetensors > gpt.out 2> err || wrong="$wrong ($(head -n 1 demo.err))"
  cmp -s <(payload demo.safetensors) <(payload gpt.safetensors) || wrong="$wrong $*"
  cmp -s <(grep -E 'documents|parameters:|^step' demo.out) <(grep -E 'documents|parameters:|^step' gpt.out) ||
    wrong="$wrong (prints: $*)"
  for name in step data tokenizer gpt.ffn train.steps train.seed train.warmup train.device; do
    [ "$(metadata demo.safetensors $name)" = "$(metadata gpt.safetensors $name)" ] || wrong="$wrong $name"
  done
}
for threads in 1 2; do
  for ffn in swiglu holo_gate_flow; do compare --steps 12 --threads $threads --ffn $ffn; done
done
# A validation on the way.
printf 'a\nb\n' > letters.txt
compare --steps 510 --threads 1 --data letters.txt
cp gpt.safetensors whole.safetensors
[ -z "$wrong" ] && pass 'with 1 and 2 threads and two layers: the numbers, losses and settings of train_gpt' ||
  fail 'the same bits as train_gpt' "others:$wrong"
payload demo.safetensors > one
{ payload gpt.safetensors; echo; } > two
if cmp -s one two; then fail 'the comparison' 'it sees no difference'; fi

# The file of a run that train_gpt continued is, to the last byte, that of a run of train_gpt alone.
head -n 200 "$HOLO_ROOT/examples/data/names.txt" > few.txt
flags=(--data few.txt --steps 12)
"$program" "${flags[@]}" --out demo.safetensors > demo.out 2> err
for file in demo gpt; do
  [ $file = demo ] || "$train" "${flags[@]}" --out gpt.safetensors > gpt.out 2> err
  "$train" --resume $file.safetensors --data few.txt --steps 30 > gpt.out 2> err || fail 'resume' "$(head -n 1 err)"
done
cmp -s demo.safetensors gpt.safetensors && pass 'train_gpt --resume --steps 30: the file of a run of train_gpt' ||
  fail 'train_gpt --resume' 'another file'

# ---- Ctrl-C ----

# A background job of a script ignores SIGINT, unless it is one of job control; and so do all jobs of a shell that
# was started so.
# stopped COMMAND...: its exit code, when it is sent the signal in its first steps.
stopped() {
  : > part.err
  set -m
  "$@" > part.out 2> part.err &
  set +m
  process=$!
  until grep -q '^step' part.err || ! kill -0 $process 2> err; do sleep 0.02; done
  kill -INT $process 2> err
  wait $process
}
stops_by_signal() {
  wrong=
  for file in demo gpt; do
    if [ $file = demo ]; then command=("$program"); else command=("$train" --preset names); fi
    stopped "${command[@]}" --data letters.txt --steps 20000 --out warm.safetensors
    [ "$(metadata warm.safetensors train.warmup)" = '"train.warmup":"100"' ] || wrong="$wrong $file"
    rm -f warm.*
  done
  [ -z "$wrong" ] && pass 'both have a warm-up of 100 steps at most' || fail 'a warm-up of 100 steps' "$wrong"
  for steps in 510 5100 51000; do
    stopped "$program" --data letters.txt --steps $steps --out new/part.safetensors
    code=$?
    [ $code != 0 ] && break  # it may have come to its end before
  done
  step=$(sed -n 's/^stopped after step \([1-9][0-9]*\)\. .*/\1/p' part.out)
  how=$(sed -n 's/^stopped after step [0-9]*\. To continue: make gpt, then //p' part.out)
  why=
  [ $code = 130 ] && [ -n "$step" ] || why="exit code $code, $(tail -n 1 part.out), $(tail -n 1 part.err)"
  [ -n "$why" ] || grep -q "^step $step: validation loss [0-9.]*$" part.out || why='no validation loss'
  [ -n "$why" ] || [ "$(metadata new/part.safetensors step)" = "\"step\":\"$step\"" ] || why='another step in the file'
  [ -n "$why" ] || head -n 1 new/part.svg | grep -q '^<svg ' || why='no curve'
  check 'Ctrl-C: the step is finished, saved, shown, exit code 130'
  eval "$how --samples 0" > out 2> err || fail 'the command that it tells' "$(head -n 1 err)"
  [ $steps = 510 ] || "$train" --data letters.txt --steps $steps --samples 0 --out whole.safetensors > out 2> err
  cmp -s <(payload new/part.safetensors) <(payload whole.safetensors) &&
    pass 'the command that it tells continues the run: the numbers of one that never stopped' ||
    fail 'stopped and continued' "after step $step of $steps"
}
if sh -c 'kill -INT $$'; then
  echo 'SKIP Ctrl-C: the shell that runs this test was told to ignore SIGINT'
else
  stops_by_signal
fi

# ---- what it prints ----

export HOLO_PROGRESS=off
run --data few.txt --steps 3 --out again.safetensors
mv out one && mkdir one.d && cp again.* one.d
run --data few.txt --steps 3 --out again.safetensors
cmp -s <(grep '^[ 1-9][0-9]\. ' one) <(grep '^[ 1-9][0-9]\. ' out) && [ "$(grep -c '^[ 12][0-9]\. ' out)" = 20 ] &&
  cmp -s again.safetensors one.d/again.safetensors && cmp -s again.svg one.d/again.svg && [ ! -s err ] &&
  pass 'the same flags: the same twenty names and files' || fail 'the same flags' "$(head -n 3 out)"
run --data letters.txt --steps 60 --out letters.safetensors
[ "$(grep -c '^[ 12][0-9]\. [ab] \*$' out)" -gt 5 ] && [ "$(grep -c '^[ 12][0-9]\. .* \*$' out)" = "$(sed -n 's/ of 20 are in the training data (\*)$//p' out)" ] &&
  pass 'a name of the training data has a mark' || fail 'marks' "$(grep -m 1 '^ 1\.' out)"
tail -n 2 out | tr '\n' ' ' | grep -q '^wrote letters.safetensors wrote letters.svg $' && pass 'the files are told' ||
  fail 'the files' "$(tail -n 2 out)"
printf 'abcdefghijklmnopqrstuvwxyz\nab\nba\n' > long.txt
run --data long.txt --steps 3 --out long.safetensors
one_line 0 warning 'of 3 documents 1 is longer than the block of 16 and cut. Try: train_gpt --block-size 27'
check 'a document that is longer than the context: a warning'
