#!/bin/bash
# add_op_test.sh: the steps of docs/contributing.md for a new operation lead to one that works. Each
# block of the page goes to the place that its comment names, in a copy; what the steps touch is
# compiled, and the tests see the new operation.
set -u
export HOLO_DEVICE=cpu
case ${HOLO_SETTINGS:-} in *SAN=\'[a-z]*) echo 'SKIP add_op: not with sanitizers'; exit 0 ;; esac
objects=$HOLO_OBJECTS/obj
if [ ! -e "$objects/tests/main.o" ]; then
  echo 'SKIP add_op: the tests are not built here: make test'
  exit 0
fi
tree=$PWD/tree
mkdir -p "$tree" pieces
cp -R "$HOLO_ROOT/include" "$HOLO_ROOT/src" "$HOLO_ROOT/tests" "$tree"

pass() { echo "PASS add_op: $1"; }
fail() {
  echo "FAIL add_op: $1: $(grep -m 1 -E 'error|ERROR|undefined|wrong' log || tail -n 1 log)"
}
# is NAME COMMAND...: the command must succeed.
is() {
  local name=$1
  shift
  if "$@" > log 2>&1; then pass "$name"; else fail "$name"; fi
}

# ---- the steps of the page ----

# Each block behind <!-- formula: FILE before "TEXT" --> becomes pieces/N: FILE, how, TEXT, code.
awk '/^ *<!-- formula: .*(before|instead of) ".*" -->$/ {
    line = $0
    sub(/^ *<!-- formula: /, "", line); sub(/" -->$/, "", line)
    file = line; sub(/ .*/, "", file)
    how = line ~ /^[^ ]+ before "/ ? "before" : "instead"
    sub(/^[^"]*"/, "", line)
    indent = index($0, "<") - 1
    name = sprintf("pieces/%d", ++count)
    printf "%s\n%s\n%s\n", file, how, line > name
    next }
  name != "" && /^ *```/ { if (inside) { close(name); name = "" } inside = !inside; next }
  inside { print substr($0, indent + 1) > name }' "$HOLO_ROOT/docs/contributing.md"

# add N: puts piece N into the copy; its file must have the text once or more.
add() {
  local piece=pieces/$1 file
  file=$(sed -n 1p "$piece")
  awk -v how="$(sed -n 2p "$piece")" '
    NR == FNR { if (FNR == 3) text = $0; if (FNR > 3) code = code $0 "\n"; next }
    !done && index($0, text) { printf "%s", code; done = 1; if (how == "instead") next }
    { print }
    END { exit !done }' "$piece" "$tree/$file" > new && mv new "$tree/$file"
}
count=$(find pieces -type f | grep -c .)
places=
for ((i = 1; i <= count; ++i)); do
  if add "$i"; then
    places="$places $(sed -n 1p "pieces/$i")"
  else
    echo "FAIL add_op: step $i: $(sed -n 1p "pieces/$i") has no line with $(sed -n 3p "pieces/$i")"
    exit 0
  fi
done
expected='include/holo/math.h src/backend/arguments.h src/backend/formula.h
  include/holo/ops.h src/ops/elementwise.cpp tests/registry/registry.cpp
  tests/ops/elementwise_edge_test.cpp src/see/op_info.cpp'
# shellcheck disable=SC2086
if [ "$(echo $places)" = "$(echo $expected)" ]; then
  pass "the page has $count blocks, and each has its place"
else
  echo "FAIL add_op: the blocks of the page go to$places"
  exit 0
fi

# ---- compile what they touch ----

mkdir "$tree/obj"
doctest=$(sed -n 's/^doctest_cflags := //p' "$HOLO_BUILD/found.mk")
compile=${HOLO_COMPILE_QUICK//"$HOLO_ROOT/include"/"$tree/include"}
flags="${compile/-Werror/} -Isrc -Itests -Iobj $doctest"
compile() { (cd "$tree" && eval "$flags $*"); }
object() { compile -c "$@" -Werror -o "obj/$(basename "$1" .cpp).o"; }
# The list of all operations, as the Makefile makes it.
names() {
  awk -f "$tree/tests/registry/op_names.awk" "$tree/include/holo/ops.h" > "$tree/obj/op_names.h"
}
names
# The room as one source, as in the library, whose unit has the old files.
(cd "$tree" && ls src/ops/*.cpp) | grep -v '_cpu\.cpp' | sed 's/.*/#include "&"/' > "$tree/room.cpp"
is 'the operations compile' object room.cpp -I.
for file in src/ops/elementwise_cpu.cpp tests/registry/registry.cpp tests/ops/elementwise_edge_test.cpp; do
  is "$file compiles" object "$file"
done
is 'src/see/op_info.cpp compiles' compile -fsyntax-only -Werror src/see/op_info.cpp

# ---- it works ----

libraries=$HOLO_LIBS
link() { (cd "$tree" && eval "${HOLO_COMPILE//$HOLO_ROOT/$tree} $* $libraries"); }
registry=$({ ls -t "$objects"/unity/tests_registry_*.o 2> /dev/null | head -n 1 | grep . ||
  find "$objects/tests/registry" -name '*.o' ! -name registry.o; } | tr '\n' ' ')
build_tests() {
  link "'$objects/tests/main.o' '$objects/tests/helpers.o'" obj/elementwise_edge_test.o obj/registry.o \
    "$registry" "$objects/tests/see/tensor_gradcheck_test.o $objects/tests/tensor/tensor_same_bits_test.o" \
    obj/{room,elementwise_cpu}.o -o tests.out
}
cases='edge values of functions of one*,tensor*,same bits: every op*'
run_tests() { HOLO_OPS=log_sigmoid "$tree/tests.out" --test-case="$cases"; }
is 'the tests build' build_tests
is 'the tests of the new operation pass' run_tests
ran=$(sed -n 's/.*test cases: *\([0-9]*\) .*/\1/p' log)
if [ "${ran:-0}" -ge 8 ]; then
  pass "$ran test cases have seen it"
else
  echo "FAIL add_op: only ${ran:-no} test cases have seen it"
fi
