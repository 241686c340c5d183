#!/bin/bash
# prose_test.sh: pages and comments have no sentence that a reader must read twice, as far as a program can see it:
# prose.awk says what it looks for.
set -u
cd "$HOLO_ROOT" || exit 1
found=$(
  for page in README.md docs/*.md examples/exercises/README.md examples/exercises/project/README.md; do
    awk -f tests/docs/prose.awk "$page"
  done
  for folder in include/holo include/holo/nn src/* src/*/*; do
    [ -d "$folder" ] || continue
    files=$(ls "$folder"/*.h "$folder"/*.cpp 2> /dev/null)
    [ -z "$files" ] || awk -f tests/docs/prose.awk $files
  done)
if [ -z "$found" ]; then
  echo 'PASS prose: pages and comments'
else
  echo "FAIL prose: $(printf '%s\n' "$found" | wc -l) sentences:"
  printf '%s\n' "$found"
fi
