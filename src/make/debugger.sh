#!/bin/sh
# debugger.sh: gdb or lldb, with its Python, on a program: the named one, else gdb if it is installed, else lldb.
#   check                  without a debugger: says what to do, with status 1
#   start PROGRAM ARGS...  with printers for Values and Tensors
#   tour NAME PROGRAM      goes through the stops of src/gdb/NAME.gdb, in gdb
#   lldb ARGUMENTS...      runs lldb
# In: GDB LLDB (commands), named_debugger (gdb, lldb or nothing)
: "${GDB:=gdb}" "${LLDB:=lldb}"
mode=$1
shift

gdb_works() { [ -n "$(eval "$GDB -nx -batch -ex 'python print(1)'" 2> /dev/null)" ]; }
lldb_works() { [ "$(eval "$LLDB --no-lldbinit -Q --batch -o 'script print(6 * 7)'" 2> /dev/null < /dev/null)" = 42 ]; }
# Debian's lldb looks for its Python in a folder that does not exist; the Python is beside lldb.
find_lldb() {
  lldb_works && return
  bin=$(dirname "$(readlink -f "$(command -v "$LLDB")" 2> /dev/null)" 2> /dev/null)
  for folder in "$bin"/../lib/python3*/*-packages; do
    [ ! -e "$folder/lldb/__init__.py" ] || export PYTHONPATH="$folder${PYTHONPATH:+:$PYTHONPATH}"
  done
  lldb_works
}
in_gdb() { SHELL=/bin/sh HOLO_ROOT=. eval "$GDB "'"$@"'; }
in_lldb() { eval "exec $LLDB "'"$@"'; }

[ "$mode" != lldb ] || named_debugger=lldb
if [ "$named_debugger" != lldb ] && gdb_works; then
  kind=gdb
elif [ "$named_debugger" != gdb ] && find_lldb; then
  kind=lldb
else
  case $named_debugger in
    lldb) echo "no $LLDB with Python; expected lldb. Try: sudo apt install lldb (macOS: xcode-select --install)" ;;
    *) echo "no $GDB with Python; expected ${named_debugger:-gdb or lldb}. Try: sudo apt install gdb (dnf, pacman and brew have it under the same name)" ;;
  esac
  exit 1
fi
printers='command script import src/lldb/hologradient.py'
case $kind,$mode in
  *,check) ;;
  *,lldb) in_lldb "$@" ;;
  gdb,start) in_gdb -q -x src/gdb/hologradient.gdb --args "$@" ;;
  lldb,start) in_lldb -o "$printers" -- "$@" ;;
  *,tour) in_gdb -nx -batch -x src/gdb/hologradient.gdb -x "src/gdb/$1.gdb" "$2" ;;
esac
