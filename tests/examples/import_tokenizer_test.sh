#!/bin/bash
# import_tokenizer_test.sh: a model with the tokenizer of another program: import_gpt takes it from the flag or from the
# folder, sample_gpt goes on with texts, export_gpt writes it again, and a wrong one is refused in one line with nothing
# written. The tokens of the reference: pretrained_tokenizer_test.sh.
set -u
bin=$HOLO_BUILD/bin
export HOLO_PROGRESS=off OMP_NUM_THREADS=1
. "$HOLO_ROOT/tests/examples/refusals.sh"

# samples FILE FLAG...: the texts of a model.
samples() {
  good sample_gpt --from "$1" --samples 3 --sample-length 20 "${@:2}"
  cp out "$1.texts"
}

# A tokenizer.json of 257 tokens: the bytes, and " a".
printf %b "$(head -n 1 "$HOLO_ROOT/tests/data/fuzz/pretrained.txt")" | tr '\0' '\n' | head -n 1 > tokenizer.json
why=
good train_gpt --preset nano --tokenizer byte --steps 2 --warmup 0 --n-layer 1 --n-embd 16 --n-head 2 --block-size 16 --batch 2 \
  --samples 0 --out trained.safetensors
good export_gpt --layout hf-gpt2 --from trained.safetensors --out theirs
good import_gpt --layout hf-gpt2 --from theirs --tokenizer-file tokenizer.json --out ours.safetensors
grep -q '^its tokenizer has 257 tokens$' out || why="$why it says $(cat out)"
samples ours.safetensors --prompt "a 12"
[ "$(head -c 4 out)" = "a 12" ] || why="$why it goes on with $(cat out)"
good sample_gpt --from ours.safetensors --prompt "a 12" --probabilities
[ "$(wc -l < out)" = 258 ] && grep -q '␣a$' out || why="$why its probabilities are $(wc -l < out) lines"
check 'import_gpt: a tokenizer.json goes with a model'

why=
good export_gpt --layout hf-gpt2 --from ours.safetensors --out back
for file in model.safetensors config.json tokenizer.json tokenizer_config.json; do
  grep -q "^wrote back/$file$" out && [ -s back/$file ] || why="$why no back/$file"
done
good export_gpt --layout hf-gpt2 --from ours.safetensors --out back  # over its own files
good import_gpt --layout hf-gpt2 --from back --out again.safetensors
samples again.safetensors --prompt "a 12"
cmp -s ours.safetensors.texts again.safetensors.texts || why="$why other texts: $(cat again.safetensors.texts)"
good export_gpt --from ours.safetensors --out ours.pytorch
good import_gpt --from ours.pytorch --out again.safetensors
samples again.safetensors --prompt "a 12"
cmp -s ours.safetensors.texts again.safetensors.texts || why="$why other texts from pytorch: $(cat again.safetensors.texts)"
check 'export_gpt: the tokenizer goes there and comes back'

