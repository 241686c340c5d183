# editor_session.sh: gdb as an editor drives it, for the tests of .vscode. It is read, after skips.sh, with the name
# of the test in `what`, not run.

# session FILE CONFIGURATION [PROGRAM] < what to do: what editor.py says is in `have`.
session() {
  cat > todo
  EDITOR_FILE=$1 EDITOR_CONFIGURATION=$2 EDITOR_PROGRAM=${3-} timeout "${limit:-120}" \
    gdb -nx -batch -x "$HOLO_ROOT/tests/gdb/editor.py" > have 2> errors < /dev/null || cat errors >> have
}

pass() { echo "PASS $what: $1"; }
fail() { echo "FAIL $what: $1: $2"; }
# has NAME PATTERN FILE
has() {
  if grep -q -E -e "$2" "$3"; then pass "$1"; else fail "$1" "no '$2' in: $(head -c 600 "$3" | tr '\n' ' ')"; fi
}
