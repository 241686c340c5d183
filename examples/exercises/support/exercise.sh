#!/bin/bash
# exercise.sh NAME ANSWER FOLDER: compiles an answer with the check of its exercise, in a folder of its own below
# FOLDER, and runs it. NAME is 06_relu or project/stage_04_bigram say. `make exercise` and `make project` call it. In:
# HOLO_COMPILE and HOLO_LIBS, how to compile and link, as a shell reads them; HOLO_CHECKER, the compiled check.cpp of this
# folder; EXERCISE_SECONDS, the time to compute, 10 unless set. Status 0: done, 1: not yet, 2: nothing was judged, more:
# the program was stopped.
set -u
. "$(dirname -- "${BASH_SOURCE[0]}")/head.sh" || exit 2
for part in files causes; do . "$support/$part.sh" || exit 2; done
check=examples/exercises/$1/check.cpp name=${1##*/} answer=$2 folder=$3 seconds=${EXERCISE_SECONDS:-10} most_printed=100000
case $answer in *[$'\n>']*) refuse "ANSWER=$(printf %q "$answer"): a name that no compiler can include; expected one without > and ends of lines" ;; esac
if ! [ -f "$answer" ] || ! [ -r "$answer" ]; then
  refuse "ANSWER=$answer: cannot be read; expected the header that has your answer to $name"
fi
case $answer in /*) ;; *) answer=$PWD/$answer ;; esac
mkdir -p "$folder" 2> /dev/null && scratch=$(mktemp -d "$folder/$name.XXXXXX" 2> /dev/null) && scratch=$(cd "$scratch" && pwd) ||
  refuse "$folder: cannot be written; expected a tree of your own, or a folder for what is built: make B=/path/of/yours"
trap 'rm -rf "$scratch"' EXIT
program=$scratch/$name

encoding=$(wrong_encoding "$answer")
if [ "$encoding" ]; then
  printf '%s: does not compile\n  %s\n' "$name" "$encoding"
  exit 1
fi

# compile ANSWER PROGRAM FLAG...: the check with this answer, whose path is no string, since it may have a quote. The
# assertions of the standard library stop an answer whose index leaves its vector.
compile() {
  local to=$2
  printf '#include <%s>\n' "$1" > "$scratch/the_answer.h" || return
  set -- "${@:3}" -D_GLIBCXX_ASSERTIONS -I"$scratch" '-DHOLO_ANSWER="the_answer.h"' "$HOLO_CHECKER" "$check" -o "$to"
  eval "$HOLO_COMPILE" '"$@"' "$HOLO_LIBS" > "$to.log" 2>&1
}
# run PROGRAM: status; counted is what its check has counted, nothing where it did not come to its end.
run() {
  local word status
  word=$(new_word)
  # A program that ignores the first limit is stopped by the second one, and one that prints on by the size of a file, twice most_printed.
  { (ulimit -S -t "$seconds"; ulimit -H -t $((seconds + 1)); ulimit -f $((most_printed / 500))
    exec "$1" < <(echo "$word 3") 3> "$1.verdict" > "$1.out" 2> "$1.err"); } 2> /dev/null
  status=$?
  head -c $most_printed "$1.out"
  counted=$(grep -a -m 1 "^$word " "$1.verdict" 2> /dev/null)
  counted=${counted#"$word "}
  return $status
}
# not_ours HOW: ends all where a right answer fails here too.
not_ours() {
  local known=$scratch/known why
  known_answer "$name" "$known.h" || return
  if ! compile "$known.h" "$known"; then
    refuse "$name: its check does not work here, so your answer was not judged: a right answer does not compile either: $(first_line "$known.log")"
  fi
  if [ "$1" = compiles ]; then return; fi
  run "$known" > /dev/null
  why=$?
  if [ "$counted" ]; then return; fi
  why="status $why $(first_line "$known.err")"
  refuse "$name: its check does not work here, so your answer was not judged: a right answer does not come to its end either: $why"
}

compile "$answer" "$program" -MMD -MF "$program.d"
compiled=$?
# Who includes a solution has not written one.
solution=$(includes_solution "$answer" "$program.d")
if [ "$solution" ]; then
  printf '%s: not yet\n  %s\n' "$name" "$solution"
  exit 1
fi
if [ $compiled != 0 ]; then
  if ! in_the_answer "$program.log" "$answer"; then not_ours compiles; fi
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
  { grep -m 1 -A 2 'error: ' "$program.log" || tail -n 3 "$program.log"; } |
    while IFS= read -r line; do printf '  %s\n' "${line//"$PWD/"/}"; done
  exit 1
fi
told= SECONDS=0
run "$program"
status=$?
grep -a -v -e ': Assertion ' -e '^heap-use-after-free$' "$program.err" | head -c $most_printed >&2
if [ "$(cat "$program.out" "$program.err" | wc -c)" -gt $most_printed ]; then
  printf '\n%s: printed more than %d bytes: print less. Does each loop end?\n' "$name" $most_printed
  status=1
elif [ "$status" -le 1 ] && [ "$counted" ]; then
  case $counted in 0\ * | [1-9]*\ [1-9]*\ *) status=1 ;; *) status=0 ;; esac
elif [ "$status" -le 128 ]; then
  not_ours runs
  echo "$name: $ended_early"
  status=1
elif [ "$(kill -l "$status")" = XCPU ] || { [ "$(kill -l "$status")" = KILL ] && [ $SECONDS -ge "$seconds" ]; }; then
  echo "$name: $(loop_cause "$seconds")"
else
  # Once more, slowly, with a compiler that can say where: the function and the line.
  place=
  if compile "$answer" "$program.slow" -O0 -g -fsanitize=address; then
    { (ulimit -S -t "$seconds"; ASAN_OPTIONS=handle_abort=1:detect_leaks=0:detect_stack_use_after_return=1 exec "$program.slow" < /dev/null > /dev/null 2> "$program.place"); } 2> /dev/null
    place=$(crash_place "$program.place" "$answer")
    grep -a -o -E 'heap-use-after-free|stack-use-after' "$program.place" >> "$program.err"
  fi
  if [ -z "$place" ]; then not_ours runs; fi
  told=$(crash_cause "$status" "$program.err" "$program.log")
  echo "$name: stopped in the middle$place: $told"
fi
# What else may be wrong, once it is written.
if [ "$status" != 0 ] && ! grep -q '"not written yet"' "$answer"; then causes "$program.log" "$answer" | grep -v -x -F -e "  $told"; fi
exit "$status"
