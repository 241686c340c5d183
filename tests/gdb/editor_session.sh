# editor_session.sh: a debugger as an editor drives it, for the tests of .vscode. It is read, after skips.sh, with the name
# of the test in `what`, not run.

# The python3 of the system: lldb looks beside that of the PATH for what it needs.
python=/usr/bin/python3
[ -x $python ] || python=$(command -v python3) || skip 'no python3 here'
python_path=

# session FILE CONFIGURATION [PROGRAM] < what to do: what editor.py says is in `have`.
session() { env PYTHONPATH="$python_path" timeout "${limit:-120}" "$python" "$HOLO_ROOT/tests/gdb/editor.py" "$HOLO_ROOT" "$@" > have 2>&1; }

# has_lldb_sessions: true where lldb and its adapter are here; `session` can start them then.
has_lldb_sessions() {
  if ! has_lldb; then
    echo "SKIP $what: no lldb with Python here"
  elif ! command -v lldb-dap lldb-vscode lldb-vscode-14 > /dev/null 2>&1; then
    echo "SKIP $what: no lldb-dap here"
  else
    python_path=$(lldb_here -o 'script print(lldb.__file__)' | sed -n 's|/lldb/__init__.py$||p')
    return
  fi
  false
}

pass() { echo "PASS $what: $1"; }
fail() { echo "FAIL $what: $1: $2"; }
# has NAME PATTERN FILE
has() {
  if grep -q -E -e "$2" "$3"; then pass "$1"; else fail "$1" "no '$2' in: $(head -c 600 "$3" | tr '\n' ' ')"; fi
}
