#!/bin/sh
# precompile.sh KIND PRELUDE HEADER COMMAND...: makes HEADER of PRELUDE, with doctest besides for the
# KIND test, and compiles it: g++ and clang++ take HEADER.gch where a source says -include HEADER.
# COMMAND is the compiler with its flags. HEADER.made says that this is done. A compiler that cannot
# use what it made reads the text.
kind=$1 prelude=$2 header=$3
shift 3
{
  cat "$prelude"
  [ "$kind" != test ] || echo '#include <doctest/doctest.h>'
} > "$header"
"$@" -x c++-header "$header" -MD -MP -MT "$header.made" -MF "$header.d" -o "$header.new" || exit 1
mv -f "$header.new" "$header.gch"
echo 'int x;' | "$@" -include "$header" -x c++ -c - -o "$header.o" 2> /dev/null ||
  rm -f "$header.gch"
touch "$header.made"
