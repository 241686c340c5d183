#!/bin/bash
# project_run_test.sh: the engine of a student: it is begun, goes on when a stage is done, and is never changed; hints.
# project_told_test.sh has what is said of mistakes.
set -u
what='make project'
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/answers.sh"
own_tree

ln -s "$here/nowhere/my_engine.h" $mine
make_project
says 'a tree that one may not write' 2 '^error: .*my_engine.h: cannot be written; expected a file of your own: touch ~/my_engine.h && make project ANSWER=~/my_engine.h$'
rm $mine
make_project
says 'the first call begins an engine' 0 'is your engine now: stage 1 begins' 'stage_01_tape/README.md'
: > "$here/empty.h"
make_project "$here/empty.h"
says 'an empty file is begun too' 0 'is your engine now: stage 1 begins'
cmp -s "$here/empty.h" $mine && pass 'with the same skeleton' || fail 'with the same skeleton' "$(diff "$here/empty.h" $mine | head -n 2)"
make_project
says 'an engine that is not written' 0 'stage_01_tape: not yet' 'not written yet: a Number of a double' 'make hint STAGE=1'
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
{ skeleton 1; skeleton 2; } > $mine
bash $project/project.sh --hint 2 $mine all > "$here/log" 2>&1
says 'a hint for the stage that the file has reached' 0 '^stage 2, hint 2 of 3, a direction:' '^more: make hint STAGE=2 HINT=3'
