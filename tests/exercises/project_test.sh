#!/bin/bash
# project_test.sh: of each stage of the project, examples/exercises/project/: the reference passes, and its page shows what
# is said then; a skeleton says that it is not written yet; the losses of microgpt.py that stage 9 has.
set -u
what=project bad=0
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/project_stages.sh"
if eval "$compile" -fsyntax-only -x c++ '"$reference"' > "$here/log" 2>&1; then
  pass 'the reference compiles without a warning'
else
  fail 'the reference compiles without a warning' "$(grep -m 1 -E 'error|warning' "$here/log")"
fi

for check in $project/stage_*/check.cpp; do
  stage=$(basename "$(dirname "$check")") bad=0
  number=$(number "$stage")
  { up_to $((number - 1)) "$reference"; cat "$project/$stage/skeleton.h"; } > "$here/skeleton.h"
  ask "$stage" "$PWD/$reference" "$here/skeleton.h" || continue
  line=$(said "$PWD/$reference" | head -n 1)
  case $line in
    "$stage: done, "*) grep -q -x -F "$line" "$project/$stage/README.md" || fail "$stage: its page shows what done prints" "it has no line '$line'" ;;
    *) fail "$stage: the reference passes" "$(said "$PWD/$reference" | tr '\n' ' ')" ;;
  esac
  said "$here/skeleton.h" | sed -n 2p | grep -q '^  not written yet: ' ||
    fail "$stage: the skeleton is not written yet" "$(said "$here/skeleton.h" | head -n 2 | tr '\n' ' ')"
  [ "$(awk -v RS= 'END { print NR }' "$project/$stage/hints.txt")" = 3 ] || fail "$stage: three hints" "$project/$stage/hints.txt"
  # What the student gets at the end of the file is found again by its heading.
  head -n 1 "$project/$stage/skeleton.h" | grep -q "^// ---- stage $number: .* ----$" || fail "$stage: the heading of its skeleton" "$(head -n 1 "$project/$stage/skeleton.h")"
  [ $bad = 1 ] || pass "$stage: the reference passes, a skeleton is not written yet"
done

# ---- the losses ----

sed -n '/first_losses = {/,/};/p' $project/stage_09_microgpt/check.cpp | grep -o '0x1[^,}]*' > "$here/ours"
head -n 20 tests/data/own_losses_relu.txt | cut -d ' ' -f 2 > "$here/theirs"
cmp -s "$here/ours" "$here/theirs" && pass 'stage 9 has the losses of microgpt.py' ||
  fail 'stage 9 has the losses of microgpt.py' "$(diff "$here/ours" "$here/theirs" | head -n 1)"
