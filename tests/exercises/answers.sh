# answers.sh: many answers to one check in one program, each in a namespace of its own. The tests of the exercises and of
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

# program CHECK ANSWER...: the source of a program with all these answers.
program() {
  local check=$1 answer count=0
  shift
  cat "$check" "$@" | grep '^#include ["<]' | sort -u
  for answer in "$@"; do
    printf '#undef HOLO_ANSWER\n#define HOLO_ANSWER "%s"\n' "$answer"
    printf 'namespace answer_%d {\n#include "%s"\n}\n' $((++count)) "$PWD/$check"
  done
}
# ask FOLDER ANSWER...: compiles and runs them with the check of this exercise or stage. A student's warnings do not matter.
ask() {
  program "$1/check.cpp" "${@:2}" > "$here/all.cpp" 2> /dev/null
  if ! eval "$compile" -w '-o "$here/all" "$here/all.cpp" "$HOLO_JUDGE/check.o"' "$HOLO_PROJECT_OBJECTS" "$HOLO_LIBS" > "$here/log" 2>&1; then
    fail "${1##*/}: all its answers compile" "$(grep -m 1 'error' "$here/log")"
    return 1
  fi
  (ulimit -t 60; "$here/all") > "$here/said" 2> /dev/null < /dev/null
  return 0
}
# said ANSWER: what the program said of it.
said() { awk -v header="answer $1" '/^answer / { mine = $0 == header; next } mine' "$here/said"; }

# own_tree: goes to a copy of what make project needs, so that the engine of whoever runs the test is left alone; `mine` is a
# student's engine there.
own_tree() {
  export HOLO_CHECKER=$HOLO_JUDGE/check.o HOLO_COMPILE="$compile -w"
  HOLO_LIBS="$HOLO_PROJECT_OBJECTS $HOLO_LIBS"
  export HOLO_LIBS
  mkdir -p "$here/tree/tests/data" "$here/tree/tests/exercises" "$here/scratch"
  cp -r --parents $project examples/exercises/support examples/data/names.txt include/holo/random.h tests/exercises/project \
    tests/data/own_losses_relu.txt "$here/tree"
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
