#!/bin/sh
# fmt_library.sh FOLDER COMMAND...: for a compiler of another kind of machine, makes FOLDER/include with only the
# headers of fmt and doctest, and FOLDER/libfmt.a with COMMAND, a compiler with its flags. In: AR. It does nothing if
# they exist.
folder=$1 here=$(dirname "$0")
shift
[ ! -e "$folder/libfmt.a" ] || exit 0
mkdir -p "$folder/include" || exit 1
for name in fmt/format.h doctest/doctest.h; do
  found=$(echo "#include <$name>" | c++ -std=c++20 -x c++ -M - | tr ' \\' '\n\n' | grep "/$name\$" | head -n 1)
  [ -n "$found" ] || { echo "no header <$name> here. Try: make deps" >&2; exit 1; }
  ln -sfn "$(dirname "$found")" "$folder/include/${name%/*}"
done
echo "  LIB    $folder/libfmt.a"
"$@" -std=c++20 -O2 -isystem "$folder/include" -c "$here/fmt_library.cpp" -o "$folder/fmt.o" &&
  ${AR:-ar} rcs "$folder/libfmt.a" "$folder/fmt.o"
