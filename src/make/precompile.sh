#!/bin/sh
# precompile.sh KIND HEADER COMMAND...: makes HEADER from the preludes for sources of KIND and compiles it.
# g++ and clang++ use HEADER.gch for -include HEADER. COMMAND is the compiler with its flags. HEADER.made says that this is
# done. A compiler that cannot use the result reads the text.
kind=$1 header=$2 here=$(dirname "$0")
shift 2
{
  cat "$here/prelude.h"
  case $kind in full | light | test | quick) cat "$here/prelude_more.h" ;; esac
  [ "$kind" != test ] || cat "$here/prelude_test.h"
} > "$header"
"$@" -x c++-header "$header" -MD -MP -MT "$header.made" -MF "$header.d" -o "$header.new" || exit 1
mv -f "$header.new" "$header.gch"
echo 'int x;' | "$@" -include "$header" -x c++ -c - -o "$header.o" 2> /dev/null ||
  rm -f "$header.gch"
touch "$header.made"
