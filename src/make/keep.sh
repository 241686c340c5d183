#!/bin/sh
# keep.sh FILE: writes its input, a text, to FILE, but only if the text differs. So targets that depend on FILE are
# rebuilt only after a change.
# keep.sh --units LIST: its input has a line "NAME SOURCE..." for each unit of a unity build. Writes it to LIST, and for
# each unit a file NAME.cpp beside it, which includes the sources.
keep() {
  text=$(cat; echo .)  # $() drops newlines at the end, but not in front of a dot
  text=${text%.}
  printf '%s' "$text" | cmp -s - "$1" 2> /dev/null && return
  # Two makes may write it at the same time, so each uses its own temporary name.
  { mkdir -p "$(dirname "$1")" && [ ! -d "$1" ] && printf '%s' "$text" > "$1.$$" && mv -f "$1.$$" "$1"; } \
    2> /dev/null && return
  rm -f "$1.$$"
  echo "$1: cannot be written; expected a folder of your own. Try: make B=/a/folder/of/yours" >&2
  exit 1
}
[ "$1" = --units ] || { keep "$1"; exit; }
list=$2
lines=$(cat)
[ "$lines" != "$(cat "$list" 2> /dev/null)" ] || exit 0
printf '%s\n' "$lines" | while read -r name sources; do
  # shellcheck disable=SC2086
  printf '#include "%s"\n' $sources | keep "$(dirname "$list")/$name.cpp" || exit 1
done || exit 1
printf '%s\n' "$lines" | keep "$list"
