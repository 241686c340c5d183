# project_engine.sh: for the tests of make project, which read it after project_stages.sh: a student's engine in a copy of what
# it needs, `mine`. The engine of whoever runs the test is left alone.
export HOLO_CHECKER=$HOLO_JUDGE/check.o HOLO_COMPILE="$compile -w"
HOLO_LIBS="$HOLO_PROJECT_OBJECTS $HOLO_LIBS"
export HOLO_LIBS
mkdir -p "$here/tree/tests/data" "$here/tree/tests/exercises" "$here/scratch"
cp -r --parents examples/exercises/project examples/exercises/support examples/data/names.txt include/holo/random.h tests/exercises/project \
  tests/data/own_losses_relu.txt "$here/tree"
cd "$here/tree" || exit 1
mine=$project/my_engine.h
rm -f $mine
make_project() { bash $project/project.sh "${1:-$mine}" "${2:-all}" "$here/scratch" > "$here/log" 2>&1; }
# says NAME STATUS PATTERN...: this status, and each pattern is in a line.
says() {
  local status=$? name=$1 why= pattern
  [ $status = "$2" ] || why="status $status"
  shift 2
  for pattern in "$@"; do grep -q -e "$pattern" "$here/log" || why="$why, no $pattern"; done
  [ -z "$why" ] && pass "$name" || fail "$name" "$why: $(head -c 600 "$here/log" | tr '\n' ' ')"
}
