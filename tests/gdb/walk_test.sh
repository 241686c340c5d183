#!/bin/bash
# walk_test.sh: the tables of docs/debugging.md, what to type in gdb or lldb and where it
# stops then, typed row by row: it answers with the words in `` of the right column. Then the
# other commands of docs/debugging.md, and how it compiles a program of one's own.
set -u
what=walk
. "$HOLO_ROOT/tests/skips.sh"
fail() {
  echo "FAIL walk: $1"
  exit 0
}
needs_gdb
case $CXX in *clang*) skip 'the lines of the table are those of g++' ;; esac
. "$HOLO_ROOT/tests/gdb/debug_build.sh"
src=$HOLO_ROOT/src

# rows PAGE HEADER LLDB: the rows of the table with that header, as commands of gdb, or of lldb, which has the second
# column then: each behind a line that writes "row N". In expected.txt: "N|words", from the last column.
rows() {
  rm -f expected.txt
  awk -F '|' -v header="$2" -v lldb="$3" '
    function typed(cell,  part, n, i) {
      n = split(cell, part, "`")
      for (i = 2; i <= n; i += 2) print part[i]
    }
    index($0, header) == 1 { inside = 1; next }
    inside && !/^\|/ { exit }
    !inside || /^\|--/ { next }
    { print lldb ? "script print(\"row " ++row "\")" : "echo row " ++row "\\n"
      if (!lldb || $3 ~ /^ the same/) typed($2)
      if (lldb) typed($3)
      n = split($(NF - 1), part, "`")
      for (i = 2; i <= n; i += 2) print row "|" part[i] > "expected.txt"
    }' "$HOLO_ROOT/$1"
}

# walk DEBUGGER PAGE PROGRAM HEADER: types the rows, and compares what the debugger says in each.
walk() {
  local name=$1 page=$2 wrong=0 row words answer
  rows "$page" "$4" "${name#gdb}" > commands
  [ "$(grep -c 'row' commands)" -gt 5 ] || fail "$page has no table $4"
  case $name in
    gdb) gdb -nx -batch -ex 'set args > /dev/null' -x "$src/gdb/hologradient.gdb" -x commands "$3" > said.txt 2>&1 < /dev/null ;;
    lldb)
      # Where the program ends too early, the next command says so.
      timeout 600 sh "$src/make/debugger.sh" lldb --no-lldbinit --batch -o "command script import $src/lldb/hologradient.py" \
        -o 'settings set target.output-path /dev/null' -s commands "$3" > said.txt 2>&1 < /dev/null
      ;;
  esac
  while IFS='|' read -r row words; do
    answer=$(awk -v row="$row" '/^row [0-9]+$/ { here = $2 == row; next } here && !/^\(lldb\)/' said.txt)
    case $answer in
      *error:*) words='no error' ;;
      *"$words"*) continue ;;
    esac
    echo "FAIL walk: row $row of the table $4 in $page: no '$words' in what $name says: $(printf '%s' "$answer" | tail -n 2 | tr '\n' ' ')"
    wrong=$((wrong + 1))
  done < expected.txt
  [ "$wrong" != 0 ] || echo "PASS walk: $name stops where the table $4 of $page says"
}

gdb_table='| Type | gdb stops at' both='| gdb | lldb |'
walk gdb docs/debugging.md "$debug/bin/01_value" '| Type, for Values | gdb stops at'
# Its lines 38 and 39 are those that the tables name.
walk gdb docs/debugging.md "$debug/bin/08_tensor" "$gdb_table"
walk gdb docs/debugging.md "$debug/bin/08_tensor" "$both"
# Whether lldb works here is asked where it does not answer.
walk lldb docs/debugging.md "$debug/bin/08_tensor" "$both" > walked
if grep -q '^FAIL' walked && ! has_lldb; then echo 'SKIP walk: no lldb with Python here'; else cat walked; fi

# ---- every command of the table of docs/debugging.md, as it stands there ----

page=$HOLO_ROOT/docs/debugging.md
awk -F '|' '/^\| Command \| What it does/ { inside = 1; next }
  inside && !/^\|/ { exit }
  inside && split($2, part, "`") > 1 { print part[2] }' "$page" > commands
[ "$(grep -c . commands)" -gt 8 ] || echo 'FAIL walk: docs/debugging.md has no table of commands'
{
  echo 'set pagination off'
  echo 'set breakpoint pending off'
  echo "tbreak 08_tensor.cpp:$(grep -n 'loss.backward(true)' "$HOLO_ROOT/examples/08_tensor.cpp" | sed 's/:.*//')"
  echo 'run > /dev/null'
  # In the kernel of a backward dy is there; elsewhere y is, until step leaves the line.
  for where in '-v -e dy -e ^step$' 'dy' '^step$'; do
    # shellcheck disable=SC2086
    grep $where commands | while IFS= read -r command; do
      printf 'echo TYPED %s\\n\npython\ntry: gdb.execute(r"""%s""")\n' "$command" "$command"
      printf 'except gdb.error as error: print("REFUSED", error)\nend\n'
    done
    echo 'delete'
    echo 'tbreak Plain::unary_backward'
    echo 'continue'
  done
} > type.gdb
gdb -nx -batch -x "$HOLO_ROOT/src/gdb/hologradient.gdb" -x type.gdb "$debug/bin/08_tensor" > log 2>&1 < /dev/null
refused=$(grep -B 1 '^REFUSED' log | tail -n 2 | tr '\n' ' ')
if [ -z "$refused" ] && [ "$(grep -c '^TYPED' log)" = "$(grep -c . commands)" ]; then
  echo 'PASS walk: gdb takes every command of the table in docs/debugging.md'
else
  echo "FAIL walk: a command of docs/debugging.md: ${refused:-not typed; $(tail -n 1 log)}"
fi
if grep -A 1 -F 'TYPED print $numbers(dy, 5)' log | grep -q '"{-1.88275, 1.97323, '; then
  echo 'PASS walk: the numbers at a pointer are those of dy'
else
  echo "FAIL walk: the numbers at a pointer: $(grep -A 1 -F 'TYPED print $numbers' log | tail -n 1)"
fi

# A program of one's own.
printf '#include "holo/value.h"\nint main() {\n  const holo::Value x(3.0, "x");\n  return (x * x).data() > 9;\n}\n' > user.cpp
line=$(grep -m 1 '^g++ .*user\.cpp -o user' "$page")
line=${line/-Iinclude/-I$(printf %q "$HOLO_ROOT/include")} line=${line/build\/g++-debug/$(printf %q "$debug")}
if eval "$line" > log 2>&1 &&
  gdb -nx -batch -x "$HOLO_ROOT/src/gdb/hologradient.gdb" -ex 'break 4' -ex run -ex 'print x' user 2>&1 |
  grep -q '= Value #0 "x" op=leaf data=3 grad=0'; then
  echo 'PASS walk: a program of a user is compiled as the page says, and gdb shows its Values'
else
  echo "FAIL walk: a program of a user: $line: $(grep -m 1 -E 'error|undefined' log)"
fi
