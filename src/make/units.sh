#!/bin/sh
# units.sh LIST: its input has one line for each unit of a unity build, "NAME SOURCE...". Writes
# next to LIST for each the file NAME.cpp, which includes its sources, and the lines to LIST; a file
# that has this text already is left alone, so that only what changed is compiled anew.
list=$1
folder=$(dirname "$list")
here=$(dirname "$0")
lines=$(cat)
[ "$lines" != "$(cat "$list" 2> /dev/null)" ] || exit 0
printf '%s\n' "$lines" | while read -r name sources; do
  # shellcheck disable=SC2086
  printf '#include "%s"\n' $sources | sh "$here/keep.sh" "$folder/$name.cpp" || exit 1
done || exit 1
printf '%s\n' "$lines" | sh "$here/keep.sh" "$list"
