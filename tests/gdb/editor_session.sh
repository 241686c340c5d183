# editor_session.sh: gdb as an editor drives it, for the tests of .vscode. It is read, after skips.sh, with the name
# of the test in `what`, not run.

command -v python3 > /dev/null || skip 'no python3 here'

# session FILE CONFIGURATION [PROGRAM] < what to do: what editor.py says is in `have`.
session() { timeout "${limit:-120}" python3 "$HOLO_ROOT/tests/gdb/editor.py" "$HOLO_ROOT" "$@" > have 2>&1; }

pass() { echo "PASS $what: $1"; }
fail() { echo "FAIL $what: $1: $2"; }
# has NAME PATTERN FILE
has() {
  if grep -q -E -e "$2" "$3"; then pass "$1"; else fail "$1" "no '$2' in: $(head -c 600 "$3" | tr '\n' ' ')"; fi
}
