#!/bin/bash
# hint.sh FILE STAGE HINT: prints hint 1, 2 or 3 of a stage; STAGE is one of the folders here, or next: the last one whose
# skeleton is in FILE. `make hint` calls it.
set -u
. "$(dirname -- "${BASH_SOURCE[0]}")/../support/head.sh" || exit 2
file=$(by_path "$1") stage=$2 hint=$3
here=examples/exercises/project
if [ "$stage" = next ]; then
  number=$(grep -s -o '^// ---- stage [0-9]*: ' "$file" | tail -n 1 | tr -cd '0-9')
  stage=$(basename "$(echo "$here"/stage_"$(printf %02d "${number:-1}")"_*)")
fi
digits=${stage#stage_}
number=$((10#${digits%%_*}))
kinds=('' 'a question' 'a direction' 'the line of thought')
echo "stage $number, hint $hint of 3, ${kinds[hint]}:"
awk -v RS= -v stage="stage $number" -v hint="$hint" '$0 == stage { at = NR } at && NR == at + hint' "$here/hints.txt" | sed 's/^/  /'
if [ "$hint" -lt 3 ]; then echo "more: make hint STAGE=$number HINT=$((hint + 1))"; fi
