#!/bin/bash
# grade.sh DIR OUT: checks the hand-ins of a class: each is a text file of `make handin`, in DIR or in a folder of it. OUT
# becomes a table with a line for each student and exercise, and one with the total. `make grade` calls it.
#
# In: HOLO_COMPILE, HOLO_LIBS, HOLO_CHECKER: how to compile and link; HOLO_BOX: the program box, which limits what an answer
# may do; GRADE_SECONDS: CPU time for an answer, 5 unless set. A stage of the project has four times as long, stage 9 24 times,
# the compiler 6 times. Status 2: something was not graded, since a check does not work here.
set -u
. "$(dirname -- "${BASH_SOURCE[0]}")/head.sh" || exit 2
folder=$(by_path "$1") table=$2 exercise_folder=examples/exercises seconds=${GRADE_SECONDS:-5}
if ! [ -d "$folder" ]; then refuse "DIR=$folder: no such folder; expected one with the hand-ins of a class"; fi
case $seconds in '' | 0* | *[!0-9]* | ?????*) refuse "GRADE_SECONDS=$seconds: expected a number of seconds, 1 to 9999" ;; esac
for part in files causes verdict; do
  . "$support/$part.sh" || exit 2
done
make_scratch grade
trap 'rm -rf "$scratch"; remove_output' EXIT

# ---- what there is to grade, and its points ----

all=() answer_names=' my_engine.h '
for check in "$exercise_folder"/[0-9]*/check.cpp "$exercise_folder"/project/stage_*/check.cpp; do
  [ -e "$check" ] || continue
  name=$(basename "$(dirname "$check")")
  all+=("$name")
  answer_names="$answer_names$name.h "
done
points_file=$exercise_folder/points.txt
wrong=$(grep -n -v -E '^(#.*|[0-9a-z_]+ [0-9]{1,4})?$' "$points_file" | head -n 1)
[ -z "$wrong" ] || refuse "$points_file:$wrong: expected NAME POINTS, as in 06_relu 2"
# points_of EXERCISE: 0 for one that the file lacks.
points_of() { awk -v name="$1" '$1 == name { points = $2 } END { print points + 0 }' "$points_file"; }
most=0
for name in "${all[@]}"; do most=$((most + $(points_of "$name"))); done

# ---- who has handed in what: students[i] is a name, ids[i] the number that Moodle or Canvas wrote into the name of the folder or
# file, sources[i] its place below DIR, problems[i] what is wrong with all of it; the answers are in $scratch/in/i ----

students=() ids=() sources=() problems=()

# add NAME SOURCE FILE: NAME is that of the student's folder or file: "Ada Lovelace_123_assignsubmission_file_" (Moodle),
# "lovelaceada_LATE_123_4567_handin.txt" (Canvas), or any other.
add() {
  local who=$1 id= i=${#students[@]}
  if [[ $who =~ ^(.+)_([0-9]{1,18})_assignsubmission_file(_.*)?$ || $who =~ ^([^_]+)_(LATE_|late_)?([0-9]{1,18})_[0-9]+_.+$ ]]; then
    who=${BASH_REMATCH[1]} id=${BASH_REMATCH[3]}
    case $id in '' | _*) id=${BASH_REMATCH[2]} ;; esac
  fi
  mkdir -p "$scratch/in/$i"
  handin_name= handin_problem='the folder has no file of make handin'
  if [ "$3" ]; then read_handin "$3" "$scratch/in/$i" "$answer_names"; fi
  students+=("${handin_name:-${who%.txt}}") ids+=("$id") sources+=("$2") problems+=("$handin_problem")
}
passed_over() { echo "$(clean "$1"): not looked at: expected a text file of make handin"; }
read_class() {
  local path file found
  for path in "$1"/*; do
    # What systems and archivers add; names with a dot in front are not among these.
    case ${path##*/} in __MACOSX | [Tt]humbs.db | [Dd]esktop.ini) continue ;; esac
    if ! [ -d "$path" ]; then
      if [[ $path = *.txt ]] && is_handin "$path"; then add "${path##*/}" "${path##*/}" "$path"; else passed_over "${path##*/}"; fi
      continue
    fi
    found=
    for file in "$path"/*.txt; do
      if is_handin "$file" && [ -e "$file" -o -L "$file" ]; then found=yes && add "${path##*/}" "${path##*/}/${file##*/}" "$file"; fi
    done
    if [ -z "$found" ]; then add "${path##*/}" "${path##*/}" ''; fi
  done
}

