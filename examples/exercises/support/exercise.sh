#!/bin/bash
# exercise.sh NAME ANSWER FOLDER: compiles an answer with the check of its exercise, in a folder of its own below
# FOLDER, and runs it. NAME is 06_relu or project/stage_04_bigram say. `make exercise` and `make project` call it. In:
# HOLO_COMPILE and HOLO_LIBS, how to compile and link; HOLO_CHECKER, the compiled check.cpp of this folder;
# EXERCISE_SECONDS, the time to compute, 10 unless set. Status 0: done, 1: not yet, 2: there is no such answer, more:
# the program was stopped.
set -u
check=examples/exercises/$1/check.cpp name=${1##*/} answer=$2 folder=$3 seconds=${EXERCISE_SECONDS:-10}
. "$(dirname "${BASH_SOURCE[0]}")/encoding.sh"
. "$(dirname "${BASH_SOURCE[0]}")/causes.sh"
if ! [ -f "$answer" ] || ! [ -r "$answer" ]; then
  echo "error: ANSWER=$answer: cannot be read; expected the header that has your answer to $name" >&2
  exit 2
fi
case $answer in /*) ;; *) answer=$PWD/$answer ;; esac
mkdir -p "$folder" && scratch=$(mktemp -d "$folder/$name.XXXXXX") || exit 2
trap 'rm -rf "$scratch"' EXIT
program=$scratch/$name

encoding=$(wrong_encoding "$answer")
if [ "$encoding" ]; then
  printf '%s: does not compile\n  %s\n' "$name" "$encoding"
  exit 1
fi
# The assertions of the standard library stop an answer whose index leaves its vector.
set -- -D_GLIBCXX_ASSERTIONS -DHOLO_ANSWER="\"$answer\"" "$HOLO_CHECKER" "$check" -MMD -MF "$program.d" -o "$program"
eval "$HOLO_COMPILE" '"$@"' "$HOLO_LIBS" > "$program.log" 2>&1
compiled=$?
# Who includes a solution has not written one.
solution=$(includes_solution "$answer" "$program.d")
if [ "$solution" ]; then
  printf '%s: not yet\n  %s\n' "$name" "$solution"
  exit 1
fi
if [ $compiled != 0 ]; then
  echo "$name: does not compile"
  cause=$(linker_cause "$program.log")
  if [ "$cause" ]; then
    echo "  $cause"
    exit 1
  fi
  # An error that the answer has by itself, a brace that is missing say, is not to be looked for in the check.
  eval "$HOLO_COMPILE" '-fsyntax-only -include cstddef -x c++ "$answer"' > "$program.own" 2>&1 || mv "$program.own" "$program.log"
  cause=$(compile_cause "$program.log" "$answer")
  if [ "$cause" ]; then echo "  $cause"; fi
  case $name in stage_*) other_stage "$name" "$program.log" "$answer" ;; esac
  # The first error, with the line that it is about; errors of the linker have another form.
  { grep -m 1 -A 2 'error: ' "$program.log" || tail -n 3 "$program.log"; } | sed "s|$PWD/||g; s/^/  /"
  exit 1
fi
{ (ulimit -S -t "$seconds" && exec "$program" < /dev/null 2> "$program.err"); } 2> /dev/null
status=$?
grep -a -v -e ': Assertion ' -e '^heap-use-after-free$' "$program.err" >&2
if [ "$status" -gt 128 ] && [ "$(kill -l "$status")" = XCPU ]; then
  echo "$name: computed for $seconds seconds and was stopped; expected an answer at once. Does each loop end?"
elif [ "$status" -gt 1 ]; then
  # Once more, slowly, with a compiler that can say where: the function and the line.
  place=
  if eval "$HOLO_COMPILE" -O0 -g -fsanitize=address '"$@"' "$HOLO_LIBS" > /dev/null 2>&1; then
    { (ulimit -S -t "$seconds" && ASAN_OPTIONS=handle_abort=1:detect_leaks=0 exec "$program" < /dev/null > /dev/null 2> "$program.place"); } 2> /dev/null
    place=$(crash_place "$program.place" "$answer")
    grep -a -o 'heap-use-after-free' "$program.place" >> "$program.err"
  fi
  echo "$name: stopped in the middle$place: $(crash_cause "$status" "$program.err" "$program.log")"
fi
# What else may be wrong, once it is written.
if [ "$status" != 0 ] && ! grep -q '"not written yet"' "$answer"; then causes "$program.log" "$answer"; fi
exit "$status"