# Neither a prompt nor a token that begins a text.
mkdir unmarked
cp back/* unmarked
sed -i 's/"bos_token_id": 256/"bos_token_id": null/; s/"eos_token_id": 256/"eos_token_id": null/' unmarked/config.json
"$bin/import_gpt" --layout hf-gpt2 --from unmarked --out unmarked.safetensors > /dev/null
program=$bin/sample_gpt
run --from unmarked.safetensors --samples 1
one_line 2 error '--prompt: an empty text; expected a text: no token of this model begins one'
check 'sample_gpt: an empty prompt needs a token to begin with'
sed -i 's/"bos_token_id": 256/"bos_token_id": 65/; s/"eos_token_id": 256/"eos_token_id": [103, 104]/' back/config.json
why=
good import_gpt --layout hf-gpt2 --from back --out marked.safetensors
# Stops are the letters g and h.
good sample_gpt --from unmarked.safetensors --prompt "a" --samples 50 --sample-length 100
grep -q '[gh]' out || why="$why it does not come to a stop"
good sample_gpt --from marked.safetensors --samples 50 --sample-length 100
if [ ! -s out ] || grep -q '[gh]' out; then why="$why it goes on after a stop"; fi
good export_gpt --layout hf-gpt2 --from marked.safetensors --out marked
grep -q '"bos_token_id": 65,' marked/config.json && grep -q '"eos_token_id": \[103, 104\]' marked/config.json ||
  why="$why marks are $(grep token_id marked/config.json)"
check 'import_gpt: config.json says which tokens begin and end texts'

# The stops of a model that answers: h alone, the letter 104.
why=
printf '\357\273\277{"eos_token_id": [104, 9999], "do_sample": true}' > back/generation_config.json
{ printf '\357\273\277'; cat back/config.json; } > config && mv config back/config.json
{ printf '\357\273\277'; cat back/tokenizer.json; } > marked.json && cp marked.json back/tokenizer.json
good import_gpt --layout hf-gpt2 --from back --out answers.safetensors
good export_gpt --layout hf-gpt2 --from answers.safetensors --out answers
grep -q '"bos_token_id": 65,' answers/config.json && grep -q '"eos_token_id": 104$' answers/config.json ||
  why="$why marks are $(grep token_id answers/config.json)"
check 'import_gpt: generation_config.json has the stops; files of JSON may begin with a byte order mark'

# A new model in the tokens of another program, as GPT-2 has them and as a package saves them.
why=
sed 's/"added_tokens": *\[\]/"added_tokens": [{"id": 257, "content": "<|endoftext|>", "special": true}]/
  s/"truncation": *null/"truncation": {"max_length": 4}/' tokenizer.json > gpt2.json
new=(--preset nano --data "$HOLO_ROOT/examples/data/names.txt" --format lines --steps 2 --warmup 0 --n-layer 1 --n-embd 16 --n-head 2
  --block-size 16 --batch 2 --samples 1)
good train_gpt "${new[@]}" --tokenizer-file gpt2.json --out new.safetensors
good train_gpt --resume new.safetensors --data "$HOLO_ROOT/examples/data/names.txt" --steps 4 --samples 1
good sample_gpt --from new.safetensors --prompt emma --samples 1 --sample-length 8
good export_gpt --layout hf-gpt2 --from new.safetensors --out new
grep -q '"eos_token": "<|endoftext|>"' new/tokenizer_config.json && grep -q '"eos_token_id": 257$' new/config.json ||
  why="$why marks are $(grep eos_token new/*.json)"
check 'train_gpt: the tokenizer.json of GPT-2, which names no BOS'
program=$bin/train_gpt
run "${new[@]}" --tokenizer-file tokenizer.json
one_line 1 error 'tokenizer.json: a tokenizer without BOS; expected one with a token that comes between texts. Try: a tokenizer.json with <|endoftext|>'
check 'train_gpt: a tokenizer without a token between texts'

import=(--layout hf-gpt2 --from back)
rm back/generation_config.json
sed 's/"normalizer": *null/"normalizer": {"type": "NFC"}/' back/tokenizer.json > nfc
mv nfc back/tokenizer.json
none 1 'back/tokenizer.json: normalizer: {"type": "NFC"}; expected none beside a pre_tokenizer' import_gpt --out none "${import[@]}"
grep -q -e '--no-tokenizer, for the weights alone' err || echo "FAIL import_gpt: no hint: $(cat err)"
why=
good import_gpt "${import[@]}" --no-tokenizer --out none.safetensors
grep -q '^no tokenizer is in it' out || why="$why it says $(cat out)"
good sample_gpt --from none.safetensors --prompt-tokens 5,17,3 --samples 1
check 'import_gpt: --no-tokenizer takes the weights alone'
none 2 '--no-tokenizer: there is a --tokenizer-file too; expected one of the two' import_gpt --out none "${import[@]}" --no-tokenizer \
  --tokenizer-file tokenizer.json
sed 's/"Ġa": *256/"Ġa": 256, "x y": 257/' tokenizer.json > back/tokenizer.json
none 1 'a tokenizer of 258 tokens and a model of 257; expected as many or fewer. Try: import_gpt --no-tokenizer' import_gpt --out none "${import[@]}"
rm back/tokenizer.json && touch back/tokenizer.model
none 1 'back/tokenizer.model: a file of SentencePiece; expected a tokenizer.json' import_gpt --out none "${import[@]}"
program=$bin/export_gpt
echo precious > marked/tokenizer.json
run --layout hf-gpt2 --from marked.safetensors --out marked
one_line 1 error 'marked/tokenizer.json: exists and is not a tokenizer.json'
[ "$(cat marked/tokenizer.json)" = precious ] || why="$why it is replaced"
check 'export_gpt: a file that is no tokenizer.json stays'
