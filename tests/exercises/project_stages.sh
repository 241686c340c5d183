# project_stages.sh: for the tests of the project, which read it: all answers to a stage in one program, each in a
# namespace of its own, and what this program says of them.
here=$PWD
cd "$HOLO_ROOT" || exit 1
. examples/exercises/support/head.sh
. tests/exercises/answers.sh
project=examples/exercises/project reference=tests/exercises/project/my_engine.h
compile="$HOLO_COMPILE_QUICK -I$(printf %q "$HOLO_ROOT/examples") -I$(printf %q "$HOLO_ROOT/src") -Wno-sign-conversion"
pass() { echo "PASS $what: $1"; }
fail() {
  echo "FAIL $what: $1: $2"
  bad=1
}

# ask STAGE ANSWER...: compiles and runs them. A student's warnings are no matter.
ask() {
  program "$project/$1/check.cpp" "${@:2}" > "$here/all.cpp"
  if ! eval "$compile" -w '-o "$here/all" "$here/all.cpp" "$HOLO_JUDGE/check.o"' "$HOLO_PROJECT_OBJECTS" "$HOLO_LIBS" > "$here/log" 2>&1; then
    fail "$1: all its answers compile" "$(grep -m 1 'error' "$here/log")"
    return 1
  fi
  (ulimit -t 60; "$here/all") > "$here/said" 2> /dev/null < /dev/null
  return 0
}
