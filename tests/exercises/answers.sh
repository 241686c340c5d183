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

# For an exercise, in examples/exercises/.
pass() { echo "PASS $what: $1"; }
fail() {
  echo "FAIL $what: $1: $2"
  bad=$((bad + 1))
}
# ask NAME ANSWER...: compiles and runs them.
ask() {
  program "$1/check.cpp" "${@:2}" > "$here/all.cpp" 2> /dev/null
  if ! eval "$HOLO_COMPILE_QUICK" '-I"$HOLO_ROOT/examples" -Wno-unused-parameter "$here/all.cpp" "$HOLO_JUDGE/check.o" \
    "$HOLO_JUDGE/examples/exercises/support/judge.o" -o "$here/all"' "$HOLO_LIBS" > "$here/log" 2>&1; then
    fail "$1: all its answers compile" "$(grep -m 1 'error' "$here/log")"
    return 1
  fi
  (ulimit -t 10; "$here/all") > "$here/said" 2> /dev/null < /dev/null
  return 0
}
