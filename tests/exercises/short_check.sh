# short_check.sh: a check for tests that ask what is said of an answer, not what the check of its exercise finds: a compiler
# reads it in half the time. They read this file.

# short_check FOLDER CODE: FOLDER, which ends with the name of an exercise or stage, has a check of this code.
short_check() {
  mkdir -p "$1"
  printf '#include "exercises/support/check.h"\n#include HOLO_ANSWER\nstatic void check(Checks& checks) {\n  %s\n}\nHOLO_EXERCISE("%s", check, "")\n' \
    "$2" "${1##*/}" > "$1/check.cpp"
}
