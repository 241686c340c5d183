#!/bin/bash
# train_gpt_test.sh: a run of train_gpt goes on where it stopped, bit for bit: after --stop-after,
# after a signal, after kill -9 at any moment, with other threads; and what it writes on the way.
set -u
train=$HOLO_BUILD/bin/train_gpt sample=$HOLO_BUILD/bin/sample_gpt program=$train
. "$HOLO_ROOT/tests/examples/refusals.sh"
export HOLO_PROGRESS=off OMP_NUM_THREADS=1
case ${HOLO_SETTINGS:-} in *"SAN='"[a-z]*) kills=8 ;; *) kills=20 ;; esac

# Few names, a small model with all that has a state: dropout, an optimizer, an order of the data.
head -n 200 "$HOLO_ROOT/examples/data/names.txt" > names.txt
tiny=(--data names.txt --n-embd 16 --n-layer 1 --batch 4 --dropout 0.2 --eval-batches 2)
small=("${tiny[@]}" --steps 40 --warmup 5 --samples 2)

same_files() { if cmp -s "$2" "$3"; then pass "$1"; else fail "$1" "$2 and $3 differ"; fi; }

# payload FILE: its numbers, without the header, which names the settings.
payload() { tail -c +$((9 + $(od -A n -t u8 -N 8 "$1"))) "$1"; }

"$train" "${small[@]}" --out whole.safetensors --log whole.csv --plot whole.svg > whole.out 2> err ||
  fail 'an uninterrupted run' "$(head -n 1 err)"

# ---- what it writes ----

[ "$(wc -l < whole.csv)" = 41 ] && [ "$(grep -c '^40,[0-9.]*,[0-9.e-]*,[0-9.]*,[0-9]*,[0-9.]*$' whole.csv)" = 1 ] &&
  grep -q '<title>' whole.svg && grep -q 'validation' whole.svg && [ "$(grep -c '^sample ' whole.out)" = 2 ] &&
  grep -q '^step 40: validation loss [0-9.]*$' whole.out && grep -q '^wrote whole.safetensors$' whole.out &&
  pass 'a log of each step, a plot, samples, a validation loss, and the files are said' ||
  fail 'what it writes' "$(tail -n 1 whole.csv) $(head -n 2 whole.svg) $(cat whole.out)"

