# table.sh: the lines and cells of the tables of grade.sh, which reads it.
header='student,exercise,result,passed,failed,message,points,same,source'

# clean TEXT: at most 300 characters of it, on one line. A byte that is not UTF-8 becomes \xNN.
clean() {
  local rest=$1 text='' count=0 size
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
  local text
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

# row STUDENT EXERCISE RESULT PASSED FAILED MESSAGE POINTS SAME SOURCE
row() {
  printf '%s,%s,%s,%s,%s,%s,%s,%s,%s\n' "$(field "$1")" "$2" "$3" "$4" "$5" "$(field "$6")" "$7" "$(field "$8")" "$(field "$9")" >> "$rows" ||
    refuse "$rows: cannot be written"
}
