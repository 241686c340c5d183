#!/bin/bash
# explain_gate_test.sh: explain_gate on models with known answers, trained and imported; what it says to wrong
# flags and files: one line, the right exit code (2: the command line, 1: a file), no file written.
set -u
export HOLO_PROGRESS=off OMP_NUM_THREADS=1
bin=$HOLO_BUILD/bin program=$HOLO_BUILD/bin/explain_gate
. "$HOLO_ROOT/tests/examples/refusals.sh"

# said NAME TEXT...: it succeeded, and its words have each TEXT.
said() {
  local name=$1 text
  shift
  why=
  [ "$code" = 0 ] || why="exit code $code: $(head -n 1 err)"
  for text in "$@"; do
    [ -n "$why" ] || grep -q -F -e "$text" out || why="no '$text' in: $(head -n 8 out)"
  done
  check "$name"
}

small='--steps 20 --warmup 0 --n-layer 2 --n-embd 12 --n-head 2 --batch 8 --samples 0'
train() { "$bin/train_gpt" $small "$@" > log 2>&1 || echo "FAIL a model to explain: $(tail -n 1 log)"; }
train --ffn bilinear --init-std 0.3 --out bilinear.safetensors
train --ffn swiglu --init-std 0.5 --norm-final on --positions rotary --out swiglu.safetensors
train --ffn holo_gate_flow --bias on --out flow.safetensors
train --ffn gelu --out gelu.safetensors
yes 'one two three four five' | head -n 60 > text
train --ffn reglu --init-std 0.5 --data text --format text --tokenizer byte --block-size 8 --out reglu.safetensors

# ---- what is known of a model ----

run --from bilinear.safetensors --csv units.csv --plot shares.svg
said 'bilinear units are quadratic' 'positions of the validation part of the built-in names' \
  '100.0 .. 100.0   100.0' 'the strongest units' 'wrote units.csv' 'wrote shares.svg'
not_quadratic=$(awk -F, 'NR > 1 && ($4 < 0.999999 || $4 > 1.000001)' units.csv | wc -l)
if [ "$(wc -l < units.csv)" = 65 ] && [ "$not_quadratic" = 0 ]; then
  echo 'PASS all of them, 32 in each block'
else
  echo "FAIL all of them, 32 in each block: $(wc -l < units.csv) lines, $not_quadratic of them below 1"
fi
run --from bilinear.safetensors --units 1
why=
[ "$(grep -c '^ *[01] ' out)" = 4 ] || why=$(cat out)
check '--units: a line for each block, and one for its strongest unit'
run --from bilinear.safetensors --units 0 --positions 64
said '--positions: so many' '64 positions of'
why=$(grep strongest out)
check '--units 0: none'
run --from swiglu.safetensors --units 0
said 'SwiGLU with rotary positions' 'swiglu: a = g . x'
why=$(grep -- '100.0 .. 100.0' out)
check 'its units are no quadratic forms'
run --from flow.safetensors
said 'HoloGateFlow: 4 channels for the gate, 4 for the value' 'of 12' 'holo_gate_flow: a'
run --from reglu.safetensors --data text
said 'a text of your own: its validation part' 'positions of the validation part of the text,'
run --from reglu.safetensors --data "$HOLO_ROOT/README.md"
said 'another text: all of it' 'positions of the text,'
run --from reglu.safetensors --data "$HOLO_ROOT/README.md" --format lines
said 'documents' 'positions of the text,'

# ---- an imported model has no text of its own, and perhaps no tokenizer ----

# As theirs are: no tokenizer in the file, and no checksum.
"$bin/export_gpt" --layout hf-llama --from swiglu.safetensors --out llama > log 2>&1 &&
  LC_ALL=C sed -i 's/"tokenizer":/"tokenizex":/; s/"holo.checksum":/"else.checksum":/' llama/model.safetensors &&
  "$bin/import_gpt" --layout hf-llama --from llama --out llama.safetensors >> log 2>&1 ||
  echo "FAIL a Llama: $(tail -n 1 log)"
for i in $(seq 0 299); do echo $((i * i % 27)); done > ids
run --from llama.safetensors --tokens ids
said 'tokens as numbers' 'positions of the tokens,' 'the strongest units'
why=$(sed -n '/^block .*tokens$/,$p' out | awk 'NR > 1 && $NF !~ /^[0-9]+$/')
check 'and numbers are printed'

# ---- what is refused ----

{ printf 'holo char v1\n26\n'; for i in $(seq 97 122); do printf 'U+%04X\n' $i; done; } > names.model
echo '1 2 27' > wrong
echo '1 2 3' > few
table << 'END'
2 --from: no file :: explain_gate --plot none.svg
2 gelu.safetensors: a model with ffn gelu; expected one of the layers with a gate :: explain_gate --from gelu.safetensors --plot none.svg
2 --tokens: there is --data too :: explain_gate --from llama.safetensors --tokens ids --data text --plot none.svg
2 no tokenizer in it :: explain_gate --from llama.safetensors --data text --plot none.svg
2 --data: not given, and reglu.safetensors was trained on another text :: explain_gate --from reglu.safetensors --plot none.svg
2 --data: not given, and llama.safetensors was imported :: explain_gate --from llama.safetensors --tokenizer-file names.model --plot none.svg
1 wrong, line 1: '27'; expected numbers of tokens, from 0 to 26 :: explain_gate --from llama.safetensors --tokens wrong --plot none.svg
1 few: 2 positions; expected at least 64 :: explain_gate --from llama.safetensors --tokens few --block-size 1 --plot none.svg
2 is the file of --from :: explain_gate --from swiglu.safetensors --csv ./swiglu.safetensors --plot none.svg
2 is the file of --csv :: explain_gate --from swiglu.safetensors --csv none.svg --plot none.svg
1 text: exists and is not a table of explain_gate :: explain_gate --from swiglu.safetensors --csv text --plot none.svg
1 no/where: :: explain_gate --from swiglu.safetensors --csv no/where --plot none.svg
END
[ ! -e none.svg ] && pass 'what is refused writes nothing' || fail 'what is refused' 'none.svg is there'

# ---- the table of docs/results/explain_gate.txt, of models that are no good ----

. "$HOLO_ROOT/tests/comma_locale.sh"
LC_ALL=${comma:-C} SIZES=12 STEPS='2 20' SEEDS='42 42' bash "$HOLO_ROOT/examples/gpt/gates/course.sh" "$bin" > course
why=
rows=$(awk '$1 == 12 && ($2 == 2 || $2 == 20) && ($6 == 0 || $6 == 1) && NF == 28' course | wc -l)
[ "$rows" = 4 ] || why="$rows rows, expected 4: $(tail -n 1 course)"
check 'course.sh: a row for each length and block'
"$bin/train_gpt" --n-embd 12 --steps 20 --seed 42 --eval-every 0 --samples 0 --out one.safetensors > log 2>&1
"$program" --from one.safetensors --units 0 > out
wanted=$(awk '$1 == 1 && $7 == ".." { print $4, $5, $6, $9, $10, $11, $14 }' out)
found=$(awk '$1 == 12 && $2 == 20 && $6 == 1 { print $7, $10, $13, $16, $19, $23, $26 }' course)
why=
[ -n "$wanted" ] && [ "$wanted" = "$found" ] || why="'$found', expected '$wanted'"
check 'course.sh: of one seed it says what explain_gate says'
