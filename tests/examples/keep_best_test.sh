#!/bin/bash
# keep_best_test.sh: train_gpt --keep-best: which checkpoint is kept, and what a resumed run finds of it; what kill -9
# leaves of both is in train_gpt_test.sh. And --init-from, from the end of one run to the next one.
set -u
export HOLO_PROGRESS=off OMP_NUM_THREADS=1
program=$HOLO_BUILD/bin/train_gpt
. "$HOLO_ROOT/tests/examples/refusals.sh"

# A rate at which the loss goes up and down.
head -n 200 "$HOLO_ROOT/examples/data/names.txt" > names
tiny=(--data names --n-embd 16 --n-layer 1 --batch 4 --eval-batches 2 --lr 0.05 --steps 60 --samples 0
  --eval-every 4 --save-every 3 --keep-best --out run.safetensors)

mkdir whole
(cd whole && cp ../names . && run "${tiny[@]}" && cp out ../whole.out)
lowest=$(awk '/validation loss/ { sub(/,/, "", $5); if (best == "" || $5 < best) { best = $5; step = $2 } } END { print step }' whole.out)
why=
[ -s whole/run.best.safetensors ] || why='no run.best.safetensors'
[ "${lowest%:}" != 60 ] || why='the last validation is the lowest one: nothing is shown'
grep -q "^step $lowest validation loss .*, kept in run.best.safetensors$" whole.out ||
  why="$why the lowest one, of step $lowest is not kept: $(grep kept whole.out | tail -n 1)"
[ "$(grep kept whole.out | tail -n 1 | cut -d' ' -f2)" = "$lowest" ] || why="$why a later one is kept"
grep -q '^wrote run.best.safetensors$' whole.out || why="$why it is not said"
check 'the lowest validation loss is kept'

# ---- what a resume finds ----

rm -f run.*
run "${tiny[@]}" --stop-after 30
why=
grep -q 'stopped after step 30.*--resume run.safetensors --data names --keep-best$' out || why=$(tail -n 1 out)
check 'how to go on names the flag'
rm run.best.safetensors
run --resume run.safetensors --data names --keep-best
one_line 0 warning 'run.best.safetensors is not there: the validations up to step 30 do not count'
grep -q '^step 32: .*, kept in run.best.safetensors$' out || why="$why the first one is not kept: $(grep 'step 32' out)"
check 'the best one was removed: a warning, and the next validation counts'
run "${tiny[@]}" --stop-after 2
why=
[ "$code" = 0 ] && grep -q '^warning: run.best.safetensors, of step .*, will be replaced' err || why=$(cat err)
check 'a best one of another run: a warning'

# ---- --init-from ----

cp whole/run.best.safetensors old.safetensors
run --init-from old.safetensors --data names --steps 1 --lr 0 --min-lr 0 --validation 0.1 --eval-batches 2 --batch 4 \
  --samples 0 --out new.safetensors
why=
loss=$(sed -n "s/^step $lowest validation loss \([0-9.]*\), kept.*/\1/p" whole.out)
grep -q "^step 1: validation loss $loss$" out || why="expected $loss, of step $lowest $(grep loss out) $(cat err)"
grep -q '^the first weights are those of old.safetensors$' out || why="$why it is not said"
check 'a new run begins with the weights of the old one, and says so'
run --init-from old.safetensors --data names --steps 2 --out old.safetensors
one_line 2 error '--out: old.safetensors is the file of --init-from'
check 'the old file is not replaced'
bad 1 'another model' 'old.safetensors: another model than this one: --n-embd 32 (it has 16)' \
  --init-from old.safetensors --data names --n-embd 32
bad 2 'both' '--init-from: together with --resume' --init-from old.safetensors --resume old.safetensors
printf '%s\n' 'ÄÖÜ' > umlauts
bad 1 'a text with other letters' '(U+00C4) at offset 0 is not in the vocabulary' \
  --init-from old.safetensors --data umlauts --validation 0
bad 1 'no such file' 'missing: ' --init-from missing
bad 2 'nothing to keep beside' '--keep-best: no file to save to' --keep-best --data names
