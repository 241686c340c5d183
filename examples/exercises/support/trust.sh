# trust.sh: whether an answer failed, or its check. exercise.sh and grade.sh read it: where the compiler cannot be started, or a
# disk is full, a right answer fails in the same place.

# known_answer EXERCISE FILE: writes an answer to FILE with which the check comes to its end: the solution, the reference of the
# project, or without that the skeletons up to the stage. Status 1 where the tree has none.
known_answer() {
  local stage project=$support/../project
  case $1 in
    stage_*)
      cp "$support/../../../tests/exercises/project/my_engine.h" "$2" 2> /dev/null && return
      for stage in "$project"/stage_*/skeleton.h; do
        cat "$stage"
        case $stage in */"$1"/skeleton.h) return ;; esac
      done > "$2" 2> /dev/null
      return 1
      ;;
    *) cp "$support/../solutions/$1.h" "$2" 2> /dev/null ;;
  esac
}

# in_the_answer LOG ANSWER: whether the compiler says of a line of the answer what is wrong with it. A file that is not found
# may be missing on this machine.
in_the_answer() {
  answer="$2:" awk 'index($0, ENVIRON["answer"]) == 1 && /[0-9]: error: / { found = 1; exit } END { exit !found }' "$1"
}

# first_line LOG: what a program said of its failure.
first_line() { { grep -a -m 1 -i -E 'error|cannot|not found|no space|denied|killed' "$1" || head -n 1 "$1"; } | tr -d '\000' | head -c 300; }

# new_word: a word that no answer knows: with it begins the last line of a check that came to its end.
new_word() { od -A n -N 8 -t x8 /dev/urandom | tr -d ' '; }
