#!/bin/bash
# links_test.sh: a program is compiled and linked with the folders whose headers it includes, directly
# or through others, and with nothing else.
set -u
. "$HOLO_ROOT/tests/make/tiny_tree.sh"

# ---- in the tiny tree: what is compiled for a program ----

mkdir -p src/text examples/shared examples/other
echo 'int deep();' > src/nn/deep.h
{ echo '#include "nn/deep.h"'; cat src/nn/deep.cpp; } > deep.new && mv deep.new src/nn/deep.cpp
echo 'int text() { return 3; }' > src/text/text.cpp
printf '#include "nn/deep.h"\nint shared();\n' > examples/shared/shared.h
printf '#include "shared/shared.h"\nint shared() { return deep(); }\n' > examples/shared/shared.cpp
echo 'int other() { return 4; }' > examples/other/other.cpp
echo 'int main() {}' > examples/01_nothing.cpp
printf '#include "shared/shared.h"\nint main() { return shared() - 2; }\n' > examples/02_shared.cpp
m run-01_nothing
is 'a program that includes nothing waits for its own file alone' \
  test "$(grep -c '^  [A-Z]' "$here/log")" = "$(grep -c -E '^  (PCH|CXX    examples/01_nothing|LINK) ?' "$here/log")"
m run-02_shared
is 'a program is linked with a folder that it includes, and with what that folder includes' \
  eval 'says "CXX.*shared/shared.cpp" && says "CXX.*nn/deep.cpp" && says "LINK"'
is 'and with no other' silent_on 'text.cpp|other.cpp|base/|  AR '
printf '#include "holo/check.h"\nint main() { return one() - 1; }\n' > examples/01_nothing.cpp
m run-01_nothing
is 'a new include brings its folder' says 'CXX.*src/base/'

cd "$HOLO_ROOT" || exit 1
make --no-print-directory -n CXX="$CXX" B="$here/first" run-01_value > "$here/log" 2>&1
is 'the first run of chapter 1 compiles the scalar engine, and neither Tensors nor the trace' \
  eval 'says "CXX.*src/scalar/" && silent_on "CXX.*src/(ops|tensor|backend|trace|files|nn)/"'

# ---- the programs of this build ----

command -v nm > /dev/null || { echo 'SKIP links: no nm here'; exit 0; }
# has PROGRAM PATTERN: it has a function or an object with such a name.
has() { nm -C "$HOLO_BUILD/bin/$1" | grep -q -E "$2"; }
lacks() { ! has "$@"; }
for program in 01_engine 01_value export_gpt import_gpt 17_demo; do
  [ -e "$HOLO_BUILD/bin/$program" ] || { echo "SKIP links: no $program in this build"; exit 0; }
done
is '01_value has functions of the library' has 01_value ' T holo::'
is '01_engine has none' lacks 01_engine ' holo::'
wings='holo::.*(step_through|save_trace|TraceLog|value_graph|tensor_graph|Tape::)'
is '01_value has the trace, graphs and the scalar engine' has 01_value "$wings"
for program in export_gpt import_gpt 17_demo; do is "$program has none of these" lacks "$program" "$wings"; done
