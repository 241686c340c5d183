#!/bin/bash
# grade.sh DIR OUT: checks the hand-ins of a class, see class.sh. OUT becomes a table with a line for each student and exercise,
# and one with the total. `make grade` calls it.
#
# In: HOLO_COMPILE, HOLO_LIBS, HOLO_CHECKER: how to compile and link; HOLO_BOX: the program box, which limits what an answer
# may do. GRADE_SECONDS and GRADE_COMPILE_SECONDS: CPU time for an answer, 5 and 30 unless set; GRADE_STAGE_SECONDS and
# GRADE_TRAINING_SECONDS: for a stage of the project and for stage 9, 20 and 120. POINTS: a file
# with the points of each exercise. If set: FEEDBACK, a folder for a page for each student; MOODLE and CANVAS, tables for them.
# Status 2: something was not graded, since a check does not work here.
set -u
. "$(dirname -- "${BASH_SOURCE[0]}")/head.sh" || exit 2
folder=$(by_path "$1") table=$2 exercise_folder=examples/exercises
seconds=${GRADE_SECONDS:-5} compile_seconds=${GRADE_COMPILE_SECONDS:-30}
stage_seconds=${GRADE_STAGE_SECONDS:-20} training_seconds=${GRADE_TRAINING_SECONDS:-120}
feedback=${FEEDBACK:-}
if ! [ -d "$folder" ]; then refuse "DIR=$folder: no such folder; expected one with the hand-ins of a class"; fi
for number in "$seconds" "$compile_seconds" "$stage_seconds" "$training_seconds"; do
  case $number in
    '' | 0* | *[!0-9]* | ??????*) refuse "GRADE_SECONDS, GRADE_COMPILE_SECONDS: '$number'; expected a number of seconds, 1 to 99999" ;;
  esac
done
for part in files causes class tables verdict; do
  . "$support/$part.sh" || exit 2
done
make_scratch grade
trap 'rm -rf "$scratch"; remove_outputs' EXIT

# ---- what there is to grade ----

exercises=() stages=() answer_names=' '
for check in "$exercise_folder"/[0-9]*/check.cpp; do
  name=$(basename "$(dirname "$check")")
  exercises+=("$name")
  answer_names="$answer_names$name.h ${name#*_}.h "
done
for check in "$exercise_folder"/project/stage_*/check.cpp; do
  if [ -e "$check" ]; then stages+=("$(basename "$(dirname "$check")")"); fi
