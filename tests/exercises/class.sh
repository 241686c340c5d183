# class.sh: for the tests of make grade and make exercise, which read it: the programs that check an answer, which make has
# built (HOLO_JUDGE), and folders of students with answers for 06_relu, of all exercises the only one, so that the tests are short.
# In the folder `tree` this exercise has a check of two numbers, which takes a compiler half the time of its own check.
here=$PWD
support=$HOLO_ROOT/examples/exercises/support
compile_anew="$HOLO_COMPILE -O0 -Wno-error -I$(printf %q "$HOLO_ROOT/examples")" # without precompiled headers
export HOLO_BOX=$HOLO_JUDGE/box HOLO_CHECKER=$HOLO_JUDGE/check.o
HOLO_COMPILE="$HOLO_COMPILE_QUICK -Wno-error -I$(printf %q "$HOLO_ROOT/examples")"
HOLO_LIBS="$HOLO_PROJECT_OBJECTS $HOLO_LIBS"
export HOLO_COMPILE HOLO_LIBS GRADE_SECONDS=2
mkdir -p tree/examples/exercises class
. "$HOLO_ROOT/tests/exercises/short_check.sh"
echo "06_relu 2" > tree/examples/exercises/points.txt
short_check tree/examples/exercises/06_relu 'checks.equal("relu", answer::relu(2), 2.0);
  checks.equal("relu_backward", answer::relu_backward(2, 3), 3.0, "you give the derivative alone: multiply it by the upstream gradient");'
. "$support/files.sh"

pass() { echo "PASS $what: $1"; }
fail() { echo "FAIL $what: $1: $2"; }

# hands_in STUDENT: on standard input the answer, which stays beside the file of make handin.
hands_in() {
  mkdir -p "class/$1" && cat > "class/$1/relu.h" &&
    { printf '%s\nname: %s\n\n---- 06_relu.h: some lines ----\n' "$handin_mark" "$1"; sed 's/^/| /' "class/$1/relu.h"; echo; } > hashed &&
    { cat hashed; echo "---- end: sha256 $(hash_of hashed) ----"; } > "class/$1/handin.txt"
}
# with_body STUDENT CODE [INCLUDES]: an answer with this code in relu().
with_body() {
  printf '#include <cstdio>\n#include <cstdlib>\n#include <vector>\n%s\nnamespace answer {\ndouble relu(double x) { %s\n return x > 0 ? x : 0; }
double relu_backward(double x, double upstream) { return x > 0 ? upstream : 0; }\n}\n' "${3:-}" "$2" | hands_in "$1"
}
with_body good ''
sed 's/x > 0 ? upstream : 0/1 * (x > 0)/' class/good/relu.h | hands_in wrong

# grade_class DIR OUT: what make grade does, in a tree with one exercise; prints to log.
grade_class() { (cd tree && exec bash "$support/grade.sh" "$@") > log 2>&1; }
# graded STUDENT RESULT: STUDENT's line of grades.csv says so, up to the message.
graded() {
  if sed -E 's/,[0-9]*,"([^"]|"")*","([^"]|"")*",[0-9]*$//' grades.csv | grep -a -q "^\"$1\",06_relu,$2"; then
    pass "$1: ${2%%,*}"
  else
    fail "$1: $2" "$(grep -a "^\"$1\"" grades.csv)"
  fi
}

# exercise COMPILE STUDENT: what make exercise says of this answer, in `tree`. It works in `folder`, and leaves nothing there.
exercise() {
  (cd tree && HOLO_COMPILE=$1 bash "$support/exercise.sh" 06_relu "$here/class/$2/relu.h" "$here/folder")
}
# told NAME STUDENT STATUS PATTERN...: the lines that follow the first one match.
told() {
  local name=$1 student=$2 expected=$3 status why= line=1
  exercise "$HOLO_COMPILE" "$student" > said 2> /dev/null
  status=$?
  shift 3
  [ $status = "$expected" ] || why="status $status"
  for pattern in "$@"; do
    sed -n "${line}p" said | grep -q -x -e "$pattern" || why="$why, $pattern"
    line=$((line + 1))
  done
  [ -z "$why" ] && pass "$name" || fail "$name" "$why: $(tr '\n' ' ' < said)"
}
