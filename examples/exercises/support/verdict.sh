# verdict.sh: the verdict on one answer, for grade.sh, which reads it.

# What g++ and clang++ say, of themselves and of no line of an answer, when a limit ended one of their programs.
killed='^([^ :]+: .*|LLVM ERROR.*|virtual memory.*)(signal terminated program|unable to execute command|due to signal|out of memory|virtual memory|exhausted)'

# in_box SECONDS MEMORY_MB BYTES FOLDER READABLE COMMAND...: gets standard input; what it prints goes to $scratch/said,
# how it ended is set.
in_box() {
  "$HOLO_BOX" "$1" $((3 * $1)) "$2" "$3" "$4" "$5" "${@:6}" > "$scratch/said" 2> /dev/null
  ended=$(tail -n 1 "$scratch/said" | tr -d '\000')
}

# words_of EXERCISE: how it is compiled, in `words`, and linked, in `libraries`.
words_of() {
  eval "words=($HOLO_COMPILE) libraries=($HOLO_LIBS)"
  case $1 in stage_*) check=$exercise_folder/project/$1/check.cpp ;; *) check=$exercise_folder/$1/check.cpp ;; esac
}

# find_readable: $system, the folders of the system, and $to_compile, what a compiler may read besides: of the project
# neither solutions nor tests, and nothing of a student. Where this compiler does not work so, or where nothing enforces it,
# both are '', which is everything.
find_readable() {
  local root word next=
  system=/usr:/lib:/lib32:/lib64:/libx32:/bin:/opt:/nix:/gnu:/etc/ld.so.cache:/dev/urandom
  to_compile=$system
  for root in . "$support/../../.."; do
    to_compile=$to_compile:$root/include:$root/src:$root/examples/exercises/support:$root/examples/exercises/project
    for word in "$root"/examples/exercises/[0-9]*/; do to_compile=$to_compile:${word%/}; done
  done
  words_of none
  for word in "${words[@]}" ${libraries[@]+"${libraries[@]}"} "$HOLO_CHECKER"; do
    if [ "$next" ]; then to_compile=$to_compile:$word:$word.gch; next=; fi
    case $word in
      -include) next=yes ;;
      -I* | -L*) case $(cd "${word#-?}" 2> /dev/null && pwd) in '' | */examples | */tests | / | "${HOME:-/}") ;; *) to_compile=$to_compile:${word#-?} ;; esac ;;
      *.o | *.a | *.so) to_compile=$to_compile:$word ;;
    esac
  done
  mkdir -p "$scratch/work" && echo 'int main() { return 0; }' > "$scratch/work/probe.cpp" && echo > "$scratch/unread"
  in_box 5 1024 1000 '' "$system" cat "$scratch/unread" < /dev/null
  if [ "$ended" = 'exit 0' ]; then
    system= to_compile= reading='NOT ENFORCED: an answer reads what you can read: no Landlock here'
    return
  fi
  TMPDIR=$scratch/work in_box $((6 * seconds)) 2048 100000 "$scratch/work" "$to_compile" "${words[@]}" "$scratch/work/probe.cpp" -o "$scratch/work/probe" < /dev/null
  if ! [ -x "$scratch/work/probe" ]; then
    system= to_compile= reading='NOT ENFORCED: an answer reads what you can read: this compiler needs folders that are not of the system'
    return
  fi
  reading='no solution, no test, nothing of another student and nothing of yours (Landlock)'
}

# compile EXERCISE PROGRAM FLAG...: the answer in work/answer.h, into a program. Warnings are not asked for; the assertions of
# the standard library stop an answer whose index leaves its vector.
compile() {
  words_of "$1"
  words+=("${@:3}" -w -fmax-errors=2 -D_GLIBCXX_ASSERTIONS -I"$scratch/work" '-DHOLO_ANSWER="answer.h"')
  words+=("$HOLO_CHECKER" "$check" -MMD -MF "$scratch/work/included" -o "$2" ${libraries[@]+"${libraries[@]}"})
  TMPDIR=$scratch/work in_box $((6 * seconds)) 2048 100000 "$scratch/work" "$to_compile" "${words[@]}" < /dev/null
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

# attempt EXERCISE FILE: $result, $passed, $failed, $message, of this text.
attempt() {
  local name=$1 word counted limit=$seconds
  result= passed= failed= message=
  case $name in
    stage_09_*) limit=$((24 * seconds)) ;;
    stage_*) limit=$((4 * seconds)) ;;
  esac
  rm -rf "$scratch/work" && mkdir "$scratch/work" && cp "$2" "$scratch/work/answer.h" || refuse "$2: cannot be copied to $scratch"
  compile "$name" "$scratch/work/program"
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
  word=$(new_word)
  in_box "$limit" 1024 100000 '' "${system:+$system:$scratch/work/program:examples/data/names.txt}" \
    env -i LC_ALL=C OMP_NUM_THREADS=1 "$scratch/work/program" < <(echo "$word")
  counted=$(tail -n 3 "$scratch/said" | tr -d '\000' | grep -a -m 1 "^$word [0-9]* [0-9]* ")
  if [ "$counted" ]; then read -r word passed failed message <<< "$counted"; fi
  case $ended in
    'exit 0') [ "${failed:-1}" = 0 ] && result=done || result='stopped early' ;;
    'exit 1') [ "${failed:-0}" != 0 ] && result='not yet' || result='stopped early' ;;
    exit*) result='stopped early' ;;
    signal*) result=crashed message="stopped in the middle: $(crash_cause $((128 + ${ended#signal })) "$scratch/said" /dev/null)" ;;
    'too long') result=$ended message=$(loop_cause "$limit") ;;
    'too much output') result=$ended message= ;;
    *) result=crashed message='it ended the program that limits it' ;;
  esac
  if [ "$result" = 'stopped early' ]; then message=$ended_early; fi
}

# its_check_works EXERCISE: whether a right answer comes to its end here; $failure says what it does else. What has worked is not
# asked again, unless a full disk or a busy machine may have come in between.
working=' '
its_check_works() {
  case $result:$ended in
    crashed:signal* | 'too much output':* | 'stopped early':'exit '[013]) case $working in *" $1 "*) return ;; esac ;;
  esac
  known_answer "$1" "$scratch/known.h" || return 0
  failure=$(attempt "$1" "$scratch/known.h"
    case $result in 'done' | 'not yet') ;; *) failure=$(first_line "$scratch/said") && echo "${failure:-$result}" ;; esac)
  if [ -z "$failure" ]; then working="$working$1 "; fi
  [ -z "$failure" ]
}

# verdict EXERCISE FILE: as attempt, but not judged where that is the fault of the check.
verdict() {
  local failure
  attempt "$1" "$2"
  case $result in
    'done' | 'not yet') return ;;
    'does not compile') if in_the_answer "$scratch/said" "$scratch/work/answer.h"; then return; fi ;;
  esac
  if its_check_works "$1"; then return; fi
  result='not judged' passed= failed= message="its check does not work here, since a right answer fails too: $failure"
}
