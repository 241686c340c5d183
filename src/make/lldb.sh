#!/bin/sh
# lldb.sh ARGUMENTS: runs lldb with its Python. lldb.sh --check: status 0 if that is possible.
# In: LLDB, the command. Debian's lldb looks for its Python in a folder that does not exist; the Python is beside lldb.
works() {
  said=$(eval "${LLDB:-lldb} --no-lldbinit -Q --batch -o 'script print(6 * 7)'" 2> /dev/null < /dev/null)
  [ "$said" = 42 ]
}
if ! works; then
  bin=$(dirname "$(readlink -f "$(command -v "${LLDB:-lldb}")" 2> /dev/null)" 2> /dev/null)
  for folder in "$bin"/../lib/python3*/*-packages; do
    [ ! -e "$folder/lldb/__init__.py" ] || export PYTHONPATH="$folder${PYTHONPATH:+:$PYTHONPATH}"
  done
  [ "$1" != --check ] || works || exit 1
fi
[ "$1" = --check ] || eval "exec ${LLDB:-lldb} "'"$@"'
