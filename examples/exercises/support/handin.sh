#!/bin/bash
# handin.sh NAME ENGINE OUT: writes the answers of this tree, and the engine of the project, into one text file, to be handed
# in; see files.sh for its form. `make handin` calls it. If ENGINE is '', it is the engine of the tree, if there is one.
set -u
. "$(dirname -- "${BASH_SOURCE[0]}")/head.sh" || exit 2
name=$1 engine=$(by_path "$2")
. "$support/files.sh" || exit 2
case $name in
  *[$'\x01'-$'\x1f\x7f']*) refuse 'NAME: has a character that is none of a name; expected NAME="Ada Lovelace"' ;;
  *[!\ ]*) ;;
  *) refuse 'NAME is missing: say who hands in: make handin NAME="Ada Lovelace"' ;;
esac
make_scratch handin
trap 'rm -rf "$scratch"; remove_output' EXIT
begin_output "$3" "$handin_mark" 'hand-in'

printf '%s\nname: %s\n' "$handin_mark" "$name" > "$scratch/text"
own=examples/exercises/project/my_engine.h
if [ -z "$engine" ] && [ -e "$own" ]; then engine=$own; fi
unwritten= count=0
# add FILE NAME [SETTING=]: an error names the setting
add() {
  read_text "$1" "$scratch/answer" $most_bytes
  if [ "$unread" ]; then refuse "${3:-}$1: $unread"; fi
  {
    printf '\n---- %s: %d lines ----\n' "$2" "$(wc -l < "$scratch/answer")"
    sed 's/^/| /; s/^| $/|/' "$scratch/answer"
  } >> "$scratch/text"
  count=$((count + 1))
  if grep -q '"not written yet' "$scratch/answer"; then unwritten="$unwritten $2"; fi
}
for check in examples/exercises/[0-9]*/check.cpp; do
  exercise=$(basename "$(dirname "$check")")
  file=examples/exercises/$exercise/${exercise#*_}.h
  if [ -e "$file" ]; then add "$file" "$exercise.h"; fi
done
if [ "$engine" ]; then add "$engine" my_engine.h "${2:+ANSWER=}"; fi
[ $count -gt 0 ] || refuse 'there is no answer to hand in'
echo >> "$scratch/text"
{ cat "$scratch/text"; echo "---- end: sha256 $(hash_of "$scratch/text") ----"; } > "$scratch/whole"
end_output "$scratch/whole"
echo "wrote $3: $count answers of $name"
if [ -z "$engine" ]; then echo 'the project is not among them: there is no engine yet; if yours lies elsewhere, add ANSWER=$HOME/my_engine.h'; fi
if [ "$unwritten" ]; then echo "not yet written in all their parts:$unwritten"; fi
