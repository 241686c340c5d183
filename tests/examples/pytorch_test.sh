#!/bin/bash
# pytorch_test.sh: what the pages show as "The same in PyTorch": each function of examples/pytorch.py says in its last
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

program=examples/pytorch.py
names=$(sed -n 's/^def chapter_\(.*\)():$/\1/p' "$program")
# said NAME: the comments of its function.
said() { sed -n -e "/^def chapter_$1():/,/^def /s/^    # //p" "$program"; }
count=0
for name in $names; do
  said=$(said "$name")
  # The page without the fold itself; lines of an answer also without their indentation.
  page=$(sed -e '/<summary>The same in PyTorch/,/<\/details>/d' -e p -e 's/^   //' "docs/$name.md" | bare)
  [ -n "$said" ] || fail "$name says nothing of what it prints"
  grep -q "<!-- file: $program -->" "docs/$name.md" || fail "docs/$name.md does not show $program"
  while IFS= read -r line; do
    printf '%s\n' "$page" | grep -q -x -F -e "$line" || fail "docs/$name.md has no line \"$line\""
  done < <(printf '%s\n' "$said" | bare)
  count=$((count + 1))
done
[ "$count" -gt 23 ] || fail "only $count functions"
[ "$failed" = 1 ] || echo "PASS pytorch: $count functions say what their chapters print"

if ! "$python" -c 'import torch' 2> /dev/null; then
  echo "SKIP pytorch: $python has no torch; try: HOLO_PYTHON=/path/to/python"
  exit "$failed"
fi
"$python" -c 'import safetensors' 2> /dev/null || { echo "SKIP pytorch: 19_files: $python has no safetensors"; names=${names/19_files/}; }
# shellcheck disable=SC2086
all=$("$python" "$program" $names 2>&1)
for name in $names; do
  printed=$(printf '%s\n' "$all" | awk -v name="$name" '/^== / { here = $2 == name; next } here')
  [ "$printed" = "$(said "$name")" ] || fail "$name prints $printed"
done
[ "$failed" = 1 ] || echo "PASS pytorch: the functions print it"
exit "$failed"
