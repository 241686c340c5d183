#!/bin/bash
# walk_test.sh: the table of docs/01_value.md, what to type in gdb and where it stops then, typed
# row by row: gdb answers with the words in `` of the right column. As in a build with DEBUG=1 the
# room of the scalar engine is one unit, compiled with the flags that the Makefile has for gdb.
set -u
what=walk
. "$HOLO_ROOT/tests/skips.sh"
fail() {
  echo "FAIL walk: $1"
  exit 0
}
needs_gdb
case $CXX in *clang*) skip 'the lines of the table are those of g++' ;; esac

flags=$(sed -n 's/^level := \$(if \$(filter 1,\$(DEBUG)),\(-O0 [^$]*\) \$(checks).*/\1/p' "$HOLO_ROOT/Makefile")
[ -n "$flags" ] || fail 'the Makefile has no flags for gdb, as level :='

# unit NAME SOURCES...: compiled as one file.
unit() {
  local name=$1
  shift
  printf '#include "%s"\n' "$@" > "$name.cpp"
  eval "$HOLO_COMPILE_QUICK $flags -DHOLO_DEFAULT_DEVICE=plain -I'$HOLO_ROOT/src' \
    -I'$HOLO_ROOT/examples' -c $name.cpp -o $name.o" > log 2>&1 ||
    fail "$name does not build: $(grep -m 1 error log)"
}
support=$HOLO_ROOT/examples/support
unit example "$HOLO_ROOT/examples/01_value.cpp"
unit scalar "$HOLO_ROOT"/src/scalar/*.cpp
unit support "$support"/{run_program,standard_streams,command_line,command_line_values,interval,shell_word}.cpp
# The library has these sources, too: the first definition of a name is taken.
eval "$HOLO_COMPILE -Wl,-z,muldefs example.o scalar.o support.o -o walk.out $HOLO_LIBS" > log 2>&1 ||
  fail "the program does not build: $(grep -m 1 -E 'error|undefined' log)"

# The rows as commands of gdb, each behind a line "row N"; and in expected.txt "N|words".
awk -F '|' '/^\| Type \| gdb stops at/ { inside = 1; next }
  inside && !/^\|/ { exit }
  !inside || /^\|--/ { next }
  { print "echo row " ++row "\\n"
    n = split($2, part, "`")
    for (i = 2; i <= n; i += 2) print part[i]
    n = split($3, part, "`")
    for (i = 2; i <= n; i += 2) print row "|" part[i] > "expected.txt"
  }' "$HOLO_ROOT/docs/01_value.md" > commands.gdb
[ "$(grep -c '^echo row' commands.gdb)" -gt 5 ] || fail 'docs/01_value.md has no table for gdb'
gdb -nx -batch -ex 'set args > /dev/null' -x "$HOLO_ROOT/src/gdb/hologradient.gdb" -x commands.gdb \
  walk.out > said.txt 2>&1 < /dev/null
wrong=0
while IFS='|' read -r row words; do
  answer=$(awk -v row="$row" '/^row [0-9]+$/ { here = $2 == row; next } here' said.txt)
  case $answer in
    *"$words"*) ;;
    *)
      echo "FAIL walk: row $row of the table in docs/01_value.md: no '$words' in: $(printf '%s' "$answer" | tail -n 1)"
      wrong=$((wrong + 1))
      ;;
  esac
done < expected.txt
[ "$wrong" != 0 ] || echo "PASS walk: gdb stops where the table of docs/01_value.md says"
