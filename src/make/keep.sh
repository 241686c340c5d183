#!/bin/sh
# keep.sh FILE: writes its input, a text, to FILE, but only if the text differs. So targets that depend on FILE are
# rebuilt only after a change.
file=$1
text=$(cat; echo .)  # $() drops newlines at the end, but not in front of a dot
text=${text%.}
printf '%s' "$text" | cmp -s - "$file" 2> /dev/null && exit 0
# Two makes may write it at the same time, so each uses its own temporary name.
{ mkdir -p "$(dirname "$file")" && [ ! -d "$file" ] && printf '%s' "$text" > "$file.$$" && mv -f "$file.$$" "$file"; } \
  2> /dev/null && exit 0
rm -f "$file.$$"
echo "$file: cannot be written; expected a folder of your own. Try: make B=/a/folder/of/yours" >&2
exit 1
