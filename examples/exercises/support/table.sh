# table.sh: the table of grade.sh, read by it. A line has student, exercise, result, passed, failed, message.
#
# It is made in a file of its own, and takes the place of OUT when it is whole.
header='student,exercise,result,passed,failed,message'

# clean TEXT: at most 300 characters of it, on one line. A byte that is not UTF-8 becomes \xNN.
clean() {
  local LC_ALL=C rest=$1 text='' count=0 size
  local next=[$'\x80'-$'\xbf']
  while [ -n "$rest" ] && [ $((count++)) -lt 300 ]; do
    case $rest in
      [$'\x20'-$'\x7e']*) size=1 ;;
      [$'\x01'-$'\x1f\x7f']*) rest=" ${rest:1}" size=1 ;;
      $'\xc2'[$'\x80'-$'\x9f']*) rest=" ${rest:2}" size=1 ;; # more control characters
      [$'\xc2'-$'\xdf']$next*) size=2 ;;
      $'\xe0'[$'\xa0'-$'\xbf']$next* | [$'\xe1'-$'\xec'$'\xee\xef']$next$next* | $'\xed'[$'\x80'-$'\x9f']$next*) size=3 ;;
      $'\xf0'[$'\x90'-$'\xbf']$next$next* | [$'\xf1'-$'\xf3']$next$next$next* | $'\xf4'[$'\x80'-$'\x8f']$next$next*) size=4 ;;
      *)
        printf -v size '\\x%02X' "$((0xFF & $(printf %d "'$rest")))"
        text+=$size rest=${rest:1}
        continue
        ;;
    esac
    text+=${rest:0:size} rest=${rest:size}
  done
  printf %s "$text"
}

# field TEXT: a field of the table. No spreadsheet takes it for a formula: not what begins with =, + - or @,
# nor with one of these at full width, after spaces of any width or without.
field() {
  local LC_ALL=C text
  text=$(clean "$1")
  while :; do
    case $text in
      ' '*) text=${text:1} ;;
      $'\xc2\xa0'*) text=${text:2} ;;
      $'\xe2\x80'[$'\x80'-$'\x8f'$'\xaf']* | $'\xe3\x80\x80'* | $'\xef\xbb\xbf'*) text=${text:3} ;;
      *) break ;;
    esac
  done
  case $text in [=+@-]* | $'\xef\xbc'[$'\x9d\x8b\x8d\xa0']*) text="'$text" ;; esac
  printf '"%s"' "${text//\"/\"\"}"
}

# row STUDENT EXERCISE RESULT PASSED FAILED MESSAGE
row() {
  printf '%s,%s,%s,%s,%s,%s\n' "$(field "$1")" "$2" "$3" "$4" "$5" "$(field "$6")" >> "$rows" ||
    refuse "$rows: cannot be written"
}

# begin_table FILE ROWS: refuses a FILE that cannot be replaced, or that is there and is no such table. $rows is
# where the lines go, $new what takes the place of FILE.
begin_table() {
  local mask links=0
  table=$1 rows=$2 new=
  while [ -L "$table" ]; do # the file that it leads to is replaced
    if [ $((++links)) -gt 40 ]; then refuse "OUT=$1: cannot be written"; fi
    case $(readlink "$table") in /*) table=$(readlink "$table") ;; *) table=$(dirname "$table")/$(readlink "$table") ;; esac
  done
  echo "$header" > "$rows" || refuse "$rows: cannot be written"
  if [ -z "$table" ] || [ -d "$table" ] || { [ -e "$table" ] && ! [ -w "$table" ]; }; then refuse "OUT=$1: cannot be written"; fi
  if [ -e "$table" ] && ! [ -f "$table" ]; then return; fi # a device
  if [ -s "$table" ] && [ "$(head -c 200 "$table" | head -n 1 | tr -d '\000\r')" != "$header" ]; then
    refuse "OUT=$1: is there and is no table of make grade; expected such a table, or no file"
  fi
  new=$(mktemp "$table.XXXXXX" 2> /dev/null) || refuse "OUT=$1: cannot be written"
  mask=$(umask)
  if [ -e "$table" ]; then cp -p "$table" "$new"; else chmod "$(printf %o $((0666 & ~mask)))" "$new"; fi
}

end_table() {
  if [ -z "$new" ]; then
    cp "$rows" "$table"
  else
    cp "$rows" "$new" && mv -f "$new" "$table"
  fi || refuse "OUT=$table: cannot be written"
}
