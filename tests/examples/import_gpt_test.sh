#!/bin/bash
# import_gpt_test.sh: a trained model goes to PyTorch's file and comes back: it writes the same texts. A GPT-2 and a Llama of
# Hugging Face come with their tokenizers. What export_gpt and import_gpt say to wrong flags and files: one line, the right
# exit code (2: the command, 1: data or system), nothing written. Python's side: interop_test.sh.
set -u
bin=$HOLO_BUILD/bin data=$HOLO_ROOT/tests/data
export HOLO_PROGRESS=off OMP_NUM_THREADS=1
. "$HOLO_ROOT/tests/examples/refusals.sh"

# No folder of a person gets into a file: every program is told whole paths, and none of what is written has them.
mkdir of_ada
head -n 200 "$HOLO_ROOT/examples/data/names.txt" > of_ada/x.txt
ada=$PWD/of_ada why=
small=(--steps 3 --warmup 0 --n-layer 1 --n-embd 16 --batch 4 --samples 0)
good train_gpt "${small[@]}" --data "$ada/x.txt" --out "$ada/model.safetensors" \
  --log "$ada/log.csv" --plot "$ada/plot.svg" --trace "$ada/t.html" --trace-events 99
good export_gpt --from "$ada/model.safetensors" --out "$ada/torch.safetensors"
good import_gpt --from "$ada/torch.safetensors" --out "$ada/again.safetensors"
[ "$(find of_ada -type f | wc -l)" = 7 ] || why="$why $(find of_ada -type f | wc -l) files"
grep -r -l -a -F of_ada of_ada > leaks && why="$why a folder is in $(tr '\n' ' ' < leaks)"
grep -q -a -F 'x.txt' of_ada/torch.safetensors && why="$why the name of the text is in the export"
check 'no file that a program writes has a folder of its user, and an export not even the name of the text'

why=
for file in model again; do good sample_gpt --from "$ada/$file.safetensors" --samples 5 && cp out $file.texts; done
[ -s model.texts ] && cmp -s model.texts again.texts || why="$why other texts"
check 'export_gpt: a model comes back from PyTorch with its texts'

# ---- models of Hugging Face ----

# texts FILE FLAG...: what the model of a file writes.
texts() { good sample_gpt --from "$1" --samples 20 --sample-length 30 "${@:2}"; }
why=
for kind in gpt2 llama; do
  good import_gpt --from "$data/$kind" --layout hf-$kind --out $kind.safetensors
  grep -q '^its tokenizer has 258 tokens$' out || why="$why it says $(cat out)"
  texts $kind.safetensors --prompt 'a 12'
  [ "$(grep -a -c '^a 12' out)" = 20 ] || why="$why it goes on with $(head -n 1 out)"
  good sample_gpt --from $kind.safetensors --prompt 'x a' --probabilities
  [ "$(wc -l < out)" = 259 ] && grep -q '␣a$' out || why="$why its probabilities are $(wc -l < out) lines"
done
good explain_gate --from llama.safetensors --data "$HOLO_ROOT/README.md" --positions 64 --units 1
good export_gpt --from gpt2.safetensors --out gpt2.torch
good import_gpt --from gpt2.torch --out gpt2.again
for file in safetensors again; do texts gpt2.$file --prompt a && cp out $file.texts; done
cmp -s safetensors.texts again.texts || why="$why other texts after PyTorch"
check 'import_gpt: a GPT-2 and a Llama with their tokenizers, and the way to PyTorch and back'

# Stops are the letters g and h, as config.json says; then h alone, as a model that answers says. JSON may begin with a
# byte order mark.
cp -r "$data/gpt2" theirs && chmod -R u+w theirs
why=
sed -i 's/"bos_token_id": 257/"bos_token_id": 65/; s/"eos_token_id": 257/"eos_token_id": [103, 104]/; 1s/^/\xEF\xBB\xBF/' theirs/config.json
good import_gpt --layout hf-gpt2 --from theirs --out marked.safetensors
for file in gpt2 marked; do texts $file.safetensors --prompt a --temperature 3 && cp out $file.out; done
grep -a -q '[gh]' gpt2.out || why="$why it does not come to a stop"
if [ ! -s marked.out ] || grep -a -q '[gh]' marked.out; then why="$why it goes on after a stop"; fi
printf '\357\273\277{"eos_token_id": [104, 9999], "do_sample": true}' > theirs/generation_config.json
good import_gpt --layout hf-gpt2 --from theirs --out marked.safetensors
texts marked.safetensors --temperature 3
if ! grep -a -q g out || grep -a -q h out; then why="$why generation_config.json does not count"; fi
check 'import_gpt: which tokens begin and end texts'

