#!/bin/bash
# project_run_test.sh: the engine of a student: it is begun, goes on when a stage is done, and is never changed. What make project
# says of an error in another stage, of an engine that ends the program, of a file without
# headings, of one that is not there, and of a solution that is included.
set -u
what='make project'
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/answers.sh"
own_tree
engine=$HOLO_ROOT/$reference
up_to 2 "$engine" > $reference
# Short checks of the first two stages: what they find is asked in project_test.sh.
. "$HOLO_ROOT/tests/exercises/short_check.sh"
short_check $project/stage_01_tape 'const Number a(2); checks.equal("a product", (a * a + a).data(), 6.0);'
short_check $project/stage_02_functions 'checks.equal("exp", exp(Number(0)).data(), 1.0);'

ln -s "$here/nowhere/my_engine.h" $mine
make_project
says 'a tree that one may not write' 2 '^error: .*my_engine.h: cannot be written; expected a file of your own: touch \$HOME/my_engine.h && make project ANSWER=\$HOME/my_engine.h$'
rm $mine
make_project $mine stage_01_tape
says 'a stage of an engine that is not begun' 2 '^error: .*my_engine.h: is not there yet; expected your engine. Try: make project'
make_project
says 'the first call begins an engine' 0 'is your engine now: stage 1 begins' 'stage_01_tape/README.md'
: > "$here/empty.h"
make_project "$here/empty.h"
cmp -s "$here/empty.h" $mine && pass 'an empty file is begun too' || fail 'an empty file is begun too' "$(diff "$here/empty.h" $mine | head -n 2)"
make_project
says 'an engine that is not written' 0 'stage_01_tape: not yet' 'not written yet: a Number of a double' '^next: read '
{ up_to 1 $engine; printf '// my last words'; } > $mine
cp $mine "$here/before"
make_project
says 'a stage that is done: the skeleton of the next one' 0 '^stage_01_tape: done, ' 'stage 2 is at the end'
head -c "$(wc -c < "$here/before")" $mine | cmp -s - "$here/before" && grep -q '^// ---- stage 2: functions ----$' $mine &&
  pass 'what was written stays as it was' || fail 'what was written stays as it was' "$(tail -n +80 $mine | head -c 300)"
cp $mine "$here/before"
make_project
HOLO_COMPILE="echo compiled >> '$here/compiled'; $HOLO_COMPILE" make_project
says 'what is done and has not changed is said again; the next stage is not written' 0 '^stage_01_tape: done, ' '^stage_02_functions: not yet' 'not written yet: exp'
[ "$(grep -c . "$here/compiled")" = 1 ] && pass 'and is not compiled again' || fail 'and is not compiled again' "$(grep -c . "$here/compiled") times"
cmp -s $mine "$here/before" && pass 'a skeleton is added once' || fail 'a skeleton is added once' "$(diff $mine "$here/before" | head -n 3)"

# The part of stage 2 uses what is below, and has the error of it.
{ up_to 1 $engine; skeleton 2; } | sed 's/^Number operator-(Number x) {.*/Number operator-(Number x) { return 0 - x; }/' > $mine
make_project
says 'an error in the part of another stage' 0 '^stage_01_tape: does not compile' \
  '^  line [0-9]*: the operator for two Numbers is in line [0-9]*, below this one' '^  line [0-9]* is in the part of stage 2$' \
  '^next: read .*/stage_02_functions/README.md'
up_to 4 "$engine" > "$here/four.h"
make_project "$here/four.h" stage_04_bigram
says 'one stage, with its reward' 0 '^stage_04_bigram: done, ' '^the loss of your table of letter pairs: ' '^three names of it: ' '^stage 5 is at the end of .*four.h now' \
  '^next: read .*/stage_05_mlp/README.md'
cat > "$here/exits.h" << 'END'
#include <cstdio>
#include <cstdlib>
struct Number {
  Number(double) { std::puts("stage_01_tape: done, 56 checks"); std::exit(0); }
  double data() const { return 0; }
  double grad() const { return 0; }
};
Number operator+(Number a, Number) { return a; }
Number operator*(Number a, Number) { return a; }
void backward(Number) {}
END
make_project "$here/exits.h"
says 'an engine that ends the program is not done' 0 '^stage_01_tape: the program ended before its check did' '^next: read .*/stage_01_tape/README.md'
up_to 1 "$engine" | grep -v '^// ---- stage' > "$here/no_headings.h"
make_project "$here/no_headings.h" stage_02_functions
says 'a stage whose skeleton is not there yet' 1 '^stage_02_functions: does not compile' "has no '// ---- stage 2: ' yet"
make_project "$here/nothing.h"
says 'an engine that is not there' 2 '^error: ANSWER=.*nothing.h: cannot be read'
echo '#include "../../../tests/exercises/project/my_engine.h"' > $mine
make_project $mine stage_02_functions
says 'an engine that includes the reference' 1 'your file includes a solution'
