#!/bin/bash
# tokenizer_test.sh: the file of a BytePairTokenizer, read by plain Python as minbpe reads it, gives
# the same tokens: the pattern is that of our chunks, and the merges are done in the same order.
set -u

if [ -z "${HOLO_COMPILE:-}" ] || [ -z "${HOLO_LIBS:-}" ]; then
  echo 'SKIP tokenizer: no HOLO_COMPILE; try: make test'
  exit 0
fi
python=${PYTHON:-python3}
if ! "$python" -c 'import re' 2> /dev/null; then
  echo "SKIP tokenizer: no $python"
  exit 0
fi

cat > pairs.cpp << 'END'
// pairs TEXT MODEL: learns from the lines of TEXT, saves to MODEL, prints the tokens of all of it.
#include <fmt/format.h>

#include "holo/byte_pair.h"
#include "holo/data.h"

int main(int, char** arguments) {
  using namespace holo;
  const BytePairTokenizer pairs = BytePairTokenizer::train(read_documents(arguments[1]), 400);
  save_tokenizer(arguments[2], pairs);
  for (const int id : pairs.encode(read_file(arguments[1]))) fmt::print("{}\n", id);
}
END
if ! eval "$HOLO_COMPILE_QUICK pairs.cpp -o pairs $HOLO_LIBS" 2> log; then
  echo "FAIL tokenizer: pairs.cpp does not compile: $(grep -m 1 error log)"
  exit 0
fi

cat > minbpe.py << 'END'
# minbpe.py text FILE: a text of words of many kinds. minbpe.py encode TEXT MODEL: its tokens.
import random
import re
import sys

if sys.argv[1] == "text":
    random.seed(1)
    pieces = ["the", " cat's", " 42", "we'll", "  ", "\n", "\t", "!?", "\u00e9t\u00e9", "\u3000",
              "\U0001f600", "'", " don't", "\x1c", "\x7f", "x1", " \n ", "\u0663", "SHE'S"]
    text = "".join(random.choice(pieces) for _ in range(20000))
    open(sys.argv[2], "w", encoding="utf-8", newline="").write(text)
    sys.exit()

lines = open(sys.argv[3], encoding="utf-8").read().split("\n")
assert lines[0] == "minbpe v1" and lines[2] == "1" and lines[-1] == ""
merges = {}
for line in lines[4:-1]:
    a, b = map(int, line.split())
    merges[a, b] = 256 + len(merges)
assert lines[3] == f"<BOS> {256 + len(merges)}"
text = open(sys.argv[2], encoding="utf-8", newline="").read()
chunks = re.findall(lines[1], text)
assert "".join(chunks) == text
for chunk in chunks:
    ids = list(chunk.encode("utf-8"))
    while len(ids) >= 2:
        pair = min(zip(ids, ids[1:]), key=lambda p: merges.get(p, float("inf")))
        if pair not in merges:
            break
        new, i = [], 0
        while i < len(ids):
            if tuple(ids[i:i + 2]) == pair:
                new.append(merges[pair])
                i += 2
            else:
                new.append(ids[i])
                i += 1
        ids = new
    for token in ids:
        print(token)
END

if "$python" minbpe.py text words.txt && ./pairs words.txt words.model > ours &&
  "$python" minbpe.py encode words.txt words.model > theirs 2> log &&
  [ -s ours ] && cmp -s ours theirs; then
  echo "PASS tokenizer: Python reads the file and finds the same $(wc -l < ours) tokens"
else
  echo "FAIL tokenizer: Python finds other tokens: $(tail -n 1 log) $(cmp ours theirs 2>&1)"
fi