why=
sed -i 's/"bos_token_id": 65/"bos_token_id": null/' theirs/config.json
good import_gpt --layout hf-gpt2 --from theirs --out unmarked.safetensors
check 'import_gpt: a model without a token that begins texts'
mkdir bare && cp theirs/config.json theirs/model.safetensors bare
why=
good import_gpt --layout hf-gpt2 --from bare --out bare.safetensors
grep -q '^no tokenizer is in it' out || why="$why it says $(cat out)"
good sample_gpt --from bare.safetensors --tokenizer-file "$data/gpt2/tokenizer.json" --prompt a --samples 1
check 'import_gpt: a folder without a tokenizer gives the weights alone'

# A new model in the tokens of another program.
why=
names=$HOLO_ROOT/examples/data/names.txt
good train_gpt "${small[@]}" --data "$names" --tokenizer-file "$data/gpt2/tokenizer.json" --out new.safetensors
good train_gpt --resume new.safetensors --data "$names" --steps 5 --samples 1
good sample_gpt --from new.safetensors --prompt emma --samples 1 --sample-length 8
check 'train_gpt: the tokenizer.json of GPT-2, whose <|endoftext|> comes between texts'

# ---- what is refused ----

# damaged FILE: with one bit of its last byte flipped.
damaged() {
  local before last
  before=$(($(wc -c < "$1") - 1)) last=$(tail -c 1 "$1" | od -A n -t u1)
  { head -c "$before" "$1"; printf "\\$(printf %03o $((last ^ 1)))"; }
}
damaged of_ada/torch.safetensors > damaged.torch
damaged of_ada/again.safetensors > damaged.again
sed 's/"normalizer": *null/"normalizer": {"type": "NFC"}/' "$data/gpt2/tokenizer.json" > theirs/tokenizer.json
sed 's/"id": 257, "content": "<|endoftext|>"/"id": 257, "content": "<|end|>"/' "$data/gpt2/tokenizer.json" > unmarked.json
mkdir larger pieces unnamed pickled
cp theirs/config.json theirs/model.safetensors larger && cp larger/* pieces && cp larger/model.safetensors unnamed
sed 's/"Ġa": *256/"Ġa": 256, "x y": 257/; s/"id": 257/"id": 258/' "$data/gpt2/tokenizer.json" > larger/tokenizer.json
touch pieces/tokenizer.model pickled/pytorch_model.bin
printf 'holo byte v1\n' > bytes.txt
printf 'PK\003\004torch' > model.pt
table << 'END'
1 damaged.torch: is damaged: its checksum is :: import_gpt --from damaged.torch --out none
1 damaged.again: is damaged: its checksum is :: sample_gpt --from damaged.again
2 --from: no file :: export_gpt --out none
2 --out: no place :: export_gpt --from gpt2.safetensors
2 --layout: unknown flag :: export_gpt --from gpt2.safetensors --layout hf-gpt2 --out none
2 is the file of --from :: export_gpt --from gpt2.safetensors --out ./gpt2.safetensors
1 no/none: :: export_gpt --from gpt2.safetensors --out no/none
1 bytes.txt: exists and is not a model :: export_gpt --from gpt2.safetensors --out bytes.txt
1 bytes.txt: exists and is not a model :: import_gpt --from gpt2.torch --out bytes.txt
2 --from: no file :: import_gpt --out none
2 --out: no file :: import_gpt --from gpt2.torch
2 --n-head: unknown flag :: import_gpt --from gpt2.torch --n-head 2 --out none
2 is the file of --from :: import_gpt --from gpt2.torch --out gpt2.torch
1 gpt2.safetensors: weights of ours :: import_gpt --from gpt2.safetensors --out none
1 no options of the model in its metadata :: import_gpt --from theirs --out none
1 theirs/config.json: a model "gpt2"; expected "model_type": "llama" :: import_gpt --from theirs --layout hf-llama --out none
1 unnamed/config.json: no such file :: import_gpt --from unnamed --layout hf-gpt2 --out none
1 which is a pickle :: import_gpt --from pickled --layout hf-gpt2 --out none
1 save_file :: import_gpt --from model.pt --out none
1 theirs/tokenizer.json: normalizer: {"type": "NFC"}; expected none beside a pre_tokenizer. Try: take it out :: import_gpt --layout hf-gpt2 --from theirs --out none
1 a tokenizer of 259 tokens and a model of 258; expected as many or fewer :: import_gpt --layout hf-gpt2 --from larger --out none
1 pieces/tokenizer.model: a file of SentencePiece; expected a tokenizer.json :: import_gpt --layout hf-gpt2 --from pieces --out none
1 bytes.txt: a tokenizer of 257 tokens and a model of 258 :: import_gpt --from gpt2.torch --tokenizer-file bytes.txt --out none
2 --prompt: an empty text; expected a text: no token of this model begins one :: sample_gpt --from unmarked.safetensors
2 bare.safetensors: no tokenizer in it :: sample_gpt --from bare.safetensors
2 --prompt-tokens: unknown flag :: sample_gpt --from gpt2.safetensors --prompt-tokens 1
1 unmarked.json: a tokenizer without BOS; expected one with a token that comes between texts. Try: a tokenizer.json with <|endoftext|> :: train_gpt --tokenizer-file unmarked.json
END
