#!/bin/bash
# project_wrong_test.sh: of each stage of the project, examples/exercises/project/: each wrong answer of its wrong.txt,
# which are edits of the reference, is told its sentence first, and each has a sentence of its own.
# In: HOLO_STAGE, stage_04_bigram say, if only that one.
set -u
what='project wrong'
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/project_stages.sh"
all=0
for check in $project/${HOLO_STAGE:-stage_*}/check.cpp; do
  stage=$(basename "$(dirname "$check")") bad=0 folder=$here/$(basename "$(dirname "$check")")
  mkdir "$folder"
  up_to "$(number "$stage")" "$reference" > "$here/right.h"
  while read -r line; do
    fail "$stage: its wrong answers fit the reference" "$line"
  done < <(awk -v to="$folder" -f tests/exercises/wrong_answers.awk "$here/right.h" "$project/$stage/wrong.txt")
  ask "$stage" "$here/right.h" "$folder"/*.h || continue
  told_mistakes "$stage" "$folder"
  [ "$told" -ge 8 ] || fail "$stage: at least eight wrong answers" "$told"
  [ $bad = 1 ] || pass "$stage: each of $told wrong answers is told its mistake"
  all=$((all + told))
done
echo "project: $all wrong answers told their mistake"
