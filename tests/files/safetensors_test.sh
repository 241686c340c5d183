#!/bin/bash
# safetensors_test.sh: files of ours read by plain Python, which reads the format from its
# description alone, and files of Python's read by ours. The reference library, when it is there,
# reads ours too.
set -u

# check NAME: PASS when $why is empty.
check() {
  if [ -z "$why" ]; then echo "PASS safetensors: $1"; else echo "FAIL safetensors: $1: $why"; fi
}

if [ -z "${HOLO_COMPILE:-}" ] || [ -z "${HOLO_LIBS:-}" ]; then
  echo 'SKIP safetensors: no HOLO_COMPILE; try: make test'
  exit 0
fi
python=${PYTHON:-python3}
if ! "$python" -c 'import struct, json' 2> /dev/null; then
  echo "SKIP safetensors: no $python"
  exit 0
fi

cat > exchange.cpp << 'END'
// exchange write FILE: a file of ours. exchange read FILE: every number of a file, one a line.
#include <fmt/format.h>

#include <string>

#include "holo/creation.h"
#include "holo/safetensors.h"

int main(int, char** arguments) {
  using namespace holo;
  const std::string path = arguments[2];
  if (std::string(arguments[1]) == "write") {
    const std::vector<NamedTensor> tensors = {
        {"weight", tensor({{1, -2.5, 3}, {4, 0.1, 6e-30}})}, {"\xC3\xA9 \"x\"\n", tensor(7)},
        {"none", zeros({0, 3})}};
    const std::vector<NamedIndices> indices = {{"tokens", {5, -1, 1LL << 40}}};
    save_safetensors(path, tensors, {{"note", "\xF0\x9F\x8E\xB2"}}, indices);
    return 0;
  }
  const SafetensorsFile file(path);
  for (const std::string& name : file.names()) {
    fmt::print("{} {}", name, text_of_sizes(file.sizes(name)));
    if (file.dtype(name) == "I64") {
      const Indices indices = file.load_indices(name);
      for (const Index value : indices.values()) fmt::print(" {}", value);
    } else {
      for (const real value : file.load(name).to_vector()) fmt::print(" {:.9g}", value);
    }
    fmt::print("\n");
  }
}
END
if ! eval "$HOLO_COMPILE_QUICK exchange.cpp -o exchange $HOLO_LIBS" 2> log; then
  echo "FAIL safetensors: exchange.cpp does not compile: $(grep -m 1 error log)"
  exit 0
fi

cat > read.py << 'END'
import json, struct, sys
data = open(sys.argv[1], 'rb').read()
n, = struct.unpack('<Q', data[:8])
assert n % 8 == 0 and data[8:9] == b'{'
header = json.loads(data[8:8 + n].decode())
assert header.pop('__metadata__') == {'format': 'pt', 'note': '\U0001F3B2'}
assert list(header) == ['tokens', 'none', 'weight', '\xe9 "x"\n'], list(header)
last, found = 0, {}
for name, tensor in header.items():
    begin, end = tensor['data_offsets']
    letter, width = {'F32': ('f', 4), 'F64': ('d', 8), 'I64': ('q', 8)}[tensor['dtype']]
    count = 1
    for size in tensor['shape']:
        count *= size
    assert begin == last and end == begin + count * width and begin % width == 0
    numbers = struct.unpack_from('<%d%s' % (count, letter), data, 8 + n + begin)
    found[name] = tensor['shape'], numbers
    last = end
assert 8 + n + last == len(data)
near = lambda x, y: abs(x - y) <= 1e-7 * abs(y)
assert found['tokens'] == ([3], (5, -1, 1 << 40))
assert found['none'] == ([0, 3], ())
assert found['\xe9 "x"\n'] == ([], (7.0,))
assert found['weight'][0] == [2, 3]
assert all(map(near, found['weight'][1], (1, -2.5, 3, 4, 0.1, 6e-30)))
END

cat > write.py << 'END'
import json, struct, sys
header, data = {'__metadata__': {'by': 'json'}}, b''
def add(name, dtype, shape, letters, values):
    global data
    more = struct.pack('<' + letters, *values)
    begin, end = len(data), len(data) + len(more)
    header[name] = {'dtype': dtype, 'shape': shape, 'data_offsets': [begin, end]}
    data += more
add('byte', 'I64', [1], 'q', [-3])
add('half', 'F16', [2, 1], '2e', [0.5, -65504])
add('f', 'F32', [], 'f', [0.25])
add('\U0001F3B2', 'F64', [3], '3d', [1e10, -2, 0.0078125])
add('empty', 'F32', [2, 0], '', [])
text = json.dumps(header, indent=2).encode()
open(sys.argv[1], 'wb').write(struct.pack('<Q', len(text)) + text + data)
END

why=
./exchange write ours.safetensors 2> log || why="it could not be written: $(head -n 1 log)"
[ -n "$why" ] || "$python" read.py ours.safetensors 2> log || why="Python says: $(tail -n 1 log)"
check 'plain Python reads ours'

printf '%s\n' 'byte [1] -3' 'half [2,1] 0.5 -65504' 'f [] 0.25' \
  '🎲 [3] 1e+10 -2 0.0078125' 'empty [2,0]' > expected
why=
"$python" write.py theirs.safetensors 2> log || why="Python says: $(tail -n 1 log)"
[ -n "$why" ] || ./exchange read theirs.safetensors > found 2> log || why="$(head -n 1 log)"
[ -n "$why" ] || cmp -s expected found || why="found $(diff expected found | tr '\n' ' ')"
check 'ours reads plain Python'

if ! "$python" -c 'import safetensors, numpy' 2> /dev/null; then
  echo "SKIP safetensors: the reference library reads ours: $python has none"
else
  cat > reference.py << 'END'
import sys
from safetensors import safe_open
from safetensors.numpy import load_file, save_file
tensors = load_file(sys.argv[1])
assert sorted(tensors) == sorted(['tokens', 'none', 'weight', '\xe9 "x"\n'])
with safe_open(sys.argv[1], 'np') as file:
    metadata = file.metadata()
save_file(tensors, 'again.safetensors', {'note': metadata['note'], 'format': metadata['format']})
END
  why=
  "$python" reference.py ours.safetensors 2> log || why="Python says: $(tail -n 1 log)"
  [ -n "$why" ] || ./exchange read ours.safetensors > found 2> log || why="$(head -n 1 log)"
  [ -n "$why" ] || ./exchange read again.safetensors > again 2> log || why="$(head -n 1 log)"
  [ -n "$why" ] || cmp -s found again || why='its copy of the file holds other tensors'
  check 'the reference library reads ours'
fi
