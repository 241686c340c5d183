# reports.sh: what grade.sh writes besides its table: a page for each student, and the tables that Moodle and Canvas take.
moodle_header='Identifier,Full name,Grade,Last modified (grade),Feedback comments'
canvas_header='Student,ID,SIS User ID,SIS Login ID,Section,'

# page_names: pages[i], the name of the page of hand-in i: that of its source, in letters that every system takes.
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

# begin_pages FOLDER: refuses one that cannot be written, or in which another file has the name of a page.
begin_pages() {
  local page
  pages_folder=$1
  case $pages_folder in -*) pages_folder=./$pages_folder ;; esac
  if [ -e "$pages_folder" ] && ! [ -d "$pages_folder" ]; then refuse "FEEDBACK=$1: is no folder"; fi
  mkdir -p "$pages_folder" 2> /dev/null && [ -w "$pages_folder" ] || refuse "FEEDBACK=$1: cannot be written"
  page_names
  for page in "${pages[@]}"; do
    page=$pages_folder/$page
    if [ -L "$page" ] || [ -d "$page" ]; then refuse "FEEDBACK: $(clean "$page"): is there and is no page of make grade"; fi
    if [ -e "$page" ] && ! head -n 1 "$page" | grep -a -q '^Feedback for '; then
      refuse "FEEDBACK: $(clean "$page"): is there and is no page of make grade"
    fi
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
# end_pages: each page with its heading, beside the one that it replaces, and then in its place.
end_pages() {
  local i new
  for ((i = 0; i < ${#pages[@]}; ++i)); do
    new=$(mktemp "$pages_folder/.page.XXXXXX" 2> /dev/null) || refuse "FEEDBACK=$pages_folder: cannot be written"
    {
      printf 'Feedback for %s\nhanded in: %s\n\n%s\n\n' "$(clean "${students[i]}")" "$(clean "${sources[i]}")" "$(cat "$scratch/total.$i")"
      cat "$scratch/pages/$i"
    } > "$new" && chmod "$(printf %o $((0666 & ~$(umask))))" "$new" && mv -f "$new" "$pages_folder/${pages[i]}" ||
      refuse "FEEDBACK=$pages_folder: cannot be written"
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
