#!/bin/bash
# sample_gpt_test.sh: the probabilities that sample_gpt prints are those of the training: with a
# learning rate of 0 the loss of a document is the mean of -log p of its tokens, of which each
# follows BOS and what comes before it. Texts follow the prompt and the seed. How tokens are drawn is in
# tests/nn/sampling_test.cpp. Then explain_gate on models with known answers, trained and imported, and what it says to
# wrong flags and files; gates_test.cpp has its numbers and tables.
set -u
export HOLO_PROGRESS=off OMP_NUM_THREADS=1
bin=$HOLO_BUILD/bin train=$HOLO_BUILD/bin/train_gpt sample=$HOLO_BUILD/bin/sample_gpt

. "$HOLO_ROOT/tests/examples/refusals.sh"
# same NAME A B, other NAME A B: two texts that are not empty.
same() { if [ -n "$2" ] && [ "$2" = "$3" ]; then pass "$1"; else fail "$1" "'$2' and '$3'"; fi; }
other() { if [ "$2" != "$3" ]; then pass "$1"; else fail "$1" "'$2' twice"; fi; }

# Untrained, with large weights: no probability is near another one.
printf 'abba\n' > one
"$train" --data one --validation 0 --batch 1 --steps 1 --lr 0 --min-lr 0 --init-std 0.5 --n-embd 8 \
  --n-head 2 --n-layer 1 --block-size 8 --samples 0 --log log.csv --out model > out 2> err ||
  fail 'a model to begin with' "$(head -n 1 err)"

# likely_at TEMPERATURE FLAG...: probabilities and their tokens, the most probable first.
likely_at() { "$sample" --from model --probabilities --temperature "$@" 2> err | grep -v '^#'; }
likely() { likely_at 1 "$@"; }
# p TOKEN PROMPT: the probability of that token after BOS and the prompt.
p() {
  if [ -n "$2" ]; then likely --prompt "$2"; else likely; fi | awk -v token="$1" '$2 == token { print $1 }'
}

loss=$(tail -n 1 log.csv | cut -d, -f2)
by_hand=$({ p a ''; p b a; p b ab; p a abb; p '<BOS>' abba; } |
  awk '{ sum -= log($1) } END { if (NR == 5) printf "%.6f", sum / 5 }')
if awk -v a="$loss" -v b="${by_hand:-0}" 'BEGIN { d = a - b; exit !(d < 5e-5 && d > -5e-5) }'; then
  pass "the loss of a document, $loss, is the mean of -log p of its tokens"
else
  fail 'the loss of a document' "$loss, and -log p of its tokens has the mean $by_hand"
fi

other 'another temperature, other probabilities' "$(likely_at 0.5)" "$(likely)"

# ---- a prompt that is longer than the block ----

same 'of a long prompt the last tokens count' "$(likely --prompt babaabbaab)" \
  "$(likely --prompt abbaabbaab)"
other 'and all of them as far as they fit' "$(likely --prompt babaabbaab)" "$(likely --prompt aab)"

# ---- texts ----

# Long documents of few letters, so that texts are long and many.
for i in 1 2 3 4 5 6 7; do printf 'aabbabbbabaababbaabab\nbabaabbabababbaab%s\n' $i; done > some
"$train" --data some --validation 0 --steps 20 --warmup 0 --batch 4 --n-embd 8 --n-head 2 \
  --n-layer 1 --block-size 8 --samples 0 --out model > out 2> err
texts() { "$sample" --from model --temperature 1 "$@" 2> err; }
# The texts are one behind the other in the stream of a seed, so the first ones are the same.
all=$(texts --samples 30)
same 'the same seed, the same texts' "$all" "$(texts --samples 30 --seed 42)"
same 'fewer texts are the first of them' "$(texts --samples 1)" "$(printf '%s\n' "$all" | head -n 1)"
other 'another seed, other texts' "$all" "$(texts --samples 30 --seed 43)"
lengths=$(printf '%s\n' "$all" | awk '{ print length($0) }' | sort -n | uniq | wc -l)
[ "$lengths" -gt 5 ] && pass 'a text ends where the model ends it' ||
  fail 'a text ends where the model ends it' "$lengths lengths"
long=$(texts --samples 1 --sample-length 40 --prompt abab)
same '--sample-length counts the tokens behind the prompt' \
  "$(texts --samples 1 --sample-length 3 --prompt abab)" "$(printf %s "$long" | head -c 7)"
case $long in abab?*) pass 'a text begins with its prompt' ;;
  *) fail 'a text begins with its prompt' "'$long'" ;;
esac

greedy=$("$sample" --from model --samples 1 --greedy --sample-length 4 --prompt b 2> err)
same '--top-k 1 is --greedy' "$greedy" "$(texts --top-k 1 --samples 1 --sample-length 4 --prompt b)"
text=b
for _ in 1 2 3 4; do
  next=$(likely --prompt "$text" | awk 'NR == 1 { print $2 }')
  case $next in '<BOS>') break ;; *) text=$text$next ;; esac
done
same 'greedy: the first of the probabilities, letter by letter' "$greedy" "$text"

# ---- explain_gate ----

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
2 --csv: unknown flag :: explain_gate --from llama.safetensors --csv units.csv
END
