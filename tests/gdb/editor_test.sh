#!/bin/bash
# editor_test.sh: what F5 does in VS Code, with the files of .vscode: editor.py reads them, runs the task that
# builds, and drives gdb as the editor does. The program stops at its own first line; `step into` comes from a
# product of Tensors to the loop in eight steps; variables are shown as docs/editor.md
# says, which quotes editor.txt; the stepper and the check of an exercise start. clangd
# knows how a source, a test and an exercise are compiled.
#
# When a line of editor.txt has changed: put there what this test says it got.
set -u
what=editor
. "$HOLO_ROOT/tests/skips.sh"
no_sanitizers
root=$HOLO_ROOT
. "$root/tests/gdb/debug_build.sh"
. "$root/tests/gdb/editor_session.sh"

# ---- the list of programs is that of the tree: in .vscode no program has a name ----

# As if none was started yet.
if make -C "$root" --no-print-directory opened=none editor FILE=README.md > log 2>&1; then
  fail 'a file that is no program' "$(head -n 1 log)"
fi
sed -n 's/.*expected one of: \(.*\), or a file.*/\1/p; s/.*expected one of: \(.*\), or a *$/\1/p' log | tr ' ' '\n' | grep . | sort > have
(cd "$root" && grep -l '^int main(' examples/*.cpp examples/{gpt,bench,book,experiments,kernels}/*.cpp | sort) > want
if cmp -s want have; then
  pass "F5 starts each of the $(grep -c . want) programs, and in any other file says which they are"
else
  fail 'F5 starts each program' "$(diff want have | sed -n '2,4p' | tr '\n' ' ') $(head -n 1 log)"
fi
names=$(cd "$root/examples" && ls [0-9]*.cpp kernels/*.cpp | sed 's|.*/||; s/\.cpp//' | grep -w -o -F -f - ../.vscode/*.json)
if [ -z "$names" ]; then pass 'no file of .vscode names a program'; else fail 'a file of .vscode names a program' "$names"; fi
if (cd "$root" && git check-ignore -q .vscode/launch.json) 2> /dev/null; then
  fail '.vscode is there for everybody' 'git ignores it'
else
  pass 'git does not ignore .vscode'
fi

# ---- the figures of docs/editor.md ----

sed -n 's/^<desc>Marked is line \([0-9]*\) of \([^:]*\): \(.*\) Variables: .*/\1 \2 \3/p' "$root"/docs/figures/editor_*.svg > marked
while read -r number file text; do
  if [ "$(sed -n "${number}s/^ *//p" "$root/$file")" = "$text" ]; then
    pass "a figure marks line $number of $file"
  else
    fail "a figure marks line $number of $file" "the figure has: $text"
  fi
done < marked
[ "$(grep -c . marked)" = 2 ] || fail 'the figures say which line they mark' "$(cat marked)"

# ---- the sessions ----

steps=8  # from w * w to the loop
if command -v gdb > /dev/null 2>&1; then
  printf '%s\n' stop 'line examples/08_tensor.cpp const Tensor y = w * w;' 'show w' calls 'step 1' 'show a' \
    "step $((steps - 2))" 'step 1' calls 'line examples/08_tensor.cpp y requires a gradient' 'show y' go |
    session examples/08_tensor.cpp 'the open program (gdb)'
  # As one way to the loop: where the step before the last one ends is the debugger's own.
  awk -v last="---- step $((steps - 2))" '$0 == last { print "---- steps to the loop"; getline; getline; next } 1' have > text
  if cmp -s "$root/tests/gdb/editor.txt" text; then
    pass "08_tensor is stepped through and shown as in editor.txt, $steps steps to the loop"
  else
    fail 'what 08_tensor shows' "$(diff "$root/tests/gdb/editor.txt" text | sed -n '2,5p' | tr '\n' ' ')"
  fi
  printf '%s\n' stop 'line examples/01_value.cpp Value loss = y' 'show y' | session examples/01_value.cpp 'the open program (gdb)'
  has '01_value stops at its own first line' '^examples/01_value.cpp, in program: CommandLine\(' have
  has 'a Value is shown in words' '^y = Value #4 op=add data=5 grad=0 = \{parent 0 = #3 op=mul d=1, parent 1 = #2 "b" op=leaf d=1\}$' have
  echo stop | session examples/01_engine.cpp 'the open program (gdb)'
  has 'a program that is a main() alone stops there' '^examples/01_engine.cpp, in main: ' have
  session examples/01_value.cpp 'the open program in the stepper (gdb)' < /dev/null
  cat have program.out > both 2> /dev/null
  has 'the stepper is started' '^stepper: [0-9]* steps of ' both
  rm -f program.out
  session examples/exercises/06_relu/relu.h 'the check of the open exercise (gdb)' < /dev/null
  cat have program.out > both 2> /dev/null
  has 'the check of an exercise is started' '^06_relu: ' both
else
  echo 'SKIP editor: no gdb here'
fi
# What an editor says to lldb before it runs the program.
if command -v "${LLDB:-lldb}" > /dev/null 2>&1; then
  lldb_here -o "command script import $root/src/lldb/hologradient.py" -o first-stop -o run -o 'frame info' \
    -o "breakpoint set --file 01_value.cpp --line $(grep -n -m 1 'Value loss = y' "$root/examples/01_value.cpp" | sed 's/:.*//')" -o continue -o 'v y' \
    "$debug/bin/01_value" > have
fi
# Whether lldb works here is asked where it does not answer.
if grep -q ' y = Value #4' have || has_lldb; then
  has '01_value stops at its own first line, in lldb' 'frame #0: .*program.* at 01_value.cpp' have
  has 'a Value is shown in words, in lldb' ' y = Value #4 op=add data=5 grad=0' have
  grep -q '"first-stop"' "$root/.vscode/launch.json" || fail 'launch.json starts lldb so' 'no first-stop'
else
  echo 'SKIP editor: no lldb with Python here'
fi

# ---- one thread of a kernel: kernel_test.sh has its session ----

make -C "$root" --no-print-directory -n editor FILE=examples/kernels/softmax.cpp > log 2>&1
has 'a kernel is built for the emulator, without optimisation' 'build/[^ ]*-debug-emulator/bin/kernel_softmax. build/editor/program' log

# ---- clangd ----

if ! command -v clangd > /dev/null 2>&1; then
  skip 'no clangd here'
fi
. "$root/tests/make/fresh_clone.sh"
folders=build/$config/found.mk # nothing is compiled
clone "$PWD/clone" || skip 'no git here'
cd clone || exit
make --no-print-directory compile_flags.txt > ../log 2>&1 || fail 'make compile_flags.txt' "$(tail -n 1 ../log)"
for file in src/ops/softmax_cuda.cu tests/train/optim_schedule_test.cpp examples/exercises/06_relu/relu.h; do
  timeout 120 clangd --check="$file" --check-lines=1-3 > ../log 2>&1
  # What it finds in the text has a name in brackets.
  found=$(grep -m 1 -E '^E\[[^]]*\] \[' ../log)
  if grep -q 'All checks completed' ../log && [ -z "$found" ]; then
    pass "clangd reads $file"
  else
    fail "clangd reads $file" "${found:-$(tail -n 1 ../log)}"
  fi
done
