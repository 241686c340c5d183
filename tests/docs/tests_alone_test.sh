#!/bin/bash
# tests_alone_test.sh: who has built build/g++/bin/tests and nothing else, and runs it by hand in the root, gets
# no failure: the test cases that run programs say what they leave out. Under make, which builds the programs
# first, one that is missing is a failure.
set -u
what='tests alone'
. "$HOLO_ROOT/tests/make/plain_build.sh"
build=build/$(basename "${CXX%% *}")
if [ "$(basename "$HOLO_BUILD")" != "${build#build/}" ] || ! [ -e "$HOLO_BUILD/bin/tests" ]; then
  echo "SKIP $what: it is tried with $build/bin/tests, as make test builds it"
  exit 0
fi
mkdir -p "alone/$build/bin"
for file in "$HOLO_ROOT"/* "$HOLO_ROOT"/.[a-z]*; do
  case $(basename "$file") in build | .git) ;; *) ln -s "$file" alone ;; esac
done
ln -s "$HOLO_BUILD/bin/tests" "alone/$build/bin"
ln -s "$HOLO_BUILD/libhologradient.a" "alone/$build"
cd alone || exit 1

by_hand=(env -u HOLO_ROOT -u HOLO_BUILD -u HOLO_COMPILE -u HOLO_LIBS -u HOLO_SETTINGS CXX="${CXX%% *}")
"${by_hand[@]}" "$build/bin/tests" --source-file='*tests/docs/*,*replay_programs_test.cpp' > ../log 2>&1
status=$?
if [ "$status" = 0 ]; then
  echo "PASS $what: $(sed -n 's/.*test cases: *\([0-9]*\) .*/\1/p' ../log) test cases of pages and programs are green"
else
  echo "FAIL $what: status $status: $(grep -m 2 -A 1 ERROR ../log | tr '\n' ' ')"
fi
for text in 'docs/05_mlp.md: left out is what these print, .* 05_mlp; try: make' 'left out: 05_mlp is not in .*; try: make'; do
  if grep -q -e "$text" ../log; then
    echo "PASS $what: they say $text"
  else
    echo "FAIL $what: they do not say $text"
  fi
done
if HOLO_ROOT=$PWD HOLO_BUILD=$PWD/$build "$build/bin/tests" --test-case='replay: an example without*' > ../log 2>&1; then
  echo "FAIL $what: under make a missing program is none"
else
  echo "PASS $what: under make a missing program is a failure"
fi
