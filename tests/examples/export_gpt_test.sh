#!/bin/bash
# export_gpt_test.sh: a trained model goes to both layouts and comes back: it writes the same texts.
# What export_gpt and import_gpt say to wrong flags and files: one line, the right exit code (2: the
# command, 1: data or system), nothing written. Python's side: interop_test.sh.
set -u
bin=$HOLO_BUILD/bin
export HOLO_PROGRESS=off OMP_NUM_THREADS=1
. "$HOLO_ROOT/tests/examples/refusals.sh"

# texts FILE: what the model of a file writes.
texts() { good sample_gpt --from "$1" --samples 5 --sample-length 20 && cp out "$1.texts"; }

small=(--steps 3 --warmup 0 --n-layer 2 --n-embd 16 --batch 4 --samples 0)
why=
good train_gpt "${small[@]}" --out names.safetensors
good train_gpt "${small[@]}" --preset nano --block-size 16 --ffn gelu_tanh --out nano.safetensors
texts names.safetensors
texts nano.safetensors
check 'export_gpt: two models are trained'

why=
good export_gpt --from names.safetensors --out names.pytorch
good import_gpt --from names.pytorch --out names.back
texts names.back
cmp -s names.safetensors.texts names.back.texts || why="$why other texts"
check 'export_gpt: a model of the demo comes back from pytorch'

why=
good export_gpt --from nano.safetensors --layout hf-gpt2 --out gpt2
grep -q '"activation_function": "gelu_new"' gpt2/config.json || why="$why no gelu_new"
good import_gpt --from gpt2 --layout hf-gpt2 --out nano.back
texts nano.back
cmp -s nano.safetensors.texts nano.back.texts || why="$why other texts"
check 'export_gpt: a model of nanoGPT comes back from hf-gpt2, with biases of 0'

why=
good train_gpt "${small[@]}" --ffn swiglu --norm rms --norm-gain on --norm-embedding off --norm-final on \
  --positions rotary --out rotary.safetensors
good export_gpt --from rotary.safetensors --layout hf-llama --out llama
grep -q '"model_type": "llama"' llama/config.json || why="$why no llama"
good import_gpt --from llama --layout hf-llama --out rotary.back
good sample_gpt --from rotary.back --prompt-tokens 5,17,3 --probabilities
[ "$(sed -n 2p out | wc -w)" = 3 ] || why="$why a number, its text and how probable it is: $(sed -n 2p out)"
cut -d ' ' -f 1 out > back.order
good sample_gpt --from rotary.safetensors --prompt-tokens 5,17,3 --probabilities
cut -d ' ' -f 1 out | cmp -s - back.order || why="$why other probabilities"
check 'export_gpt: a model with gates and rotary positions goes to hf-llama and back'
none 2 '--layout hf-llama: a model with ffn gelu_tanh' export_gpt --from nano.safetensors --layout hf-llama --out none
none 1 'llama/config.json: a model "llama"; expected "model_type": "gpt2"' import_gpt --from llama --layout hf-gpt2 --out none

why=
good export_gpt --from nano.safetensors --layout hf-gpt2 --out gpt2 # the folder is there
good export_gpt --from nano.back --out nano.pytorch
good sample_gpt --from nano.back --samples 1
check 'export_gpt: imported weights can be exported and sampled'

# No folder of a person gets into a file: every program is told whole paths, and none of what is written has them.
mkdir of_ada
head -n 400 "$HOLO_ROOT/examples/data/names.txt" > of_ada/x.txt
ada=$PWD/of_ada why=
small_llama=(--ffn swiglu --norm rms --norm-embedding off --norm-final on --positions rotary)
good train_gpt "${small[@]}" "${small_llama[@]}" --data "$ada/x.txt" --out "$ada/model.safetensors" --keep-best \
  --eval-every 1 --log "$ada/log.csv" --plot "$ada/plot.svg" --trace "$ada/t.html" --trace-events 99
good train_gpt "${small[@]}" --data="$ada/x.txt" --trace="$ada/t.json" --trace-events 9
good 17_demo --steps 1 --data "$ada/x.txt" --out "$ada/demo.safetensors"
good explain_gate --from "$ada/model.safetensors" --data "$ada/x.txt" --positions 64 --csv "$ada/u.csv" --plot "$ada/u.svg"
good export_gpt --from "$ada/model.safetensors" --out "$ada/torch.safetensors"
good export_gpt --from "$ada/model.safetensors" --layout hf-llama --out "$ada/llama"
good import_gpt --from "$ada/llama" --layout hf-llama --out "$ada/again.safetensors"
[ "$(find of_ada -type f | wc -l)" = 15 ] || why="$why $(find of_ada -type f | wc -l) files"
grep -r -l -a -F of_ada of_ada > leaks && why="$why a folder is in $(tr '\n' ' ' < leaks)"
check 'export_gpt: no file that a program writes has a folder of its user'
why=
for file in torch.safetensors llama/model.safetensors; do
  grep -q -a -F 'x.txt' "of_ada/$file" && why="$why the name of the text is in $file"
done
check 'export_gpt: an exported model does not say on which file it was trained'

# damage FILE: flips one bit of its last byte.
damage() {
  local before last
  before=$(($(wc -c < "$1") - 1)) last=$(tail -c 1 "$1" | od -A n -t u1)
  { head -c "$before" "$1"; printf "\\$(printf %03o $((last ^ 1)))"; } > changed
  mv changed "$1"
}
cp names.pytorch damaged.pytorch
cp names.back damaged.back
damage damaged.pytorch
damage damaged.back
none 1 'damaged.pytorch: is damaged: its checksum is' import_gpt --from damaged.pytorch --out none
none 1 'damaged.back: is damaged: its checksum is' sample_gpt --from damaged.back

rm gpt2/config.json && mkdir unnamed pickled && cp gpt2/model.safetensors unnamed && touch pickled/pytorch_model.bin
printf 'holo byte v1\n' > bytes.txt
printf 'PK\003\004torch' > model.pt
table << 'END'
2 --from: no file :: export_gpt --out none
2 --out: no place :: export_gpt --from names.safetensors
2 is the file of --from :: export_gpt --from nano.safetensors --out ./nano.safetensors
2 --out: nano.pytorch :: export_gpt --from nano.safetensors --layout hf-gpt2 --out nano.pytorch
1 no/none: :: export_gpt --from nano.safetensors --out no/none
2 --from: no file :: import_gpt --out none
2 --out: no file :: import_gpt --from names.pytorch
2 --n-head: --layout hf-gpt2 :: import_gpt --from gpt2 --layout hf-gpt2 --n-head 2 --out none
2 is the file of --from :: import_gpt --from names.pytorch --out names.pytorch
1 names.safetensors: weights of ours :: import_gpt --from names.safetensors --out none
1 of another shape: "transformer.h.0.attn.c_attn.weight" [16,48] for [48,16] :: import_gpt --from gpt2 --out none
1 unnamed/config.json: no such file :: import_gpt --from unnamed --layout hf-gpt2 --out none
1 which is a pickle :: import_gpt --from pickled --layout hf-gpt2 --out none
1 bytes.txt: a tokenizer of 257 tokens and a model of 27 :: import_gpt --from names.pytorch --tokenizer-file bytes.txt --out none
1 save_file :: import_gpt --from model.pt --n-head 2 --out none
END
