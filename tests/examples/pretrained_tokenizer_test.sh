#!/bin/bash
# pretrained_tokenizer_test.sh: tokenizers that the package tokenizers, the reference, has trained with the patterns of
# GPT-2 and Llama 3: our pieces, tokens and texts are its own, string by string.
# Needs a Python with tokenizers: HOLO_PYTHON, PYTHON or python3.
set -u
what=pretrained_tokenizer
. "$HOLO_ROOT/tests/make/plain_build.sh"
python=${HOLO_PYTHON:-${PYTHON:-python3}}
if ! "$python" -c 'import tokenizers' 2> /dev/null; then
  echo "SKIP $what: $python has no tokenizers; try: HOLO_PYTHON=/path/to/python"
  exit 0
fi

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

for name in gpt2 gpt2_split llama3 digits llama2 llama2_first; do
  if same $name files/$name/tokenizer.json; then
    echo "PASS $what: $name: $(cat said) lines of pieces, tokens and texts"
  else
    echo "FAIL $what: $name: $(tail -n 1 log)"
  fi
done
