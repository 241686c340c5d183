# verdict.sh: the verdict on one answer, for grade.sh, which reads it.

# What g++ and clang++ say, of themselves and of no line of an answer, when a limit ended one of their programs.
killed='^([^ :]+: .*|LLVM ERROR.*|virtual memory.*)(signal terminated program|unable to execute command|due to signal|out of memory|virtual memory|exhausted)'

# in_box SECONDS MEMORY_MB BYTES FOLDER READABLE COMMAND...: gets standard input; what it prints goes to $scratch/said,
# how it ended is set.
in_box() {
  "$HOLO_BOX" "$1" $((3 * $1)) "$2" "$3" "$4" "$5" "${@:6}" > "$scratch/said" 2> /dev/null
  ended=$(tail -n 1 "$scratch/said" | tr -d '\000')
}

# words_of EXERCISE: how it is compiled, in `words`. A stage needs the objects of the project.
words_of() {
  local libs=$HOLO_LIBS
  eval "words=($HOLO_COMPILE)"
  case $1 in stage_*) check=$exercise_folder/project/$1/check.cpp libs=${HOLO_PROJECT_LIBS:-$HOLO_LIBS} ;; *) check=$exercise_folder/$1/check.cpp ;; esac
  eval "libraries=($libs)"
}

# find_readable: $system, the folders of the system, and $to_compile, what a compiler may read besides: of the project
# neither solutions nor tests, and nothing of a student. Where this compiler does not work so, or where nothing enforces it,
# both are '', which is everything.
find_readable() {
  local root word next=
  system=/usr:/lib:/lib32:/lib64:/libx32:/bin:/opt:/nix:/gnu:/etc/ld.so.cache:/dev/urandom
  to_compile=$system
  for root in "$PWD" "$(cd "$support/../../.." && pwd)"; do
    to_compile=$to_compile:$root/include:$root/src:$root/examples/exercises/support:$root/examples/exercises/project
    for word in "$root"/examples/exercises/[0-9]*/; do to_compile=$to_compile:${word%/}; done
  done
  words_of none
  eval "libraries+=(${HOLO_PROJECT_LIBS:-})"
  for word in "${words[@]}" ${libraries[@]+"${libraries[@]}"} "$HOLO_CHECKER"; do
    if [ "$next" ]; then to_compile=$to_compile:$word:$word.gch; next=; fi
    case $word in
      -include) next=yes ;;
      -I* | -L*) case $(cd "${word#-?}" 2> /dev/null && pwd) in '' | */examples | */tests | / | "$HOME") ;; *) to_compile=$to_compile:${word#-?} ;; esac ;;
      *.o | *.a | *.so) to_compile=$to_compile:$word ;;
    esac
  done
  mkdir -p "$scratch/work" && echo 'int main() { return 0; }' > "$scratch/work/probe.cpp" && echo > "$scratch/unread"
  in_box 5 1024 1000 '' "$system" cat "$scratch/unread" < /dev/null
  if [ "$ended" = 'exit 0' ]; then
    system= to_compile= reading='NOT ENFORCED: an answer reads what you can read: no Landlock here'
    return
  fi
  TMPDIR=$scratch/work in_box "$compile_seconds" 2048 100000 "$scratch/work" "$to_compile" "${words[@]}" "$scratch/work/probe.cpp" -o "$scratch/work/probe" < /dev/null
  if ! [ -x "$scratch/work/probe" ]; then
    system= to_compile= reading='NOT ENFORCED: an answer reads what you can read: this compiler needs folders that are not of the system'
    return
  fi
  reading='no solution, no test, nothing of another student and nothing of yours (Landlock)'
}

# compile EXERCISE: the answer in work/answer.h, into work/program. Warnings are not asked for; the assertions of
# the standard library stop an answer whose index leaves its vector.
compile() {
  words_of "$1"
  words+=(-w -fmax-errors=2 -D_GLIBCXX_ASSERTIONS -DHOLO_ANSWER="\"$scratch/work/answer.h\"")
  words+=("$HOLO_CHECKER" "$check" -MMD -MF "$scratch/work/included" -o "$scratch/work/program" ${libraries[@]+"${libraries[@]}"})
  TMPDIR=$scratch/work LC_ALL=C in_box "$compile_seconds" 2048 100000 "$scratch/work" "$to_compile" "${words[@]}" < /dev/null
}

