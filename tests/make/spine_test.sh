#!/bin/bash
# spine_test.sh: what the chapters need of the library is as small as promised and holds no file of a wing
# but for a reason, `make spine` says when that is not so, and docs/results/spine.txt, which the pages quote,
# is within 3 % of what it counts. Needs a build that counts lines: make COVERAGE=1 DEBUG=1.
set -u

# reads COMPILER GCOV: what reads the counts of a compiler; those of other versions are stand-ins.
reads() {
  local found
  found=$(PATH="$PWD/bin:$PATH" sh "$HOLO_ROOT/src/make/gcov.sh" "$1")
  if [ "$found" = "$2" ]; then echo "PASS spine: the gcov of $1"; else echo "FAIL spine: the gcov of $1 is $found"; fi
}
mkdir bin
touch bin/gcov-77 bin/llvm-cov-77 bin/riscv-gcov && chmod +x bin/*
reads g++ gcov
reads g++-77 gcov-77
reads "$PWD/bin/g++-77" "$PWD/bin/gcov-77"
reads 'ccache riscv-g++ -pipe' riscv-gcov
reads g++-78 gcov
reads c++ gcov
reads clang++ 'llvm-cov gcov'
reads clang++-77 'llvm-cov-77 gcov'
reads clang++-78 'llvm-cov gcov'

case ${HOLO_SETTINGS:-} in
  *COVERAGE=\'1\'*) ;;
  *) echo 'SKIP spine: this build counts no lines: make spine'; exit 0 ;;
esac
here=$PWD
cd "$HOLO_ROOT" || exit 1
pass() { echo "PASS spine: $1"; }
fail() { echo "FAIL spine: $1: $(tail -n 3 "$here/log" | tr '\n' ' ')"; }
# spine FOLDER: the script of that folder, on this build.
spine() { sh "$1/spine.sh" "$HOLO_BUILD/bin" "${HOLO_OBJECTS#"$HOLO_ROOT"/}/obj" "$CXX" > "$here/log" 2>&1; }

if spine src/make; then pass 'what the chapters need is within the bounds'; else fail 'what the chapters need'; fi
mv "$here/log" "$here/now"

# Both have the same rows, and each number is near its other.
awk '
  function near(a, b) { return a == b || (a - b) ^ 2 <= (0.03 * a) ^ 2 }
  { gsub(/[^0-9a-z_ .\/]/, " ") }
  FNR == NR { row[FNR] = $0; rows = FNR; next }
  {
    n = split($0, now, " ")
    if (split(row[FNR], said, " ") != n) { print "not the same words: " $0; exit 1 }
    for (i = 1; i <= n; ++i) if (!near(now[i], said[i])) { print "said " row[FNR] ", now " $0; exit 1 }
  }
  END { if (rows != FNR) exit 1 }' docs/results/spine.txt "$here/now" > "$here/log" 2>&1 &&
  pass 'docs/results/spine.txt is what make spine counts' ||
  fail 'docs/results/spine.txt is what make spine counts, or make spine > docs/results/spine.txt'

# broken NAME EDIT: a script that promises less, which must fail; the programs need not run again.
broken() {
  cp -R src/make "$here/$1"
  sed "$2; /^find .*rm -f/d; s/^  output=.*/:/" src/make/spine.sh > "$here/$1/spine.sh"
  sed "$2" src/make/spine.awk > "$here/$1/spine.awk"
  if spine "$here/$1"; then fail "it refuses $1"; elif grep -q "^error: $3" "$here/log"; then pass "it refuses $1"; else
    fail "it refuses $1"
  fi
}
broken 'too many lines' 's/most_lines=[0-9][0-9]*/most_lines=1000/' 'expected at most 1000 lines'
broken 'too many lines that run' 's/most_run=[0-9][0-9]*/most_run=100/' 'expected at most'
broken 'a wing without a reason' '/reason\["src.see.tensor_print/d' 'a chapter needs src/see/tensor_print.cpp'
