#!/bin/bash
# interop_test.sh: models of ours in PyTorch, and models of theirs in ours: export_gpt, import_gpt and
# examples/gpt/load_gpt.py. The logits agree to 1e-5 of the largest, for each kind of model.
# Needs a Python with torch 2 and safetensors, for their models transformers too: HOLO_PYTHON, PYTHON or python3.
set -u
what=interop
. "$HOLO_ROOT/tests/skips.sh"
[ -n "${HOLO_COMPILE:-}" ] && [ -n "${HOLO_LIBS:-}" ] || skip 'no HOLO_COMPILE; try: make test'
python=${HOLO_PYTHON:-${PYTHON:-python3}}
"$python" -c 'import safetensors, torch; torch.nn.functional.scaled_dot_product_attention' 2> /dev/null ||
  skip "$python has no torch 2 with safetensors; try: HOLO_PYTHON=/path/to/python"
bin=$HOLO_BUILD/bin
export OMP_NUM_THREADS=1 TRANSFORMERS_OFFLINE=1 HF_HUB_OFFLINE=1

cat > gpt.cpp << 'END_OF_PROGRAM'
// gpt make FILE NAME=VALUE...: a GPT of random numbers, with these options. gpt logits FILE TOKENS: what
// it says to each line of tokens, for example 5,17,3: a number a line.
#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <string>

#include "gpt/layouts/own_model.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/nn/gpt.h"

namespace {

using namespace holo;

void make(int count, char** words) {
  GPTOptions options = nano_options(11);
  options.block_size = 7;
  options.n_layer = 2;
  options.n_head = 2;
  options.n_embd = 12;
  auto text = gpt_options_to_text(options);
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const std::size_t equal = word.find('=');
    text["gpt." + word.substr(0, equal)] = word.substr(equal + 1);
  }
  SavedRun run;
  run.model = gpt_options_from_text(text, "flags");
  run.tokenizer = CharTokenizer({"abcdefghij"}).to_text();
  PythonRandom random(5);
  GPT model(run.model, random);
  for (Tensor parameter : model.parameters()) {
    const NoGrad no_grad;
    parameter.copy_(normal(parameter.shape(), random, 0, 0.3).to_vector());
  }
  save_module(words[0], model, metadata_of(run));
}

void print_logits(const std::string& path, const std::string& texts) {
  const LoadedModel model = load_model(path);
  const NoGrad no_grad;
  std::ifstream lines(texts);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream numbers(line);
    std::vector<Index> tokens;
    for (std::string number; std::getline(numbers, number, ',');) tokens.push_back(std::stoi(number));
    const Tensor logits = (*model.gpt)(Indices({1, static_cast<Index>(tokens.size())}, tokens));
    for (const real x : logits.to_vector()) fmt::print("{:.17g}\n", x);
  }
}

}  // namespace

int main(int count, char** words) {
  try {
    if (std::string(words[1]) == "make") make(count - 2, words + 2);
    else print_logits(words[2], words[3]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
}
END_OF_PROGRAM
root=$(printf %q "$HOLO_ROOT")
gpt=$root/examples/gpt
sources="gpt.cpp $gpt/saved_run.cpp $gpt/layouts/own_model.cpp $gpt/../support/command_line.cpp $gpt/layouts/json.cpp $gpt/tokenizers/*.cpp"
if ! eval "$HOLO_COMPILE_QUICK -I$root/examples -I$root/src $sources -o gpt $HOLO_LIBS" 2> log; then
  echo "FAIL interop: gpt.cpp does not compile: $(grep -m 1 error log)"
  exit 0
fi
mkdir files

# ours NAME OPTION...: a model of ours with its logits, exported.
ours() {
  local name=$1 file=files/$1
  shift
  printf '%s\n' 0,10,4,4,1,9,2 5,0,10,8,8,3,7 > "$file.tokens"
  ./gpt make "$file.safetensors" "$@" 2> log && ./gpt logits "$file.safetensors" "$file.tokens" > "$file.logits" 2> log &&
    "$bin/export_gpt" --from "$file.safetensors" --out "$file.pytorch" > out 2> log ||
    echo "FAIL interop: $name cannot be exported: $(head -n 1 log)"
}
rotary='norm=rms positions=rotary'
ours gelu
ours gelu_tanh ffn=gelu_tanh n_layer=1 bias=no
ours relu2 tied=no ffn=relu2
# shellcheck disable=SC2086
ours swiglu $rotary ffn=swiglu tied=no bias=no n_head=4 n_head_kv=2 n_embd=16 norm_epsilon=0.001 rotary_base=50
ours geglu ffn=geglu norm_embedding=yes hidden=9
# shellcheck disable=SC2086
ours bilinear $rotary ffn=bilinear norm_final=no
ours holo ffn=holo_gate_flow n_embd=8
ours holo_lite ffn=holo_gate_flow_lite norm=rms bias=no
ours microgpt ffn=relu norm=rms norm_gain=no norm_embedding=yes norm_final=no bias=no tied=no \
  n_layer=1 n_head=4 n_embd=16

# say FILE LEAST: each "ok NAME" in it is a PASS, each "no NAME: why" a FAIL, each "skip NAME: why" a SKIP.
say() {
  sed -n -e 's/^ok \(.*\): logits.*/PASS interop: \1/p' -e 't' -e 's/^ok /PASS interop: /p' \
    -e 's/^no /FAIL interop: /p' -e 's/^skip /SKIP interop: /p' "$1"
  [ "$(grep -c '^ok' "$1")" -ge "$2" ] || echo "FAIL interop: only $(grep -c '^ok' "$1") of $2: $(tail -n 1 log)"
}
"$python" "$HOLO_ROOT/tests/examples/interop.py" exchange files > found 2> log
say found 9

shards=0 random=0
for file in files/*.theirs; do
  stem=${file%.theirs} from=${file%.theirs}.safetensors flags=()
  case $stem in */random_*)
    from=$stem name=${stem##*random_} flags=(--layout "hf-${name%_*}")
    random=$((random + 1))
    [ ! -e "$stem/model.safetensors.index.json" ] || shards=$((shards + 1)) ;;
  esac
  if ! "$bin/import_gpt" --from "$from" "${flags[@]}" --out "$stem.imported" > /dev/null 2> log; then
    echo "FAIL interop: $stem cannot be imported: $(head -n 1 log)"
    continue
  fi
  ./gpt logits "$stem.imported" "$stem.tokens" > "$stem.ours"
done
"$python" "$HOLO_ROOT/tests/examples/interop.py" compare files > found 2> log
say found $((9 + random))
if [ $random = 0 ]; then
  echo 'SKIP interop: models of transformers'
elif [ $random = 20 ] && [ $shards -ge 3 ]; then
  echo "PASS interop: $random models of transformers, $shards of them in several files"
else
  echo "FAIL interop: $random models of transformers, $shards in several files"
fi
