#!/bin/bash
# project_run_test.sh: make project with the engine of a student: it is begun, goes on when a stage is done, and is never
# changed; hints; a solution that is included.
set -u
what='make project' bad=0
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/project_stages.sh"

export HOLO_CHECKER=$HOLO_JUDGE/check.o HOLO_COMPILE="$compile -w"
HOLO_LIBS="$(printf '%q ' "${judge[@]}") $HOLO_LIBS"
export HOLO_LIBS
# In a copy: the engine of whoever runs this test is left alone.
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

make_project
says 'the first call begins an engine' 0 'is your engine now: stage 1 begins' 'stage_01_tape/README.md'
make_project
says 'an empty engine' 0 'stage_01_tape: not yet' 'not written yet: a Number of a double' 'make hint STAGE=1'
# The part of stage 2 uses what is below, and has the error of it.
{ up_to 1 tests/exercises/project/my_engine.h; cat $project/stage_02*/skeleton.h; } |
  sed 's/^Number operator-(Number x) {.*/Number operator-(Number x) { return 0 - x; }/' > $mine
make_project
says 'an error in the part of another stage' 0 '^stage_01_tape: does not compile' \
  '^  line [0-9]*: the operator for two Numbers is in line [0-9]*, below this one' '^  line [0-9]* is in the part of stage 2$' \
  '^next: read .*/stage_02_functions/README.md'
{ up_to 1 tests/exercises/project/my_engine.h; printf '// my last words'; } > $mine
cp $mine "$here/before"
make_project
says 'a stage that is done: its reward, and the skeleton of the next one' 0 '^stage_01_tape: done, ' 'its derivative' 'stage 2 is at the end'
head -c "$(wc -c < "$here/before")" $mine | cmp -s - "$here/before" && grep -q '^// ---- stage 2: functions ----$' $mine &&
  pass 'what was written stays as it was' || fail 'what was written stays as it was' "$(tail -n +80 $mine | head -c 300)"
cp $mine "$here/before"
make_project
says 'the next stage, not written' 0 '^stage_01_tape: done, ' '^stage_02_functions: not yet' 'not written yet: exp'
compiled() { HOLO_COMPILE="echo compiled >> '$here/compiled'; $HOLO_COMPILE" make_project; }
rm -f "$here/compiled"
compiled
says 'what is done and has not changed is said again' 0 '^stage_01_tape: done, ' '^stage_02_functions: not yet'
[ "$(grep -c . "$here/compiled")" = 1 ] && pass 'and is not compiled again' || fail 'and is not compiled again' "$(grep -c . "$here/compiled") times"
cmp -s $mine "$here/before" && pass 'a skeleton is added once' || fail 'a skeleton is added once' "$(diff $mine "$here/before" | head -n 3)"
# A stage that goes on only when its first line was read: what it says is seen while it works.
mkfifo "$here/seen"
cat > "$here/waits.sh" << END
echo '  step 100 of 1000, loss 2.5'
read -r -t 60 word < '$here/seen' && echo "  \$word" || echo '  nobody has seen it'
exit 1
END
cp examples/exercises/support/exercise.sh "$here/exercise.sh"
cp "$here/waits.sh" examples/exercises/support/exercise.sh
(bash $project/project.sh $mine all "$here/scratch" | while IFS= read -r line; do
  printf '%s\n' "$line"
  case $line in *'step 100 of'*) [ -e "$here/told" ] || { : > "$here/told" && echo 'it was seen' > "$here/seen"; } ;; esac
done) > "$here/log" 2>&1
says 'progress is shown while a stage works' 0 '^  step 100 of 1000' '^  it was seen' '^next: read '
cp "$here/exercise.sh" examples/exercises/support/exercise.sh
up_to 9 tests/exercises/project/my_engine.h > $mine
HOLO_COMPILE="$HOLO_COMPILE -O1" make_project $mine stage_09_microgpt
says 'stage 9: the same bits, twenty names, both curves' 0 '^stage_09_microgpt: done, ' '^  step 100 of 1000, loss [0-9.]*$' '^  step 1000 of 1000, ' 'naran arema shoma' '^20 of the first 20 losses are' 'yours (\*) and that of' '^stage 10 is at the end of .*my_engine.h now' '^next: read .*/stage_10_tensor/README.md'
# A row of a table is a vector that has moved: what is read there is no number but the end of the program.
awk '/^Tensor matmul/ { print; print "  const TensorNode &a = tensors[x.place], &b = tensors[y.place];"; moved = 1; next }
  moved && /^  const TensorNode &a/ { moved = 0; next } { print }' tests/exercises/project/my_engine.h > "$here/reference.h"
make_project "$here/reference.h" stage_10_tensor
if echo 'int main() {}' | eval "$compile" -fsanitize=address -x c++ - -o '"$here/asan"' 2> /dev/null; then
  says 'stage 10: a reference into a list that has grown' 0 'stopped in the middle in matmul, line [0-9]*, called in Tensor, line [0-9]*: a reference into a vector is used after push_back'
else
  echo "SKIP $what: a reference into a list that has grown: no AddressSanitizer"
fi
up_to 1 tests/exercises/project/my_engine.h | grep -v '^// ---- stage' > "$here/no_headings.h"
cp "$here/no_headings.h" "$here/before"
make_project "$here/no_headings.h"
says 'an engine without headings' 0 '^stage_01_tape: done, ' '^stage 2 is at the end'
make_project "$here/no_headings.h" stage_02_functions
make_project "$here/no_headings.h" stage_02_functions
says 'one stage that is not done' 1 '^stage_02_functions: not yet'
make_project "$here/before" stage_02_functions
says 'a stage whose skeleton is not there yet' 1 '^stage_02_functions: does not compile' "has no '// ---- stage 2: ' yet"
make_project "$here/nothing.h"
says 'an engine that is not there' 2 '^error: ANSWER=.*nothing.h: cannot be read'
echo '#include "../../../tests/exercises/project/my_engine.h"' > $mine
make_project $mine stage_02_functions
says 'an engine that includes the reference' 1 'your file includes a solution'
cat $project/stage_0[12]*/skeleton.h > $mine
bash $project/hint.sh $mine next 2 > "$here/log" 2>&1
says 'a hint for the stage that the file has reached' 0 '^stage 2, hint 2 of 3, a direction:' '^more: make hint STAGE=2 HINT=3'
