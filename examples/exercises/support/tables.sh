# tables.sh: what grade.sh writes: lines and cells of its table, points, a page for each student, the tables that Moodle and
# Canvas take.

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

# ---- points, counted in hundredths ----

points_full=0 points_names=() points_done=() points_part=()

# hundredths TEXT: $number, or status 1.
hundredths() {
  local whole=${1%%.*} rest=00
  case $1 in *.*) rest=${1#*.}; if [ ${#rest} = 1 ]; then rest=${rest}0; fi ;; esac
  case $whole in '' | *[!0-9]* | ?????*) return 1 ;; esac
  case $rest in [0-9][0-9]) ;; *) return 1 ;; esac
  number=$((10#$whole * 100 + 10#$rest))
}
# in_points HUNDREDTHS: 150 is 1.5.
in_points() {
  local text=$(($1 / 100)) rest=$(($1 % 100))
  if [ $rest = 0 ]; then echo "$text"; elif [ $((rest % 10)) = 0 ]; then echo "$text.$((rest / 10))"; else printf '%d.%02d\n' $text $rest; fi
}

# read_points FILE NAMES: lines "NAME POINTS [POINTS_IN_PART]", of names in NAMES, which are between blanks.
read_points() {
  local line=0 name full part more known=' '
  if ! [ -f "$1" ] || ! [ -r "$1" ]; then refuse "POINTS=$1: cannot be read"; fi
  while read -r name full part more || [ "$name" ]; do
    line=$((line + 1))
    name=${name%$'\r'} full=${full%$'\r'} part=${part%$'\r'}
    case $name in '' | '#'*) continue ;; esac
    case $2 in *" $name "*) ;; *) refuse "$1:$line: $(clean "$name"): unknown; expected the name of an exercise or of a stage" ;; esac
    case $known in *" $name "*) refuse "$1:$line: $name: a second time" ;; esac
    known="$known$name "
    if [ "$more" ] || ! hundredths "$full"; then refuse "$1:$line: expected NAME POINTS, or NAME POINTS POINTS_IN_PART, as in 06_relu 2 0.5"; fi
    full=$number
    if ! hundredths "${part:-0}" || [ $number -gt $full ]; then refuse "$1:$line: points in part: expected a number from 0 to $(in_points $full)"; fi
    points_names+=("$name") points_done+=("$full") points_part+=("$number")
    points_full=$((points_full + full))
  done < "$1"
}

# points_of EXERCISE RESULT PASSED: $points and $most in hundredths, nothing for what has none. $points is nothing too for an
# answer that could not be read or judged. In part: at least one of its
# checks passes.
points_of() {
  local i
  points= most=
  for ((i = 0; i < ${#points_names[@]}; ++i)); do
    if [ "${points_names[i]}" != "$1" ]; then continue; fi
    points=0 most=${points_done[i]}
    case $2 in
      'not read' | 'not judged') points= ;;
      'done') points=$most ;;
      'not yet') if [ "${3:-0}" -gt 0 ]; then points=${points_part[i]}; fi ;;
    esac
  done
}

# ---- pages, and tables for others ----

moodle_header='Identifier,Full name,Grade,Last modified (grade),Feedback comments'
canvas_header='Student,ID,SIS User ID,SIS Login ID,Section,'

# page_names: pages[i], the name of the page of hand-in i: the name of its source, in letters that every system takes.
pages=()
page_names() {
  local i name used='/'
  for ((i = 0; i < ${#sources[@]}; ++i)); do
    name=${sources[i]%.txt}
    name=${name//[$'\x01'-$'\x1f\x7f/\\:*?"<>|']/_}
    case $name in [.-]*) name=_$name ;; esac
    name=${name:0:180}
    # Systems that take a for A have one file for both.
    while case $used in *"/$(printf %s "$name" | tr A-Z a-z)/"*) true ;; *) false ;; esac; do name=${name}_; done
    used=$used$(printf %s "$name" | tr A-Z a-z)/
    pages+=("$name.txt")
  done
}

# begin_pages FOLDER: begins an output for each page; it needs files.sh.
page_outputs=()
begin_pages() {
  local page folder
  folder=$(by_path "$1")
  if [ -e "$folder" ] && ! [ -d "$folder" ]; then refuse "FEEDBACK=$1: is no folder"; fi
  mkdir -p "$folder" 2> /dev/null && [ -w "$folder" ] || refuse "FEEDBACK=$1: cannot be written"
  page_names
  for page in "${pages[@]}"; do
    begin_output FEEDBACK "$folder/$page" 'Feedback for *' 'page of make grade'
    page_outputs+=("$output")
  done
  mkdir "$scratch/pages"
}

# page_line I TEXT: a line of the page of hand-in I, in one piece.
page_line() {
  if [ -z "$feedback" ]; then return; fi
  printf '%s\n' "$2" >> "$scratch/pages/$1"
}
# page_verdict I EXERCISE RESULT PASSED FAILED MESSAGE POINTS MOST
page_verdict() {
  local text="$2: $3"
  if [ "$7" ]; then text="$text, $7 of $8 points"; elif [ "$8" ]; then text="$text, no points yet"; fi
  if [ "$4" ] && [ "$5" != 0 ]; then text="$text ($4 checks passed, $5 failed)"; fi
  page_line "$1" "$text"
  if [ "$6" ]; then page_line "$1" "  $(clean "$6")"; fi
}
# fill_pages: each page with its heading.
fill_pages() {
  local i
  for ((i = 0; i < ${#pages[@]}; ++i)); do
    {
      printf 'Feedback for %s\nhanded in: %s\n\n%s\n\n' "$(clean "${students[i]}")" "$(clean "${sources[i]}")" "$(cat "$scratch/total.$i")"
      cat "$scratch/pages/$i"
    } > "$scratch/page" && fill_output "${page_outputs[i]}" "$scratch/page"
  done
}

# moodle_rows, canvas_rows: on standard output.
moodle_rows() {
  local i
  echo "$moodle_header"
  for ((i = 0; i < ${#students[@]}; ++i)); do
    printf '%s,%s,%s,-,%s\n' "${moodle[i]:+Participant ${moodle[i]}}" "$(field "${students[i]}")" "$(cat "$scratch/points.$i")" \
      "$(field "$(cat "$scratch/total.$i")")"
  done
}
canvas_rows() {
  local i
  printf '%shologradient\n    Points Possible,,,,,%s\n' "$canvas_header" "$(in_points $points_full)"
  for ((i = 0; i < ${#students[@]}; ++i)); do
    printf '%s,%s,,,,%s\n' "$(field "${students[i]}")" "${canvas[i]}" "$(cat "$scratch/points.$i")"
  done
}
# numberless LIST...: how many hand-ins have no such number.
numberless() {
  local number count=0
  for number in "$@"; do if [ -z "$number" ]; then count=$((count + 1)); fi; done
  echo $count
}
