# editor_session.sh: gdb as an editor drives it, for the tests of .vscode. It is read, after skips.sh, with the name
# of the test in `what`, not run.

# session FILE CONFIGURATION [PROGRAM] < what to do: what editor.py says is in `have`.
session() {
  cat > todo
  : > have
  # With -x, the files that it loads would get its name as theirs.
  EDITOR_FILE=$1 EDITOR_CONFIGURATION=$2 EDITOR_PROGRAM=${3-} timeout 300 gdb -nx -batch \
    -ex 'python import os; exec(open(os.environ["HOLO_ROOT"] + "/tests/gdb/editor.py").read())' > said 2>&1 < /dev/null || cat said >> have
}

pass() { echo "PASS $what: $1"; }
fail() { echo "FAIL $what: $1: $2"; }
# has NAME PATTERN FILE
has() {
  if grep -q -E -e "$2" "$3"; then pass "$1"; else fail "$1" "no '$2' in: $(head -c 600 "$3" | tr '\n' ' ')"; fi
}
