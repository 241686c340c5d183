#!/bin/bash
# prose_test.sh: pages and comments have no sentence that a reader must read twice, as far as a program can see it:
# prose.awk says what it looks for.
set -u
cd "$HOLO_ROOT" || exit 1
# Sentences that have a reason: a quotation, or a list of names.
exceptions='none yet'
found=$(
  for page in README.md docs/*.md examples/exercises/README.md examples/exercises/project/README.md; do
    awk -f tests/docs/prose.awk "$page"
  done
  for folder in include/holo include/holo/nn src/* src/*/*; do
    [ -d "$folder" ] || continue
    files=$(ls "$folder"/*.h "$folder"/*.cpp 2> /dev/null)
    [ -z "$files" ] || awk -f tests/docs/prose.awk $files
  done)
wrong=$(printf '%s\n' "$found" | grep -v -F -e "$exceptions" | grep .)
if [ -z "$wrong" ]; then
  echo 'PASS prose: pages and comments'
else
  echo "FAIL prose: $(printf '%s\n' "$wrong" | grep -c .) sentences:"
  printf '%s\n' "$wrong"
fi
