# answers.sh: many answers to one check in one program. The tests of the exercises and of the project read it. In: here, the
# folder in which the output of such a program is, `said`.

# program CHECK ANSWER...: the source of a program with all these answers, each in a namespace of its own.
program() {
  local check=$1 answer count=0
  shift
  cat "$check" "$@" | grep '^#include ["<]' | sort -u
  for answer in "$@"; do
    printf '#undef HOLO_ANSWER\n#define HOLO_ANSWER "%s"\n' "$answer"
    printf 'namespace answer_%d {\n#include "%s"\n}\n' $((++count)) "$PWD/$check"
  done
}

# said ANSWER: what the program said of it.
said() { awk -v header="answer $1" '/^answer / { mine = $0 == header; next } mine' "$here/said"; }