# The scalar program printed these losses (tests/data/own_losses_relu.txt, third column).
"$train" --preset microgpt --samples 0 --log microgpt.csv > out 2> err
far=$(paste -d ' ' <(tail -n +2 microgpt.csv | cut -d, -f1,2 | tr , ' ') \
  "$HOLO_ROOT/tests/data/own_losses_relu.txt" |
  awk '{ d = $2 - $5; if (d < 0) d = -d; if ($1 != $3 || !(d <= 2e-6)) n++ }
       END { print (NR == 1000 ? n + 0 : NR " lines") }')
[ "$far" = 0 ] && pass 'the preset microgpt: loss for loss those of the scalar program' ||
  fail 'the preset microgpt' "$far of its losses are others"

# ---- resume ----

# resumed K FLAG...: stops after step K and goes on; the result is in part.safetensors.
resumed() {
  local k=$1
  shift
  rm -f part.safetensors
  "$train" "${small[@]}" --out part.safetensors --stop-after "$k" > out 2> err &&
    "$train" --resume part.safetensors --data names.txt "$@" >> out 2>> err
}

wrong=
for k in 1 5 8 20 33 39; do
  resumed $k --threads $((k % 3 + 1)) || wrong="$wrong $k ($(head -n 1 err))"
  cmp -s whole.safetensors part.safetensors || wrong="$wrong $k"
done
[ -z "$wrong" ] && pass 'stopped after any of 6 steps and resumed, with 1, 2 and 3 threads: the same file, without log and plot' ||
  fail 'stopped and resumed' "another file for steps$wrong"

cp whole.csv part.csv
resumed 17 --log part.csv --plot part.svg > out 2>&1
diff <(cut -d, -f1-4,6 part.csv) <(cut -d, -f1-4,6 whole.csv) > out &&
  pass 'a log that is there is cut to the step of the checkpoint and goes on' || fail 'a log that goes on' "$(head -n 3 out)"

# running text, bytes and byte pairs
for flags in '--format text --tokenizer byte' '--tokenizer bpe --vocab-size 300 --positions rotary --norm layer --ffn holo_gate_flow'; do
  # shellcheck disable=SC2086
  "$train" "${small[@]}" $flags --out text.safetensors > out 2> err &&
    cp text.safetensors text_whole.safetensors && rm text.safetensors &&
    "$train" "${small[@]}" $flags --out text.safetensors --stop-after 13 > out 2>> err &&
    "$train" --resume text.safetensors --data names.txt > out 2>> err
  same_files "stopped and resumed with $flags" text_whole.safetensors text.safetensors
done

# ---- signals ----

# A background job of a script ignores SIGINT; terminal_test.cpp asks what the others are to a program, and a second one.
"$train" "${tiny[@]}" --steps 1000000 --out term.safetensors > out 2> err &
process=$!
sleep 0.5
kill -TERM $process
wait $process
code=$? why=
[ $code = 143 ] && grep -q 'stopped after step [1-9].*--resume term.safetensors --data names.txt$' out &&
  "$sample" --from term.safetensors --samples 1 > out2 2>> err || why="exit code $code, $(tail -n 1 out err)"
check 'SIGTERM: the step is finished, saved, said how to go on, exit code 143'

# The reader of its output goes away; or there is room for its first lines only.
{
  "$train" "${tiny[@]}" --steps 1000000 --eval-every 5 --out unread.safetensors 2> err
  echo $? > code
} | head -n 3 > out
why=
[ "$(cat code)" = 141 ] && [ ! -s err ] && "$sample" --from unread.safetensors --samples 1 > out2 2>> err ||
  why="exit code $(cat code), $(head -n 1 err)"
check 'nobody reads its output: saved without a word, exit code 141'
dd if=/dev/zero of=nearly_full bs=1 count=0 seek=1023400 2> /dev/null
(
  ulimit -f 1000
  "$train" "${tiny[@]}" --steps 2000 --eval-every 5 --out full.safetensors >> nearly_full 2> err
)
code=$?
one_line 1 error 'stdout: File too large'
grep -a -q '"step":"[1-9][0-9]*"' full.safetensors || why="$why nothing is saved"
check 'room for its first lines only: what it learned is saved, exit code 1'

# A file of version 0.2.0, after 20 of 40 steps, whose numbers are floats.
cp "$HOLO_ROOT/tests/data/old_run.safetensors" old_run.safetensors
"$train" --resume old_run.safetensors --data names.txt > out 2> err
if grep -q '^continuing after step 20$' out && grep -q '^step 40: validation loss 2\.99' out; then
  pass 'a checkpoint of an earlier program goes on'
elif grep -q 'of another type: .* F32.*; expected .* in F64' err; then
  pass 'a checkpoint of an earlier program, in floats, is refused by a program of doubles'
else
  fail 'a checkpoint of an earlier program goes on' "$(cat out err)"
fi

# ---- kill -9 ----

long=("${tiny[@]}" --lr 0.05 --steps 400 --samples 0 --save-every 1 --eval-every 20)
mkdir -p kill
"$train" "${long[@]}" --out kill/whole.safetensors > out 2> err
step_of() { grep -a -o '"step":"[0-9]*"' "$1" | head -n 1 | tr -dc 0-9; }
RANDOM=7
wrong='' last=0 done_runs=0 killed=0
while [ "$killed" -lt "$kills" ]; do
  if [ -f kill/run.safetensors ]; then
    "$train" --resume kill/run.safetensors --data names.txt > out 2> err &
  else
    "$train" "${long[@]}" --out kill/run.safetensors > out 2> err &
  fi
  process=$!
  sleep "0.0$((RANDOM % 90 + 10))"
  if kill -9 $process 2> /dev/null; then killed=$((killed + 1)); fi
  wait $process 2> /dev/null
  [ -f kill/run.safetensors ] || continue
  now=$(step_of kill/run.safetensors)
  [ "${now:-0}" -ge "$last" ] || wrong="$wrong step $last became $now;"
  last=$now
  "$sample" --from kill/run.safetensors --samples 1 > out2 2> err2 ||
    wrong="$wrong unreadable at step $now: $(head -n 1 err2);"
  if [ "$last" = 400 ]; then
    cmp -s kill/whole.safetensors kill/run.safetensors || wrong="$wrong another file at the end;"
    rm -f kill/run.*
    last=0 done_runs=$((done_runs + 1))
  fi
done 2> /dev/null
wrong=$(printf '%s' "$wrong" | head -c 300)
if [ ! -f kill/run.safetensors ]; then
  "$train" "${long[@]}" --out kill/run.safetensors > out 2> err
else
  "$train" --resume kill/run.safetensors --data names.txt > out 2> err
fi
cmp -s kill/whole.safetensors kill/run.safetensors || wrong="$wrong another file after the last kill;"
left=$(find kill -name '*.tmp' | wc -l)
[ "$left" = 0 ] || wrong="$wrong $left temporary files left;"
[ -z "$wrong" ] && pass "killed $kills times at any moment: nothing lost, nothing left behind, the same file in the end" ||
  fail "killed $kills times" "$wrong"

# ---- a new run from the weights of an old one ----

run "${tiny[@]}" --samples 0 --eval-every 4 --steps 4 --out old.safetensors
lowest=$(sed -n 's/^step 4: validation loss //p' out)
run --init-from old.safetensors --data names.txt --steps 1 --lr 0 --min-lr 0 --eval-batches 2 --batch 4 --samples 0
grep -q "^step 1: validation loss $lowest$" out && grep -q '^the first weights are those of old.safetensors$' out &&
  pass 'a new run begins with the weights of the old one, and says so' || fail '--init-from' "$lowest: $(cat out err)"

# ---- the files of a resumed run are those of its command line ----

# A name with a line break and other things, and a checkpoint that is resumed from another folder.
odd=$'odd\nna$(me)'\''s'
cp names.txt "$odd"
rm -f odd.safetensors
"$train" "${small[@]/#names.txt/$odd}" --out odd.safetensors --stop-after 10 > out 2> err
how=$(sed -n 's/^stopped after step 10\. To continue: //p' out)
mkdir -p elsewhere
(eval "cd elsewhere && exec \"\$train\" ${how//odd/../odd}") > out 2>> err
[ "$(wc -l <<< "$how")" = 1 ] && cmp -s <(payload whole.safetensors) <(payload odd.safetensors) &&
  pass 'stopped, and resumed from another folder, by the flags that it says' ||
  fail 'resumed from another folder' "$how: $(head -n 1 err)"

# ---- what a resume refuses ----

bin=$HOLO_BUILD/bin
rm -f part.safetensors
"$train" "${small[@]}" --out part.safetensors --stop-after 10 > out 2> err
cp part.safetensors before.safetensors
sed 2d names.txt > other.txt
none 1 'another run than this one: --batch 8 (was 4), --lr 0.1 (was 0.003)' train_gpt --resume part.safetensors --data names.txt --batch 8 --lr 0.1
none 1 'the text has changed; expected the data it was trained with. Try: --init-from' train_gpt --resume part.safetensors --data other.txt
same_files 'a refused resume leaves the checkpoint alone' before.safetensors part.safetensors
