#!/bin/bash
# grade.sh DIR OUT: checks the answers of a class. DIR has a folder for each student, with files NAME.h or
# NN_NAME.h; OUT becomes a table with a line for each student and exercise. `make grade` calls it.
#
# In: HOLO_COMPILE, HOLO_LIBS, HOLO_CHECKER: how to compile and link; HOLO_BOX: the program box, which limits
# what an answer may do. GRADE_SECONDS and GRADE_COMPILE_SECONDS: CPU time for an answer, 5 and 30 unless set.
set -u
folder=$1 table=$2 exercises=$PWD/examples/exercises
seconds=${GRADE_SECONDS:-5} compile_seconds=${GRADE_COMPILE_SECONDS:-30}
# No name of a file may look like an option.
case $folder in -*) folder=./$folder ;; esac
case $table in -*) table=./$table ;; esac
refuse() {
  echo "error: $1" >&2
  exit 2
}
if ! [ -d "$folder" ]; then refuse "DIR=$folder: no such folder; expected one with a folder for each student"; fi
for number in "$seconds" "$compile_seconds"; do
  case $number in
    '' | 0* | *[!0-9]* | ??????*) refuse "GRADE_SECONDS, GRADE_COMPILE_SECONDS: '$number'; expected a number of seconds, 1 to 99999" ;;
  esac
done
scratch=$(mktemp -d "${TMPDIR:-/tmp}/holo-grade.XXXXXX") || exit 2
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/work"
rows=$scratch/rows
echo 'student,exercise,result,passed,failed,message' > "$rows" || exit 2
! [ -d "$table" ] && cp "$rows" "$table" 2> /dev/null || refuse "OUT=$table: cannot be written"

# field TEXT: a field of the table. It stays on its line, and no spreadsheet takes it for a formula.
field() {
  local text
  text=$(printf %s "$1" | LC_ALL=C tr -s '\000-\037\177' ' ' | LC_ALL=C cut -c 1-300)
  text=${text#"${text%%[! ]*}"}
  case $text in [=+@-]*) text="'$text" ;; esac
  printf '"%s"' "${text//\"/\"\"}"
}

# row STUDENT EXERCISE RESULT PASSED FAILED MESSAGE
row() {
  printf '%s,%s,%s,%s,%s,%s\n' "$(field "$1")" "$2" "$3" "$4" "$5" "$(field "$6")" >> "$rows"
}

# in_box SECONDS MEMORY_MB BYTES FOLDER COMMAND...: what it prints goes to $scratch/said, how it ended is set.
in_box() {
  "$HOLO_BOX" "$1" $((3 * $1)) "$2" "$3" "$4" "${@:5}" > "$scratch/said" 2> /dev/null < /dev/null
  ended=$(tail -n 1 "$scratch/said" | tr -d '\000')
}

# What g++ and clang++ say when a limit ended one of their programs.
killed='signal terminated program|unable to execute command|due to signal|out of memory|virtual memory'

# compile EXERCISE: the answer in work/answer.h, into work/program.
compile() {
  local words
  eval "words=($HOLO_COMPILE)"
  words+=(-DHOLO_ANSWER="\"$scratch/work/answer.h\"" "$exercises/$1/check.cpp" "$HOLO_CHECKER" -o "$scratch/work/program")
  eval "words+=($HOLO_LIBS)"
  TMPDIR=$scratch/work LC_ALL=C in_box "$compile_seconds" 2048 100000 "$scratch/work" "${words[@]}"
}

# grade STUDENT EXERCISE FILE
grade() {
  local student=$1 name=$2 file=$3 word counted result message
  # No pipe, no device, no link that leads to another file.
  if [ -L "$file" ] || ! [ -f "$file" ] || ! [ -r "$file" ]; then
    row "$student" "$name" 'not a file' '' '' 'expected a regular file that can be read'
    return
  elif [ "$(head -c 200001 "$file" | wc -c)" -gt 200000 ]; then
    row "$student" "$name" 'too long' '' '' 'the file has more than 200000 bytes'
    return
  fi
  rm -rf "$scratch/work" && mkdir "$scratch/work" && cp "$file" "$scratch/work/answer.h" || exit 2
  compile "$name"
  if [ "$ended" != 'exit 0' ] || ! [ -x "$scratch/work/program" ]; then
    message=$(grep -a -m 1 'error: ' "$scratch/said" | sed "s|$scratch/work/||g; s|$exercises/||g")
    if [ "${ended#exit}" = "$ended" ] || grep -a -E -q "$killed" "$scratch/said"; then
      row "$student" "$name" 'takes too long to compile' '' '' 'the compiler needs too much time or memory'
    else
      row "$student" "$name" 'does not compile' '' '' "$message"
    fi
    return
  fi
  # The last line of an honest end begins with a word that an answer does not know.
  word=$(od -A n -N 8 -t x8 /dev/urandom | tr -d ' ')
  in_box "$seconds" 1024 100000 '' env -i LC_ALL=C OMP_NUM_THREADS=1 "$scratch/work/program" "$word"
  counted=$(tail -n 3 "$scratch/said" | grep -a -m 1 "^$word [0-9]* [0-9]*$")
  message=$(tr -d '\000' < "$scratch/said" | awk -v line="$name: not yet" 'seen { print; exit } $0 == line { seen = 1 }')
  case $ended in
    'exit 0') [ -n "$counted" ] && result=done message= || result='stopped early' ;;
    'exit 1') [ -n "$counted" ] && result='not yet' || result='stopped early' ;;
    exit*) result='stopped early' ;;
    signal*) result=crashed message=$ended ;;
    'too long' | 'too much output') result=$ended message= ;;
    *) result=crashed message='it ended the program that limits it' ;;
  esac
  if [ "$result" = 'done' ]; then answers_done=$((answers_done + 1)); fi
  if [ "$result" = 'stopped early' ]; then message='the program ended before its check did'; fi
  set -- ${counted:-}
  row "$student" "$name" "$result" "${2:-}" "${3:-}" "$message"
}

"$HOLO_BOX"
if [ "$(id -u)" = 0 ]; then echo 'user: you are root, whom some limits do not hold; rather be an ordinary user'; fi
students=0 answers_done=0
for path in "$folder"/*/; do
  path=${path%/}
  if [ -L "$path" ] || ! [ -d "$path" ]; then continue; fi
  student=${path##*/} students=$((students + 1))
  for check in "$exercises"/[0-9]*/check.cpp; do
    name=$(basename "$(dirname "$check")")
    file=$path/$name.h
    if ! [ -e "$file" ] && ! [ -L "$file" ]; then file=$path/${name#*_}.h; fi
    if [ -e "$file" ] || [ -L "$file" ]; then
      grade "$student" "$name" "$file"
    elif ! [ -x "$path" ]; then
      row "$student" "$name" 'not a file' '' '' 'the folder of the student cannot be opened'
    else
      row "$student" "$name" 'not handed in' '' '' ''
    fi
  done
done
[ "$students" -gt 0 ] || refuse "DIR=$folder: has no folders; expected one for each student"
cp "$rows" "$table" || refuse "OUT=$table: cannot be written"
echo "wrote $table: students $students, answers done $answers_done"
