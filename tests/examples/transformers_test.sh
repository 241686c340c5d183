#!/bin/bash
# transformers_test.sh: models of GPT-2 and Llama that transformers, the reference, has made and written: import_gpt reads
# them, our logits are those of the reference to 1e-5 of the largest, and sample_gpt goes on with the same tokens.
# Needs a Python with transformers: HOLO_PYTHON, PYTHON or python3.
set -u
what=transformers
. "$HOLO_ROOT/tests/make/plain_build.sh"
python=${HOLO_PYTHON:-${PYTHON:-python3}}
export OMP_NUM_THREADS=1 TRANSFORMERS_OFFLINE=1 HF_HUB_OFFLINE=1
if ! "$python" -c 'import torch, transformers' 2> /dev/null; then
  echo "SKIP $what: $python has no transformers; try: HOLO_PYTHON=/path/to/python"
  exit 0
fi
bin=$HOLO_BUILD/bin

cat > logits.cpp << 'END_OF_PROGRAM'
// logits FILE TOKENS: what it says to each line of tokens, 5,17,3 say, a number a line.
#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <string>

#include "gpt/saved_run.h"
#include "holo/nn/gpt.h"

int main(int, char** words) {
  using namespace holo;
  const LoadedModel model = load_model(words[1]);
  const NoGrad no_grad;
  std::ifstream lines(words[2]);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream numbers(line);
    std::vector<Index> tokens;
    for (std::string number; std::getline(numbers, number, ',');) tokens.push_back(std::stoi(number));
    const Tensor logits = (*model.gpt)(Indices({1, static_cast<Index>(tokens.size())}, tokens));
    for (const real x : logits.to_vector()) fmt::print("{:.9g}\n", x);
  }
}
END_OF_PROGRAM
root=$(printf %q "$HOLO_ROOT")
gpt=$root/examples/gpt
sources="logits.cpp $gpt/saved_run.cpp $gpt/printable.cpp $gpt/../support/progress.cpp $gpt/../support/shell_word.cpp $gpt/layouts/json.cpp $gpt/tokenizers/*.cpp"
if ! eval "$HOLO_COMPILE_QUICK -I$root/examples -I$root/src $sources -o logits $HOLO_LIBS" 2> log; then
  echo "FAIL $what: logits.cpp does not compile: $(grep -m 1 error log)"
  exit 0
fi

mkdir models
if ! "$python" "$HOLO_ROOT/tests/examples/transformers_models.py" models > log 2>&1; then
  echo "FAIL $what: Python says: $(tail -n 1 log)"
  exit 0
fi
same=0 shards=0
for tokens in models/*.tokens; do
  stem=${tokens%.tokens} name=$(basename "${tokens%.tokens}")
  if ! "$bin/import_gpt" --layout "hf-${name%_*}" --from "$stem" --out "$stem.imported" > /dev/null 2> log; then
    echo "FAIL $what: $name is imported: $(head -n 1 log)"
    continue
  fi
  ./logits "$stem.imported" "$tokens" > "$stem.ours" 2> log
  why=$(paste "$stem.ours" "$stem.logits" | awk '
    { d = $1 - $2; if (d < 0) d = -d; if (d > worst) worst = d; x = $2 < 0 ? -$2 : $2; if (x > largest) largest = x }
    NF != 2 { lacking = 1 }
    END { if (lacking || NR == 0 || largest < 0.01 || !(worst <= 1e-5 * largest)) print "logits differ by " worst " of " largest }')
  greedy=$("$bin/sample_gpt" --from "$stem.imported" --prompt-tokens "$(head -n 1 "$tokens")" --greedy --samples 1 --sample-length 8 2> log)
  [ "$greedy" = "$(cat "$stem.greedy")" ] || why="$why; goes on with $greedy and not $(cat "$stem.greedy")"
  if [ -e "$stem/model.safetensors.index.json" ]; then shards=$((shards + 1)); fi
  if [ "$why" ]; then echo "FAIL $what: $name: $why"; else same=$((same + 1)); fi
done
if [ $same = 40 ] && [ $shards -ge 5 ]; then
  echo "PASS $what: $same models, $shards of them in several files: their logits, and the same tokens"
else
  echo "FAIL $what: 40 models: $same, $shards of them in several files"
fi

"$bin/sample_gpt" --from models/llama_1.imported > said 2>&1
if [ $? = 2 ] && grep -q 'no tokenizer in it; expected a tokenizer, or tokens as numbers' said; then
  echo "PASS $what: without a tokenizer sample_gpt asks for one, or for numbers"
else
  echo "FAIL $what: without a tokenizer: $(head -n 1 said)"
fi

# The way back: what export_gpt writes is a Llama of theirs. The first has biases and is tied, the second neither.
for i in 0 1; do
  stem=models/llama_$i
  "$bin/export_gpt" --layout hf-llama --from $stem.imported --out back_$i > /dev/null 2> log
  "$python" - back_$i $stem > said 2>> log << 'END_OF_PROGRAM'
import sys
import torch
import transformers
model = transformers.LlamaForCausalLM.from_pretrained(sys.argv[1]).double().eval()
worst, largest, theirs = 0, 0, iter(open(sys.argv[2] + ".logits"))
for line in open(sys.argv[2] + ".tokens"):
    for x in model(torch.tensor([list(map(int, line.split(",")))])).logits.flatten().tolist():
        y = float(next(theirs))
        worst, largest = max(worst, abs(x - y)), max(largest, abs(y))
print("same" if worst <= 1e-5 * largest else f"{worst} of {largest}")
END_OF_PROGRAM
  if [ "$(cat said)" = same ]; then
    echo "PASS $what: a Llama that export_gpt wrote is read: $i"
  else
    echo "FAIL $what: a Llama that export_gpt wrote is read: $i: $(cat said) $(tail -n 1 log)"
  fi
done
