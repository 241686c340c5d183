#!/bin/bash
# grade.sh DIR OUT: checks the answers of a class. DIR has a folder for each student, with files NAME.h or
# NN_NAME.h; OUT becomes a table with a line for each student and exercise. `make grade` calls it.
#
# In: HOLO_COMPILE, HOLO_LIBS, HOLO_CHECKER: how to compile and link; HOLO_BOX: the program box, which limits
# what an answer may do. GRADE_SECONDS and GRADE_COMPILE_SECONDS: CPU time for an answer, 5 and 30 unless set.
set -u
folder=$1 table=$2 exercises=$PWD/examples/exercises support=$(dirname "${BASH_SOURCE[0]}")
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
students=()
for path in "$folder"/*/; do
  if [ -d "$path" ]; then students+=("${path%/}"); fi
done
[ ${#students[@]} -gt 0 ] || refuse "DIR=$folder: has no folders; expected one for each student"
scratch=$(mktemp -d "${TMPDIR:-/tmp}/holo-grade.XXXXXX") && scratch=$(cd "$scratch" && pwd) || exit 2
new=
trap 'rm -rf "$scratch" ${new:+"$new"}' EXIT
. "$support/table.sh" && . "$support/encoding.sh" && . "$support/causes.sh" || exit 2
begin_table "$table" "$scratch/rows"

# in_box SECONDS MEMORY_MB BYTES FOLDER COMMAND...: gets standard input; what it prints goes to $scratch/said, how
# it ended is set.
in_box() {
  "$HOLO_BOX" "$1" $((3 * $1)) "$2" "$3" "$4" "${@:5}" > "$scratch/said" 2> /dev/null
  ended=$(tail -n 1 "$scratch/said" | tr -d '\000')
}

# What g++ and clang++ say, of themselves and of no line of an answer, when a limit ended one of their programs.
killed='^([^ :]+: .*|LLVM ERROR.*|virtual memory.*)(signal terminated program|unable to execute command|due to signal|out of memory|virtual memory|exhausted)'

# compile EXERCISE: the answer in work/answer.h, into work/program. Warnings are not asked for; the assertions of
# the standard library stop an answer whose index leaves its vector.
compile() {
  local words
  eval "words=($HOLO_COMPILE)"
  words+=(-w -fmax-errors=2 -D_GLIBCXX_ASSERTIONS -DHOLO_ANSWER="\"$scratch/work/answer.h\"")
  words+=("$HOLO_CHECKER" "$exercises/$1/check.cpp" -MMD -MF "$scratch/work/included" -o "$scratch/work/program")
  eval "words+=($HOLO_LIBS)"
  TMPDIR=$scratch/work LC_ALL=C in_box "$compile_seconds" 2048 100000 "$scratch/work" "${words[@]}" < /dev/null
}

# grade STUDENT EXERCISE FILE
grade() {
  local student=$1 name=$2 file=$3 word counted result passed failed message
  # No pipe, no device, no link that leads to another file.
  if [ -L "$file" ] || ! [ -f "$file" ] || ! [ -r "$file" ]; then
    row "$student" "$name" 'not a file' '' '' 'expected a regular file that can be read'
    return
  elif [ "$(head -c 200001 "$file" | wc -c)" -gt 200000 ]; then
    row "$student" "$name" 'too long' '' '' 'the file has more than 200000 bytes'
    return
  fi
  rm -rf "$scratch/work" && mkdir "$scratch/work" && cp "$file" "$scratch/work/answer.h" ||
    refuse "$file: cannot be copied to $scratch"
  message=$(wrong_encoding "$scratch/work/answer.h")
  if [ "$message" ]; then
    row "$student" "$name" 'does not compile' '' '' "$message"
    return
  fi
  compile "$name"
  message=$(includes_solution "$scratch/work/answer.h" "$scratch/work/included")
  if [ "$message" ]; then
    row "$student" "$name" 'not yet' 0 1 "$message"
    return
  fi
  if [ "$ended" != 'exit 0' ] || ! [ -x "$scratch/work/program" ]; then
    message=$(linker_cause "$scratch/said")
    : "${message:=$(grep -a -m 1 -E 'error: |undefined |multiple definition' "$scratch/said" | tr -d '\000')}"
    message=${message//"$scratch/work/"/}
    case $ended in exit* | 'too much output') ;; *) message= ;; esac
    if [ -z "$message" ] || grep -a -E -q "$killed" "$scratch/said"; then
      row "$student" "$name" 'takes too long to compile' '' '' 'the compiler needs too much time or memory'
    else
      row "$student" "$name" 'does not compile' '' '' "${message//"$exercises/"/}"
    fi
    return
  fi
  # The last line of an honest end begins with a word that an answer does not know.
  word=$(od -A n -N 8 -t x8 /dev/urandom | tr -d ' ')
  in_box "$seconds" 1024 100000 '' env -i LC_ALL=C OMP_NUM_THREADS=1 "$scratch/work/program" < <(echo "$word")
  counted=$(tail -n 3 "$scratch/said" | tr -d '\000' | grep -a -m 1 "^$word [0-9]* [0-9]* ")
  passed='' failed='' message=''
  if [ "$counted" ]; then read -r word passed failed message <<< "$counted"; fi
  case $ended in
    'exit 0') [ "${failed:-1}" = 0 ] && result=done || result='stopped early' ;;
    'exit 1') [ "${failed:-0}" != 0 ] && result='not yet' || result='stopped early' ;;
    exit*) result='stopped early' ;;
    signal*) result=crashed message=$(crash_cause $((128 + ${ended#signal })) "$scratch/said" /dev/null) ;;
    'too long' | 'too much output') result=$ended message= ;;
    *) result=crashed message='it ended the program that limits it' ;;
  esac
  if [ "$result" = 'done' ]; then answers_done=$((answers_done + 1)); fi
  if [ "$result" = 'stopped early' ]; then message='the program ended before its check did'; fi
  row "$student" "$name" "$result" "$passed" "$failed" "$message"
}

# others FOLDER: says which of its files have no exercise's name.
others() {
  local file list=
  for file in "$1"/*; do
    case "$known" in *"/${file##*/}/"*) continue ;; esac
    if [ -e "$file" ] || [ -L "$file" ]; then list="$list ${file##*/}"; fi
  done
  if [ "$list" ]; then echo "$(clean "${1##*/}"): not looked at, no answer has such a name:$(clean "$list")"; fi
}

"$HOLO_BOX"
if [ "$(id -u)" = 0 ]; then echo 'user: you are root, whom some limits do not hold; rather be an ordinary user'; fi
answers_done=0 known=/
for check in "$exercises"/[0-9]*/check.cpp; do
  name=$(basename "$(dirname "$check")")
  known=$known$name.h/${name#*_}.h/
done
for path in "${students[@]}"; do
  student=${path##*/}
  [ -L "$path" ] || others "$path"
  for check in "$exercises"/[0-9]*/check.cpp; do
    name=$(basename "$(dirname "$check")")
    file=$path/$name.h
    if ! [ -e "$file" ] && ! [ -L "$file" ]; then file=$path/${name#*_}.h; fi
    if [ -L "$path" ]; then
      row "$student" "$name" 'not a file' '' '' 'the folder of the student is a link'
    elif ! [ -x "$path" ]; then
      row "$student" "$name" 'not a file' '' '' 'the folder of the student cannot be opened'
    elif [ -e "$file" ] || [ -L "$file" ]; then
      grade "$student" "$name" "$file"
    else
      row "$student" "$name" 'not handed in' '' '' ''
    fi
  done
done
end_table
echo "wrote $2: students ${#students[@]}, answers done $answers_done"
