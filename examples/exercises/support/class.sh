# class.sh: who has handed in what, for grade.sh, which reads it. A hand-in is a folder with files 06_relu.h or relu.h, or a
# text file of `make handin`, in DIR or in a folder of it: students[i] is its name, sources[i] the folder or file below DIR,
# folders[i] where its answers are, problems[i] what is wrong with all of it; moodle[i] and canvas[i] are the numbers
# that these systems write into names.
students=() sources=() folders=() problems=() moodle=() canvas=()

# named NAME FILE: $who, $moodle_number and $canvas_number of "Ada Lovelace_123_assignsubmission_file_" (Moodle), of
# "lovelaceada_LATE_123_4567_handin.txt" (Canvas, only files), of any other name.
named() {
  who=$1 moodle_number= canvas_number=
  if [[ $1 =~ ^(.+)_([0-9]{1,18})_assignsubmission_file(_.*)?$ ]]; then
    who=${BASH_REMATCH[1]} moodle_number=${BASH_REMATCH[2]}
  elif [ "$2" ] && [[ $1 =~ ^([^_]+)(_LATE|_late)?_([0-9]{1,18})_[0-9]+_.+$ ]]; then
    who=${BASH_REMATCH[1]} canvas_number=${BASH_REMATCH[3]}
  else
    who=${1%.txt}
  fi
}

# add_handin NAME SOURCE FOLDER PROBLEM
add_handin() {
  students+=("$1") sources+=("$2") folders+=("$3") problems+=("$4") moodle+=("$moodle_number") canvas+=("$canvas_number")
}

# add_file FILE SOURCE: a text file of make handin. Its name says who; the numbers are those that named() has found.
add_file() {
  local into=$scratch/in/${#students[@]}
  mkdir -p "$into"
  read_handin "$1" "$into" "$answer_names"
  add_handin "${handin_name:-$who}" "$2" "$into" "$handin_problem"
}

# of_a_system PATH: whether a system, an archiver or an editor has made it, and no student.
of_a_system() {
  case ${1##*/} in
    __MACOSX | .* | [Tt]humbs.db | [Dd]esktop.ini | @eaDir | lost+found | 'System Volume Information' | [$]RECYCLE.BIN) return 0 ;;
    *~ | '#'*'#' | *.bak | *.orig | *.swp) ! [ -d "$1" ] ;;
    *) return 1 ;;
  esac
}

# others FOLDER: says which of its files have no answer's name.
others() {
  local file list=
  for file in "$1"/*; do
    if of_a_system "$file"; then continue; fi
    case "$answer_names" in *" ${file##*/} "*) continue ;; esac
    if [ -e "$file" ] || [ -L "$file" ]; then list="$list ${file##*/}"; fi
  done
  if [ "$list" ]; then echo "$(clean "${1##*/}"): not looked at, no answer has such a name:$(clean "$list")"; fi
}

# add_folder FOLDER: the hand-ins in it, or else its answers.
add_folder() {
  local path=$1 name=${1##*/} file found=
  named "$name" ''
  if [ -L "$path" ]; then add_handin "$who" "$name" '' 'the folder of the student is a link'; return; fi
  if ! [ -x "$path" ] || ! [ -r "$path" ]; then add_handin "$who" "$name" '' 'the folder of the student cannot be opened'; return; fi
  for file in "$path"/*.txt; do
    if of_a_system "$file" || ! [ -e "$file" ] && ! [ -L "$file" ] || ! is_handin "$file"; then continue; fi
    found=yes
    add_file "$file" "$name/${file##*/}"
  done
  if [ "$found" ]; then
    for file in "$path"/*.h; do
      if [ -e "$file" ]; then echo "$(clean "$name/${file##*/}"): not looked at: the folder has a file of make handin"; fi
    done
    return
  fi
  others "$path"
  add_handin "$who" "$name" "$path" ''
}

# read_class DIR
read_class() {
  local path
  for path in "$1"/*/; do
    path=${path%/}
    if [ -d "$path" ] && ! of_a_system "$path"; then add_folder "$path"; fi
  done
  for path in "$1"/*; do
    if [ -d "$path" ] || of_a_system "$path" || ! [ -e "$path" -o -L "$path" ]; then continue; fi
    case $path in *.txt) ;; *) echo "$(clean "${path##*/}"): not looked at: neither a folder nor a text file of make handin"; continue ;; esac
    if ! is_handin "$path"; then echo "$(clean "${path##*/}"): not looked at: it does not begin with '$handin_mark'"; continue; fi
    named "${path##*/}" file
    add_file "$path" "${path##*/}"
  done
}

# answer_of FOLDER EXERCISE: $file is its answer, which may not be there: the engine for a stage, else 06_relu.h or relu.h.
answer_of() {
  file=$1/$2.h
  case $2 in stage_*) file=$1/my_engine.h ;; *) [ -e "$file" ] || [ -L "$file" ] || file=$1/${2#*_}.h ;; esac
}

# read_texts: which answers are the same text, but for ends of lines. The skeletons are nobody's.
read_texts() {
  local i name own
  for name in "${exercises[@]}" my_engine; do
    own=$exercise_folder/$name/${name#*_}.h
    if [ -f "$own" ] && grep -q '"not written yet' "$own"; then add_text "$name" skeleton "$own"; fi
    for ((i = 0; i < ${#students[@]}; ++i)); do
      if [ "${problems[i]}" ]; then continue; fi
      if [ "$name" = my_engine ]; then file=${folders[i]}/my_engine.h; else answer_of "${folders[i]}" "$name"; fi
      if [ -L "$file" ] || ! [ -f "$file" ]; then continue; fi
      read_text "$file" "$scratch/read_text" $most_bytes
      if [ -z "$unread" ]; then add_text "$name" "$i" "$scratch/read_text"; fi
    done
  done
}
add_text() {
  plain_lines "$3" > "$scratch/plain"
  echo "$1 $(hash_of "$scratch/plain") $2" >> "$scratch/texts"
}
# same_text EXERCISE I: who else has this text, or nothing.
same_text() {
  local name=$1 other list=
  case $name in stage_*) name=my_engine ;; esac
  for other in $(awk -v name="$name" -v mine="$2" '$1 == name { hash[$3] = $2; place[++n] = $3 } END {
      if (hash[mine] == "" || hash[mine] == hash["skeleton"]) exit
      for (i = 1; i <= n; ++i) if (place[i] != mine && hash[place[i]] == hash[mine]) print place[i] }' "$scratch/texts"); do
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
