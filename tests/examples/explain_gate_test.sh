#!/bin/bash
# explain_gate_test.sh: explain_gate on models with known answers, trained and imported; what it says to wrong flags and
# files: one line, the right exit code (2: the command line, 1: a file). gates_test.cpp has the numbers and tables.
set -u
export HOLO_PROGRESS=off OMP_NUM_THREADS=1
bin=$HOLO_BUILD/bin
. "$HOLO_ROOT/tests/examples/refusals.sh"

# said NAME TEXT FLAG...: it succeeds, and its words have TEXT.
said() {
  why=
  good explain_gate "${@:3}"
  [ -n "$why" ] || grep -q -F -e "$2" out || why="no '$2' in: $(head -n 8 out)"
  check "$1"
}

small='--steps 20 --warmup 0 --n-layer 2 --n-embd 12 --n-head 2 --batch 8 --samples 0'
train() { "$bin/train_gpt" $small "$@" > log 2>&1 || fail 'a model to explain' "$(tail -n 1 log)"; }
train --ffn bilinear --init-std 0.3 --out bilinear.safetensors
yes 'one two three four five' | head -n 60 > text
train --ffn reglu --init-std 0.5 --data text --format text --tokenizer byte --block-size 8 --norm-final on \
  --positions rotary --out reglu.safetensors
"$bin/train_gpt" ${small/--steps 20/--steps 1} --ffn gelu --out gelu.safetensors > log 2>&1

said 'bilinear units are quadratic' '100.0 .. 100.0   100.0' --from bilinear.safetensors --units 1
grep -q 'positions of the validation part of the built-in names' out && [ "$(grep -c '^ *[01] ' out)" = 4 ] &&
  pass '--units: a line for each block, and one for its strongest unit' || fail '--units' "$(cat out)"
said '--positions: so many' '64 positions of' --from bilinear.safetensors --units 0 --positions 64
why=$(grep strongest out)
check '--units 0: none'
said 'a text of your own: its validation part' 'positions of the validation part of the text,' --from reglu.safetensors --data text
why=$(grep -- '100.0 .. 100.0' out)
check 'reglu: its units are no quadratic forms'
said 'another text: all of it' 'positions of the text,' --from reglu.safetensors --data "$HOLO_ROOT/README.md"

"$bin/import_gpt" --layout hf-llama --from "$HOLO_ROOT/tests/data/llama" --out llama.safetensors > log 2>&1
echo 'of' > few
table << 'END'
2 --from: no file :: explain_gate
2 gelu.safetensors: a model with ffn gelu; expected swiglu, geglu :: explain_gate --from gelu.safetensors
2 --data: not given, and reglu.safetensors was trained on another text :: explain_gate --from reglu.safetensors
2 --data: not given, and llama.safetensors was imported :: explain_gate --from llama.safetensors
1 --data: 2 positions; expected at least 64 :: explain_gate --from llama.safetensors --data few --block-size 1
2 --csv: a flag that is gone :: explain_gate --from llama.safetensors --csv units.csv
END