# read_texts: which answers are the same text. An answer that is not written yet is nobody's.
read_texts() {
  local file
  for file in "$scratch"/in/*/*.h; do
    if [ -e "$file" ] && ! grep -q '"not written yet' "$file"; then
      echo "$(basename "$file") $(hash_of "$file") $(basename "$(dirname "$file")")"
    fi
  done > "$scratch/texts"
}
# same_text FILE I: who else has this text, or nothing.
same_text() {
  local other list=
  for other in $(awk -v name="$1" -v mine="$2" '$1 == name { hash[$3] = $2 } END {
      for (i in hash) if (i != mine && mine in hash && hash[i] == hash[mine]) print i }' "$scratch/texts" | sort -n); do
    list="$list${list:+, }${students[other]} (${sources[other]})"
  done
  if [ "$list" ]; then echo "the same text as $list"; fi
}
# same_name I: the hand-ins of the same name.
same_name() {
  local j list=
  for ((j = 0; j < ${#students[@]}; ++j)); do
    if [ "$j" != "$1" ] && [ "${students[j]}" = "${students[$1]}" ]; then list="$list${list:+, }${sources[j]}"; fi
  done
  if [ "$list" ]; then echo "the same name as $list"; fi
}

# ---- the table ----

header='student,exercise,result,passed,failed,message,points,same,source,id'

# clean TEXT: at most 300 bytes of it, on one line, without what is not UTF-8.
clean() {
  case $1 in
    *[!\ -~]*) printf %s "$1" | tr '\001-\037\177' ' ' | head -c 300 | { iconv -c -f UTF-8 -t UTF-8 || tr -d '\200-\377'; } 2> /dev/null ;;
    *) printf %s "${1:0:300}" ;;
  esac
}

# field TEXT: a field of the table. A spreadsheet takes a text for a formula that begins with =, + - or @, with one of these at
# full width, or with a blank of any kind before them: so a text that begins with no letter and no digit has a ' in front.
field() {
  local text
  text=$(clean "$1")
  case $text in
    '' | [A-Za-z0-9]* | [$'\xc3'-$'\xe1']* | $'\xe3'[$'\x81'-$'\xbf']* | [$'\xe4'-$'\xee'$'\xf0'-$'\xf4']*) ;;
    *) text="'$text" ;;
  esac
  printf '"%s"' "${text//\"/\"\"}"
}

# row I EXERCISE RESULT PASSED FAILED MESSAGE POINTS SAME: a line about hand-in I.
row() {
  printf '%s,%s,%s,%s,%s,%s,%s,%s,%s,%s\n' "$(field "${students[$1]}")" "$2" "$3" "$4" "$5" "$(field "$6")" "$7" "$(field "$8")" \
    "$(field "${sources[$1]}")" "${ids[$1]}" >> "$scratch/rows" || refuse "$scratch/rows: cannot be written"
}

read_class "$folder" > "$scratch/read"
[ ${#students[@]} -gt 0 ] || refuse "DIR=$folder: has no hand-ins; expected a folder or a file of make handin for each student"
begin_output "$table" "student,exercise,result,passed,failed,message*" 'table of make grade'
echo "$header" > "$scratch/rows" || refuse "$scratch/rows: cannot be written"
"$HOLO_BOX" || refuse "$HOLO_BOX: cannot be started; expected the program that limits what an answer may do"
find_readable
echo "reading: $reading"
if [ "$(id -u)" = 0 ]; then echo 'user: you are root, whom some limits do not hold; rather be an ordinary user'; fi
cat "$scratch/read"
read_texts

# ---- the hand-ins, one after another ----

# has_heading STAGE FILE: the file has the heading of this stage. A file without any may still have what it asks for.
has_heading() {
  local number
  number=$(stage_number "$1")
  [ "$number" = 1 ] || grep -a -q "^// ---- stage $number: " "$2"
}
# no_grade I WHY: hand-in I gets none until somebody has looked at it.
without=()
no_grade() { : "${without[$1]:=$2}"; }
# grade I: all of hand-in I.
not_judged=0 answers_done=0
grade() {
  local i=$1 name file points stage_before= done_here=0 sum=0
  if [ "${problems[i]}" ]; then
    row "$i" hand-in 'not read' '' '' "${problems[i]}" '' ''
    no_grade "$i" "${problems[i]}"
  elif [ -z "$(ls "$scratch/in/$i")" ]; then
    no_grade "$i" 'nothing is handed in'
  fi
  for name in "${all[@]}"; do
    if [ "${problems[i]}" ]; then break; fi
    case $name in stage_*) file=my_engine.h ;; *) file=$name.h ;; esac
    answer=$scratch/in/$i/$file result='not handed in' passed= failed= message= points=0
    if [[ $name = stage_* && -e $answer && ${stage_before:-done} != 'done' ]] && ! has_heading "$name" "$answer"; then
      message='the stage before it is not done'
    elif [ -e "$answer" ]; then
      verdict "$name" "$answer"
      if [ "$result" = 'does not compile' ] && [[ $name = stage_* ]] && ! has_heading "$name" "$answer"; then
        result='not handed in' message='the file has nothing of this stage'
      fi
    fi
    case $name in stage_*) stage_before=$result ;; esac
    case $result in
      'done') done_here=$((done_here + 1)) points=$(points_of "$name") ;;
      'not judged') no_grade "$i" "$name: $message"; not_judged=$((not_judged + 1)) points= ;;
    esac
    sum=$((sum + points))
    row "$i" "$name" "$result" "$passed" "$failed" "$message" "$points" "$(same_text "$file" "$i")"
  done
  if [ "${without[i]:-}" ]; then sum=; fi
  row "$i" total "$done_here of ${#all[@]} done" '' '' "${without[i]:-}" "$sum" "$(same_name "$i")"
  answers_done=$((answers_done + done_here))
}
for ((student = 0; student < ${#students[@]}; ++student)); do grade $student; done

end_output "$scratch/rows"
echo "wrote $table: students ${#students[@]}, answers done $answers_done, $most points in all"
if [ ${#without[@]} -gt 0 ]; then
  echo "no grade: ${#without[@]} of ${#students[@]} hand-ins, which somebody has to look at:"
  for i in "${!without[@]}"; do echo "  $(clean "${students[i]} (${sources[i]})"): $(clean "${without[i]}")"; done
fi
if [ $not_judged -gt 0 ]; then refuse "$not_judged answers were not judged, since their checks do not work here; expected that a right answer comes to its end"; fi
