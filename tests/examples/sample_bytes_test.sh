#!/bin/bash
# sample_bytes_test.sh: a tokenizer of anyone, 24 merges that double a token to 16 MiB, gives texts of
# a limited size, in train_gpt, sample_gpt and its probabilities; --help says the limit.
set -u
. "$HOLO_ROOT/tests/examples/refusals.sh"
export HOLO_PROGRESS=off OMP_NUM_THREADS=1

{
  printf 'minbpe v1\n\n0\n97 97\n'
  for ((token = 256; token < 279; ++token)); do echo "$token $token"; done
} > doubling.model
printf 'aaaa\nab\nba\n' > text

# small NAME MOST MARK: it worked, wrote at most so many bytes, and has that text.
small() {
  local bytes
  bytes=$(wc -c < out)
  why=
  if [ "$code" != 0 ]; then
    why="exit code $code: $(head -n 1 err)"
  elif [ "$bytes" -gt "$2" ]; then
    why="it wrote $bytes bytes, expected at most $2"
  elif ! grep -q -F -e "$3" out; then
    why="it does not say '$3'"
  fi
  check "$1"
}

program=$HOLO_BUILD/bin/train_gpt
# The first weights are small, so that each of the 281 tokens is about as probable.
run --tokenizer-file doubling.model --data text --preset microgpt --lr 0 --steps 1 --samples 5 \
  --out m.safetensors
small 'train_gpt: five samples' 70000 '... [cut: a text of this length has at most 12800 bytes]'

program=$HOLO_BUILD/bin/sample_gpt
run --from m.safetensors --samples 5
small 'sample_gpt: five samples' 70000 '... [cut: a text of this length has at most 12800 bytes]'
run --from m.safetensors --samples 5 --sample-length 20
small 'sample_gpt: five short ones' 25000 '... [cut: a text of this length has at most 4096 bytes]'
run --from m.safetensors --probabilities
small 'sample_gpt: probabilities' 40000 '... [16777216 bytes]'

for name in train_gpt sample_gpt; do
  program=$HOLO_BUILD/bin/$name
  run --help
  small "$name says the limit" 10000 'at most, and 64 times as many bytes'
done
