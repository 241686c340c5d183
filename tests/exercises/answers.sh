# answers.sh: many answers in one program, each in a namespace of its own. The tests of the exercises and of
# the project read it, with the name of the test in `what`. They go on in the root of the repository; here: their folder.
here=$PWD bad=0
cd "$HOLO_ROOT" || exit 1
. examples/exercises/support/head.sh
exercises=examples/exercises project=examples/exercises/project reference=tests/exercises/project/my_engine.h
compile="$HOLO_COMPILE_QUICK -I$(printf %q "$HOLO_ROOT/examples") -I$(printf %q "$HOLO_ROOT/src") -Wno-sign-conversion"

pass() { echo "PASS $what: $1"; }
fail() {
  echo "FAIL $what: $1: $2"
  bad=1
}

# ask NAME FILE FOLDER... [-- NAME FILE FOLDER...]...: compiles each answer once, with the checks of these exercises or stages,
# into one program, and runs it. A student's warnings do not matter. fits: only says whether they fit to their checks.
ask() {
  all_answers "$@"
  if ! eval "$compile" -w '-o "$here/all" "$here/all.cpp" "$HOLO_JUDGE/check.o"' "$HOLO_PROJECT_OBJECTS" "$HOLO_LIBS" > "$here/log" 2>&1; then
    fail 'all answers compile' "$(grep -m 1 'error' "$here/log")"
    return 1
  fi
  (ulimit -t 60; "$here/all") > "$here/said" 2> /dev/null < /dev/null
  return 0
}
fits() {
  all_answers "$@"
  eval "$compile" -w '-fsyntax-only "$here/all.cpp"' > "$here/log" 2>&1 || fail 'all answers fit to their checks' "$(grep -m 1 'error' "$here/log")"
}
all_answers() {
  local name= file= count=0 word
  : > "$here/checks.cpp"
  : > "$here/includes"
  for word in "$@" --; do
    if [ "$word" = -- ]; then
      echo '}' >> "$here/checks.cpp"
      name= file=
    elif [ -z "$name" ]; then
      name=$word
    elif [ -z "$file" ]; then
      file=$word
      { printf '#pragma once\n#line 1 "%s"\n' "$file"; cat "$file"; } > "$here/$name.h"
      printf 'namespace answer_%d {\n#define HOLO_ANSWER "%s"\n#include HOLO_ANSWER\n' $((++count)) "$here/$name.h" >> "$here/checks.cpp"
      cat "$file" >> "$here/includes"
    else
      printf 'namespace check_%d {\n#include "%s"\n}\n' $((++count)) "$PWD/$word/check.cpp" >> "$here/checks.cpp"
      cat "$word/check.cpp" >> "$here/includes"
    fi
  done
  { grep '^#include ["<]' "$here/includes" | sort -u; sed 's/^#define HOLO_ANSWER/#undef HOLO_ANSWER\n&/' "$here/checks.cpp"; } > "$here/all.cpp"
}
# said NAME: what the program said of this answer.
said() { awk -v header="answer $here/$1.h" '/^answer / { mine = $0 == header; next } mine' "$here/said"; }

# own_tree: goes to a copy of what make project needs, so that the engine of whoever runs the test is left alone; `mine` is a
# student's engine there.
own_tree() {
  export HOLO_CHECKER=$HOLO_JUDGE/check.o HOLO_COMPILE="$compile -w"
  HOLO_LIBS="$HOLO_PROJECT_OBJECTS $HOLO_LIBS"
  export HOLO_LIBS
  mkdir -p "$here/tree/tests/exercises" "$here/scratch"
  cp -r --parents $project examples/exercises/support examples/data/names.txt include/holo/random.h tests/exercises/project "$here/tree"
  cd "$here/tree" || exit 1
  mine=$project/my_engine.h
  rm -f $mine
}
make_project() { bash $project/project.sh "${1:-$mine}" "${2:-all}" "$here/scratch" > "$here/log" 2>&1; }
# says NAME STATUS PATTERN...: the last command had this status, and each pattern is in a line of the log.
says() {
  local status=$? name=$1 why= pattern
  [ $status = "$2" ] || why="status $status"
  shift 2
  for pattern in "$@"; do grep -q -e "$pattern" "$here/log" || why="$why, no $pattern"; done
  [ -z "$why" ] && pass "$name" || fail "$name" "$why: $(head -c 600 "$here/log" | tr '\n' ' ')"
}
