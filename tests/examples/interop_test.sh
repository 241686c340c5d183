#!/bin/bash
# interop_test.sh: models of ours in PyTorch and models of PyTorch in ours: export_gpt, import_gpt
# and examples/gpt/load_*.py. The logits agree to 1e-5, for each layout and each kind of model.
# Needs a Python with torch 2: HOLO_PYTHON, PYTHON or python3.
set -u

if [ -z "${HOLO_COMPILE:-}" ] || [ -z "${HOLO_LIBS:-}" ]; then
  echo 'SKIP interop: no HOLO_COMPILE; try: make test'
  exit 0
fi
python=${HOLO_PYTHON:-${PYTHON:-python3}}
if ! "$python" -c 'import torch' 2> /dev/null; then
  echo "SKIP interop: $python has no torch; try: HOLO_PYTHON=/path/to/python"
  exit 0
elif ! "$python" -c 'import torch; torch.nn.functional.scaled_dot_product_attention' 2> /dev/null; then
  echo "SKIP interop: the torch of $python is older than 2.0; try: HOLO_PYTHON=/path/to/python"
  exit 0
fi
bin=$HOLO_BUILD/bin
export OMP_NUM_THREADS=1 TRANSFORMERS_OFFLINE=1 HF_HUB_OFFLINE=1

cat > gpt.cpp << 'END_OF_PROGRAM'
// gpt make FILE NAME=VALUE...: a GPT of random numbers, with these options. gpt logits FILE: what
// it says to the tokens of interop.py, a number a line.
#include <fmt/format.h>

#include <string>

#include "gpt/saved_run.h"
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

void print_logits(const std::string& path) {
  const LoadedModel model = load_model(path);
  const Index V = model.run.model.vocab_size, T = model.run.model.block_size;
  std::vector<Index> tokens;
  for (Index b = 0; b < 2; ++b) {
    for (Index t = 0; t < T; ++t) tokens.push_back((7 * t + 3 * t * t + 5 * b) % V);
  }
  const NoGrad no_grad;
  const Tensor logits = (*model.gpt)(Indices({2, T}, tokens));
  for (const real x : logits.to_vector()) fmt::print("{:.17g}\n", x);
}

}  // namespace

int main(int count, char** words) {
  try {
    if (std::string(words[1]) == "make") make(count - 2, words + 2);
    else print_logits(words[2]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
}
END_OF_PROGRAM
root=$(printf %q "$HOLO_ROOT")
gpt=$root/examples/gpt
sources="gpt.cpp $gpt/saved_run.cpp $gpt/printable.cpp $gpt/../support/progress.cpp $gpt/../support/shell_word.cpp $gpt/layouts/json.cpp $gpt/tokenizers/*.cpp"
if ! eval "$HOLO_COMPILE_QUICK -I$root/examples -I$root/src $sources -o gpt $HOLO_LIBS" 2> log; then
  echo "FAIL interop: gpt.cpp does not compile: $(grep -m 1 error log)"
  exit 0
fi

mkdir files

# ours NAME OPTION...: a model of ours with its logits, exported. Names that begin with nano are of
# models that nanoGPT and GPT-2 have too.
ours() {
  local name=$1 file=files/$1
  shift
  if ! ./gpt make "$file.safetensors" "$@" 2> log ||
    ! ./gpt logits "$file.safetensors" > "$file.logits" 2> log ||
    ! "$bin/export_gpt" --from "$file.safetensors" --out "$file.pytorch" > /dev/null 2> log; then
    echo "FAIL interop: $name cannot be exported: $(head -n 1 log)"
    return
  fi
  case $name in nano*) ;; *) return ;; esac
  if ! "$bin/export_gpt" --from "$file.safetensors" --layout hf-gpt2 --out "$file.gpt2" \
    > /dev/null 2> log; then
    echo "FAIL interop: $name cannot be exported as GPT-2: $(head -n 1 log)"
  fi
}

ours nano_gelu
ours nano_gelu_tanh ffn=gelu_tanh n_layer=1
ours nano_without_biases bias=no
ours nano_untied tied=no ffn=relu2
ours swiglu ffn=swiglu norm=rms positions=rotary tied=no bias=no
ours grouped ffn=swiglu norm=rms positions=rotary tied=no bias=no n_head=4 n_head_kv=2 n_embd=16 norm_epsilon=0.001 rotary_base=50
ours geglu ffn=geglu norm_embedding=yes hidden=9
ours bilinear ffn=bilinear norm=rms norm_final=no positions=rotary
ours holo ffn=holo_gate_flow n_embd=8
ours holo_lite ffn=holo_gate_flow_lite norm=rms bias=no
ours microgpt ffn=relu norm=rms norm_gain=no norm_embedding=yes norm_final=no bias=no tied=no \
  n_layer=1 n_head=4 n_embd=16

# say FILE: each "ok NAME" in it is a PASS, each "no NAME: why" a FAIL, each "skip NAME: why" a SKIP.
say() {
  sed -n -e 's/^ok \(.*\): logits.*/PASS interop: \1/p' -e 't' -e 's/^ok /PASS interop: /p' \
    -e 's/^no /FAIL interop: /p' -e 's/^skip /SKIP interop: /p' "$1"
}

"$python" "$HOLO_ROOT/tests/examples/interop.py" exchange files > found 2> log ||
  echo "FAIL interop: Python says: $(tail -n 1 log)"
say found
[ "$(grep -c '^ok' found)" -ge 18 ] || echo "FAIL interop: only $(grep -c '^ok' found) models read"

for file in files/*.theirs; do
  stem=${file%.theirs}
  case $stem in
    */gpt2_*) flags=(--layout hf-gpt2 --config "$stem.json") ;;
    */nano_*) flags=(--n-head 3) ;;
    *) flags=() ;;
  esac
  if "$bin/import_gpt" --from "$stem.safetensors" "${flags[@]}" --out "$stem.imported" > /dev/null \
    2> log; then
    ./gpt logits "$stem.imported" > "$stem.ours"
  else
    echo "FAIL interop: $(basename "$stem") cannot be imported: $(head -n 1 log)"
  fi
done
"$python" "$HOLO_ROOT/tests/examples/interop.py" compare files > found 2> log ||
  echo "FAIL interop: Python says: $(tail -n 1 log)"
say found
[ "$(grep -c '^ok' found)" -ge 15 ] ||
  echo "FAIL interop: only $(grep -c '^ok' found) models came back"

# A pickle is no data: it is refused by name, with the way out.
"$python" -c 'import torch; torch.save({"a": torch.ones(2)}, "model.pt")'
"$bin/import_gpt" --from model.pt --n-head 2 --out none.safetensors > out 2> err
code=$?
if [ $code = 1 ] && [ ! -e none.safetensors ] && grep -q 'torch.save.*save_file' err; then
  echo 'PASS interop: a file of torch.save is refused'
else
  echo "FAIL interop: a file of torch.save is refused: exit code $code, $(head -n 1 err)"
fi
