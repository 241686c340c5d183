#!/bin/bash
# pytorch_test.sh: what the pages show as "The same in PyTorch": each program of examples/pytorch says in its last
# comments what it prints. These are lines of its chapter, which shows it; with a torch it is run, and prints them.
# Needs a Python with torch for that: HOLO_PYTHON, PYTHON or python3.
set -u

cd "$HOLO_ROOT" || exit 1
python=${HOLO_PYTHON:-${PYTHON:-python3}}
export OMP_NUM_THREADS=1
# The lines of stdin without what we print of a tensor besides its numbers, without the loss of the counted table, and
# without the zeros that PyTorch prints at the end of its numbers, where we print spaces.
bare() { sed -E -e 's/, shape=.*//' -e 's/, counted table .*//' -e 's/\)*$//' -e '/\[/s/(\.[0-9]*[1-9]|\.)0* *([],])/\1\2/g'; }
failed=0
fail() {
  echo "FAIL pytorch: $1"
  failed=1
}

count=0
for program in examples/pytorch/*.py; do
  name=$(basename "$program" .py)
  said=$(sed -n 's/^# //p' "$program")
  # The page without the fold itself; lines of an answer also without their indentation.
  page=$(sed -e '/<summary>The same in PyTorch/,/<\/details>/d' -e p -e 's/^   //' "docs/$name.md" | bare)
  [ -n "$said" ] || fail "$name says nothing of what it prints"
  grep -q "<!-- file: $program -->" "docs/$name.md" || fail "docs/$name.md does not show $program"
  while IFS= read -r line; do
    printf '%s\n' "$page" | grep -q -x -F -e "$line" || fail "docs/$name.md has no line \"$line\""
  done < <(printf '%s\n' "$said" | bare)
  count=$((count + 1))
done
[ "$count" -gt 23 ] || fail "only $count programs"
[ "$failed" = 1 ] || echo "PASS pytorch: $count programs say what their chapters print"

if ! "$python" -c 'import torch' 2> /dev/null; then
  echo "SKIP pytorch: $python has no torch; try: HOLO_PYTHON=/path/to/python"
  exit "$failed"
fi
for program in examples/pytorch/*.py; do
  if grep -q safetensors "$program" && ! "$python" -c 'import safetensors' 2> /dev/null; then
    echo "SKIP pytorch: $program: $python has no safetensors"
    continue
  fi
  printed=$("$python" "$program" 2>&1)
  [ "$printed" = "$(sed -n 's/^# //p' "$program")" ] || fail "$program prints $printed"
done
[ "$failed" = 1 ] || echo "PASS pytorch: the programs print it"
exit "$failed"
