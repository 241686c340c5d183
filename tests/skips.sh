# skips.sh: for a test that needs more than a compiler. It is read, with the name of the test in `what`,
# not run; where something is missing the test ends with a line that says so.
skip() {
  echo "SKIP $what: $1"
  exit 0
}
no_sanitizers() { case ${HOLO_SETTINGS:-} in *SAN=\'[a-z]*) skip 'not with sanitizers' ;; esac; }
needs_gdb() {
  no_sanitizers
  command -v gdb > /dev/null 2>&1 || skip 'no gdb here'
  gdb -nx -batch -ex 'python print(6 * 7)' 2> /dev/null | grep -q 42 || skip 'this gdb has no Python'
  gdb -nx -batch -ex run --args "$(command -v true)" 2>&1 | grep -q 'exited normally' ||
    skip 'gdb may not run programs here'
  export SHELL=/bin/sh
}
# has_lldb: true where lldb has its Python and may run programs. lldb_here ARGUMENTS: runs it, commands not shown; it
# does not stop by itself when nobody reads what it says.
lldb_here() { timeout 600 sh "$HOLO_ROOT/src/make/debugger.sh" lldb --no-lldbinit --batch -Q "$@" 2> lldb_errors < /dev/null; }
has_lldb() {
  command -v "${LLDB:-lldb}" > /dev/null 2>&1 && named_debugger=lldb sh "$HOLO_ROOT/src/make/debugger.sh" check > /dev/null || return
  case $(lldb_here -o 'process launch' "$(type -P true)") in *'exited with status = 0'*) ;; *) false ;; esac
}
needs_lldb() {
  no_sanitizers
  has_lldb || skip 'no lldb with Python here, or it may not run programs'
}
# needs_packages: leaves in `python` a Python with the packages of the book and of the slides; the first time it takes a network.
needs_packages() { python=$(sh "$HOLO_ROOT/examples/book/venv.sh" "$(dirname "$HOLO_BUILD")/venv") || skip "$python"; }
# needs_browser: leaves a Chromium in `browser`. That it starts is asked once for this build.
needs_browser() {
  browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    skip 'no Chromium here'
  command -v python3 > /dev/null 2>&1 || skip 'no python3 here'
  [ "$HOLO_BUILD/browser_starts" -nt "$browser" ] ||
    { timeout 60 "$browser" --headless --no-sandbox --disable-gpu --dump-dom about:blank 2> /dev/null | grep -q '<html>' &&
      : > "$HOLO_BUILD/browser_starts"; } || skip 'this Chromium does not start here'
  no_sanitizers
}