# compiler_cause: what is wrong with an answer that does not compile.
compiler_cause() {
  local path folder
  path=$(grep -a -m 1 -o -E '[^ ]+: Permission denied' "$scratch/said")
  path=${path%: *}
  if [ "$path" ]; then
    folder=$(cd -P -- "$(dirname -- "$path")" 2> /dev/null && pwd)
    case $folder/ in
      */exercises/solutions/* | */tests/exercises/*) echo 'your file includes a solution: write your own' ;;
      *) echo "your file asks for a file that no answer may read: $path" ;;
    esac
    return
  fi
  linker_cause "$scratch/said"
}

# verdict EXERCISE FILE: $result, $passed, $failed, $message.
verdict() {
  local name=$1 file=$2 word counted limit=$seconds memory=1024
  result= passed= failed= message=
  case $name in
    stage_09_*) limit=$training_seconds ;;
    stage_*) limit=$stage_seconds ;;
  esac
  # No pipe, no device, no link that leads to another file.
  if [ -L "$file" ] || ! [ -f "$file" ] || ! [ -r "$file" ]; then
    result='not a file' message='expected a regular file that can be read'
    return
  elif larger_than $most_bytes "$file"; then
    result='too long' message="the file has more than $most_bytes bytes"
    return
  fi
  rm -rf "$scratch/work" && mkdir "$scratch/work" && cp "$file" "$scratch/work/answer.h" ||
    refuse "$file: cannot be copied to $scratch"
  message=$(wrong_encoding "$scratch/work/answer.h")
  if [ "$message" ]; then result='does not compile'; return; fi
  compile "$name"
  message=$(includes_solution "$scratch/work/answer.h" "$scratch/work/included")
  if [ "$ended" != 'exit 0' ] && [ -z "$message" ]; then message=$(compiler_cause); fi
  case $message in 'your file includes a solution'*) result='not yet' passed=0 failed=1; return ;; esac
  if [ "$ended" != 'exit 0' ] || ! [ -x "$scratch/work/program" ]; then
    : "${message:=$(grep -a -m 1 -E '[eE]rror: |undefined |multiple definition' "$scratch/said" | tr -d '\000')}"
    message=${message//"$scratch/work/"/}
    case $ended in exit* | 'too much output') ;; *) message= ;; esac
    if [ -z "$message" ] || grep -a -E -q "$killed" "$scratch/said"; then
      result='takes too long to compile' message='the compiler needs too much time or memory'
    else
      result='does not compile' message=${message//"$exercise_folder/"/}
    fi
    return
  fi
  # The last line of an honest end begins with a word that an answer does not know.
  word=$(od -A n -N 8 -t x8 /dev/urandom | tr -d ' ')
  in_box "$limit" $memory 100000 '' "${system:+$system:$scratch/work/program:$PWD/examples/data/names.txt}" \
    env -i LC_ALL=C OMP_NUM_THREADS=1 "$scratch/work/program" < <(echo "$word")
  counted=$(tail -n 3 "$scratch/said" | tr -d '\000' | grep -a -m 1 "^$word [0-9]* [0-9]* ")
  if [ "$counted" ]; then read -r word passed failed message <<< "$counted"; fi
  case $ended in
    'exit 0') [ "${failed:-1}" = 0 ] && result=done || result='stopped early' ;;
    'exit 1') [ "${failed:-0}" != 0 ] && result='not yet' || result='stopped early' ;;
    exit*) result='stopped early' ;;
    signal*) result=crashed message=$(crash_cause $((128 + ${ended#signal })) "$scratch/said" /dev/null) ;;
    'too long' | 'too much output') result=$ended message= ;;
    *) result=crashed message='it ended the program that limits it' ;;
  esac
  if [ "$result" = 'stopped early' ]; then message='the program ended before its check did'; fi
}
