#!/bin/bash
# pretrained_tokenizer_test.sh: tokenizers that the package tokenizers, the reference, has trained with the patterns of
# GPT-2, Llama 3 and Qwen 2: our pieces, tokens and texts are its own, string by string; import_gpt takes the tokenizer with
# a model, and the reference reads what export_gpt writes.
# Needs a Python with tokenizers: HOLO_PYTHON, PYTHON or python3.
set -u
what=pretrained_tokenizer
. "$HOLO_ROOT/tests/make/plain_build.sh"
python=${HOLO_PYTHON:-${PYTHON:-python3}}
if ! "$python" -c 'import tokenizers' 2> /dev/null; then
  echo "SKIP $what: $python has no tokenizers; try: HOLO_PYTHON=/path/to/python"
  exit 0
fi
bin=$HOLO_BUILD/bin

cat > main.cpp << 'END_OF_PROGRAM'
// main NAME TOKENIZER: of each string of NAME.texts the bytes of its pieces and its tokens, a line each; then, in hexadecimal
// digits, the text of these tokens and that of each line of NAME.drawn. Bytes that are not UTF-8 are as Python replaces them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "holo/data.h"

int main(int, char** words) {
  using namespace holo;
  const std::string name = words[1];
  const auto read = load_stored_tokenizer(words[2]);
  const auto& tokenizer = dynamic_cast<const PretrainedTokenizer&>(*read);
  const std::string texts = read_file(name + ".texts", std::size_t{1} << 26);
  std::vector<std::vector<int>> lists;
  for (std::size_t at = 0; at < texts.size();) {
    const std::size_t end = texts.find('\0', at);
    const std::string_view text = std::string_view(texts).substr(at, end - at);
    std::vector<std::size_t> bytes;
    if (!tokenizer.parts().byte_fallback) {
      for (const std::string_view piece : tokenizer.pieces(text)) bytes.push_back(piece.size());
    }
    lists.push_back(tokenizer.encode(text));
    fmt::print("{}\n{}\n", fmt::join(bytes, ","), fmt::join(lists.back(), ","));
    at = end + 1;
  }
  std::ifstream lines(name + ".drawn");
  for (std::string line; std::getline(lines, line);) {
    std::istringstream numbers(line);
    lists.emplace_back();
    for (std::string number; std::getline(numbers, number, ',');) lists.back().push_back(std::stoi(number));
  }
  for (const std::vector<int>& ids : lists) {
    for (const char c : tokenizer.decode(ids)) fmt::print("{:02x}", static_cast<unsigned char>(c));
    fmt::print("\n");
  }
}
END_OF_PROGRAM
root=$(printf %q "$HOLO_ROOT")
# One unit, as in the build.
for source in "$HOLO_ROOT"/examples/gpt/tokenizers/*.cpp "$HOLO_ROOT"/examples/gpt/layouts/json.cpp; do
  echo "#include \"$source\""
done >> main.cpp
if ! eval "$HOLO_COMPILE_QUICK -I$root/examples -I$root/src main.cpp -o main $HOLO_LIBS" 2> log; then
  echo "FAIL $what: main.cpp does not compile: $(grep -m 1 error log)"
  exit 0
fi
mkdir files
if ! "$python" "$HOLO_ROOT/tests/examples/pretrained_tokenizers.py" files > log 2>&1; then
  echo "FAIL $what: Python says: $(tail -n 1 log)"
  exit 0
fi

# same NAME TOKENIZER: are pieces, tokens and texts those of the reference?
same() {
  ./main "files/$1" "$2" > ours 2> log || return 1
  "$python" - ours "files/$1.expected" "$(case $1 in llama2*) echo strips ;; *) echo not ;; esac)" > said 2> log << 'END_OF_PROGRAM'
import sys
ours, theirs = (open(path).read().split("\n") for path in sys.argv[1:3])
first_text, strips = 2 * 10010, sys.argv[3] == "strips"
for i in range(first_text, len(ours) - 1):
    text = bytes.fromhex(ours[i]).decode("utf-8", "replace")
    ours[i] = (text[1:] if strips and text[:1] == " " else text).encode("utf-8").hex()
different = [i for i, pair in enumerate(zip(ours, theirs)) if pair[0] != pair[1]]
assert len(ours) == len(theirs) and len(theirs) > 3 * 10010 and not different, (len(ours), len(theirs), different[:5])
print(len(ours) - 1)
END_OF_PROGRAM
}

for name in gpt2 gpt2_split llama3 qwen2 digits llama2 llama2_first llama2_always metaspace_never; do
  if same $name files/$name/tokenizer.json; then
    echo "PASS $what: $name: $(cat said) lines of pieces, tokens and texts"
  else
    echo "FAIL $what: $name: $(tail -n 1 log)"
  fi
done

# A model of one block, with as many tokens as the tokenizer, and a table that is larger.
for name in gpt2 llama3 llama2; do
  layout=hf-${name%[23]}
  [ $name != gpt2 ] || layout=hf-gpt2
  "$python" - $name files/$name > log 2>&1 << 'END_OF_PROGRAM'
import json, random, struct, sys
name, folder = sys.argv[1:]
V, T, C = 1600, 32, 4
tree = json.load(open(folder + "/tokenizer.json"))
bos = [one["id"] for one in tree["added_tokens"] if one["content"] in ("<|endoftext|>", "<s>")][0]
if name == "gpt2":
    config = {"model_type": "gpt2", "vocab_size": V, "n_positions": T, "n_embd": C, "n_layer": 1, "n_head": 2}
    shapes = {"wte.weight": (V, C), "wpe.weight": (T, C), "ln_f.weight": (C,), "ln_f.bias": (C,)}
    for part, shape in (("ln_1", None), ("ln_2", None), ("attn.c_attn", (C, 3 * C)), ("attn.c_proj", (C, C)),
                        ("mlp.c_fc", (C, 4 * C)), ("mlp.c_proj", (4 * C, C))):
        shapes[f"h.0.{part}.weight"], shapes[f"h.0.{part}.bias"] = shape or (C,), (shape or (C,))[-1:]
else:
    config = {"model_type": "llama", "vocab_size": V, "max_position_embeddings": T, "hidden_size": C, "intermediate_size": 6,
              "num_hidden_layers": 1, "num_attention_heads": 2, "tie_word_embeddings": True}
    shapes = {"model.embed_tokens.weight": (V, C), "model.norm.weight": (C,)}
    for part, shape in (("input_layernorm", (C,)), ("post_attention_layernorm", (C,)), ("self_attn.q_proj", (C, C)),
                        ("self_attn.k_proj", (C, C)), ("self_attn.v_proj", (C, C)), ("self_attn.o_proj", (C, C)),
                        ("mlp.up_proj", (6, C)), ("mlp.gate_proj", (6, C)), ("mlp.down_proj", (C, 6))):
        shapes[f"model.layers.0.{part}.weight"] = shape
config.update(bos_token_id=bos, eos_token_id=bos if name == "gpt2" else [bos, bos + 1])
random.seed(1)
header, numbers, at = {}, b"", 0
for key, shape in shapes.items():
    count = shape[0] * (shape[1] if len(shape) > 1 else 1)
    numbers += struct.pack(f"<{count}f", *(random.gauss(0, 1) for _ in range(count)))
    header[key] = {"dtype": "F32", "shape": shape, "data_offsets": [at, at + 4 * count]}
    at += 4 * count
text = json.dumps(header).encode()
text += b" " * (-len(text) % 8)
open(folder + "/model.safetensors", "wb").write(struct.pack("<Q", len(text)) + text + numbers)
json.dump(config, open(folder + "/config.json", "w"))
END_OF_PROGRAM
  if ! "$bin/import_gpt" --layout $layout --from files/$name --out $name.safetensors > said 2> log; then
    echo "FAIL $what: $name is imported: $(cat log)"
    continue
  fi
  sampled=$("$bin/sample_gpt" --from $name.safetensors --prompt "Hello, world" --samples 2 --sample-length 5 2> log)
  lines=$("$bin/sample_gpt" --from $name.safetensors --prompt "Hello, world" --probabilities 2>> log | wc -l)
  case $sampled in
    "Hello, world"*) [ "$lines" = 1601 ] && echo "PASS $what: $name goes on with a text, and says how probable each of $((lines - 1)) tokens is" ||
      echo "FAIL $what: $name: $lines lines of probabilities" ;;
    *) echo "FAIL $what: $name goes on with a text: $sampled $(cat log)" ;;
  esac
  # Back: the same tokenizer for the reference, and for us the same once more.
  rm -rf back
  "$bin/export_gpt" --layout $layout --from $name.safetensors --out back > said 2> log
  "$python" - $name back >> said 2>> log << 'END_OF_PROGRAM'
import json, sys
from tokenizers import Tokenizer
name, folder = sys.argv[1:]
a, b = Tokenizer.from_file(f"files/{name}/tokenizer.json"), Tokenizer.from_file(folder + "/tokenizer.json")
texts = open(f"files/{name}.texts", encoding="utf-8", newline="").read().split("\0")
assert [one.ids for one in a.encode_batch(texts)] == [one.ids for one in b.encode_batch(texts)], "other tokens"
assert a.get_vocab() == b.get_vocab(), "another vocabulary"
for key in ("bos_token_id", "eos_token_id"):
    old, new = (json.load(open(path + "/config.json"))[key] for path in ("files/" + name, folder))
    assert old == new, (key, old, new)
print("same")
END_OF_PROGRAM
  "$bin/import_gpt" --layout $layout --from back --out again.safetensors > /dev/null 2>> log
  again=$("$bin/sample_gpt" --from again.safetensors --prompt "Hello, world" --samples 2 --sample-length 5 2>> log)
  if [ "$(tail -n 1 said)" = same ] && [ "$again" = "$sampled" ]; then
    echo "PASS $what: $name: the reference reads what export_gpt wrote, and so do we"
  else
    echo "FAIL $what: $name: there and back: $(tail -n 1 log) $again"
  fi
done

# The same without tokenizer.json: the older pair of files. Its other added tokens are not in them.
mkdir pair
cp files/gpt2/{vocab.json,merges.txt,config.json,model.safetensors} pair
"$bin/import_gpt" --layout hf-gpt2 --from pair --out pair.safetensors > /dev/null 2> log
for text in "Hello, world" "it's 1234  <|endoftext|>" $'\u00e9t\u00e9 \u4e16'; do
  ours=$("$bin/sample_gpt" --from pair.safetensors --prompt "$text" --samples 1 --sample-length 9 --greedy 2>> log)
  theirs=$("$bin/sample_gpt" --from gpt2.safetensors --prompt "$text" --samples 1 --sample-length 9 --greedy 2>> log)
  if [ "$ours" ] && [ "$ours" = "$theirs" ]; then
    echo "PASS $what: vocab.json and merges.txt are the same tokenizer: $text"
  else
    echo "FAIL $what: vocab.json and merges.txt: $ours and not $theirs: $(cat log)"
  fi
done