done
answer_names="${answer_names}my_engine.h "
all=("${exercises[@]}" ${stages[@]+"${stages[@]}"})
read_points "${POINTS:-$support/../points.txt}" " ${all[*]} "
read_class "$folder" > "$scratch/read"
[ ${#students[@]} -gt 0 ] || refuse "DIR=$folder: has no hand-ins; expected a folder or a file of make handin for each student"

rows=$scratch/rows
begin_output OUT "$table" "student,exercise,result,passed,failed,message*" 'table of make grade'
table_output=$output moodle_output= canvas_output=
if [ "${MOODLE:-}" ]; then begin_output MOODLE "$MOODLE" "$moodle_header" 'such table'; moodle_output=$output; fi
if [ "${CANVAS:-}" ]; then begin_output CANVAS "$CANVAS" "$canvas_header*" 'such table'; canvas_output=$output; fi
if [ "$feedback" ]; then begin_pages "$feedback"; fi
echo "$header" > "$rows" || refuse "$rows: cannot be written"

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
no_grade() { : "${without[$1]:=$2}"; }
# grade I: all of hand-in I.
grade() {
  local i=$1 name file answer=$scratch/answer.h done_here=0 given=0 sum=0 total
  for name in "${all[@]}"; do
    if [ "${problems[i]}" ]; then break; fi
    answer_of "${folders[i]}" "$name"
    result='not handed in' passed= failed= message=
    if [ -e "$file" ] || [ -L "$file" ]; then
      given=$((given + 1)) unread='expected a regular file that can be read'
      if ! [ -L "$file" ]; then read_text "$file" "$answer" $most_bytes; fi
      if [ "$unread" ]; then
        result='not read' message=$unread
      elif [[ $name = stage_* ]] && [ "$stage_before" != 'done' ] && ! has_heading "$name" "$answer"; then
        message='the stage before it is not done'
      else
        verdict "$name" "$answer"
        if [ "$result" = 'does not compile' ] && [[ $name = stage_* ]] && ! has_heading "$name" "$answer"; then
          result='not handed in' message='the file has nothing of this stage'
        fi
      fi
    fi
    case $name in stage_*) stage_before=$result ;; esac
    case $result in
      'done') done_here=$((done_here + 1)) ;;
      'not read') no_grade "$i" "${file##*/}: $message" ;;
      'not judged') no_grade "$i" "$name: $message"; not_judged=$((not_judged + 1)) ;;
    esac
    points_of "$name" "$result" "$passed"
    sum=$((sum + ${points:-0}))
    points=${points:+$(in_points $points)} most=${most:+$(in_points $most)}
    row "${students[i]}" "$name" "$result" "$passed" "$failed" "$message" "$points" "$(same_text "$name" "$i")" "${sources[i]}"
    page_verdict "$i" "$name" "$result" "$passed" "$failed" "$message" "$points" "$most"
  done
  # What is wrong with all of it is said once.
  if [ "${problems[i]}" ]; then
    no_grade "$i" "${problems[i]}"
    row "${students[i]}" hand-in 'not read' '' '' "${problems[i]}" '' '' "${sources[i]}"
    page_line "$i" "Nothing of it was graded: $(clean "${problems[i]}")"
  elif [ $given = 0 ]; then
    no_grade "$i" 'nothing is handed in'
  fi
  sum=$(in_points $sum)
  total="$sum of $(in_points $points_full) points, $done_here of ${#all[@]} done"
  if [ "${without[i]:-}" ]; then sum= total="no grade: $(clean "${without[i]}")"; fi
  row "${students[i]}" total "$done_here of ${#all[@]} done" '' '' "${without[i]:-}" "$sum" "$(same_name "$i")" "${sources[i]}"
  echo "$total" > "$scratch/total.$i" && echo "$sum" > "$scratch/points.$i" || refuse "$scratch: cannot be written"
  answers_done=$((answers_done + done_here))
}
without=() not_judged=0
answers_done=0 stage_before=
for ((student = 0; student < ${#students[@]}; ++student)); do grade $student; done

fill_output "$table_output" "$rows"
if [ "$moodle_output" ]; then moodle_rows > "$scratch/table" && fill_output "$moodle_output" "$scratch/table"; fi
if [ "$canvas_output" ]; then canvas_rows > "$scratch/table" && fill_output "$canvas_output" "$scratch/table"; fi
if [ "$feedback" ]; then fill_pages; fi
end_outputs
echo "wrote $table: students ${#students[@]}, answers done $answers_done"
if [ "$moodle_output" ]; then echo "wrote $MOODLE: $(numberless "${moodle[@]}") without a number of Moodle"; fi
if [ "$canvas_output" ]; then echo "wrote $CANVAS: $(numberless "${canvas[@]}") without a number of Canvas"; fi
if [ "$feedback" ]; then echo "wrote $feedback: ${#pages[@]} pages"; fi
if [ ${#without[@]} -gt 0 ]; then
  echo "no grade: ${#without[@]} of ${#students[@]} hand-ins, which somebody has to look at:"
  for i in "${!without[@]}"; do echo "  $(clean "${students[i]} (${sources[i]})"): $(clean "${without[i]}")"; done
fi
if [ $not_judged -gt 0 ]; then refuse "$not_judged answers were not judged, since their checks do not work here; expected that a right answer comes to its end"; fi
