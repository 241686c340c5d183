#!/bin/bash
# headers_test.sh: each public header compiles alone, without a warning; holo.h includes every one of them. No macro
# of other headers harms them, and no two types have one name.
set -u
case ${HOLO_SETTINGS:-} in *SAN=\'[a-z]*) echo 'SKIP headers: not with sanitizers'; exit 0 ;; esac
flags='-std=c++20 -Wall -Wextra -Wconversion -Wshadow -Werror'
compile=${HOLO_COMPILE:-${CXX:-g++} -I$(printf %q "$HOLO_ROOT/include")}

for file in $(cd "$HOLO_ROOT/include" && find holo -name '*.h' | grep -v -x -F holo/holo.h | sort); do
  # Twice: the include guard is part of the promise.
  printf '#include "%s"\n#include "%s"\n' "$file" "$file" > one.cpp
  if eval "$compile $flags -fsyntax-only one.cpp" > log 2>&1; then
    echo "PASS header $file compiles alone"
  else
    echo "FAIL header $file compiles alone: $(grep -m 1 -E 'error|warning' log)"
  fi
done

# Macros of other headers, read before ours: X11, Windows, <sys/sysmacros.h>, <complex.h>, <termios.h>, <curses.h>,
# <math.h>, macOS, the compiler, and what a user defines. They come behind the standard headers, which have words of theirs.
objects='None Status Bool True False Success Always Complex Convex Above Below Expose FocusIn KeyPress GrayScale InputOnly
  Unsorted Opposite Nonconvex Color Pixel Cursor Font Window Screen Display near far small interface ERROR IN OUT OPTIONAL
  CONST VOID DELETE STRICT TRUE FALSE ABSOLUTE RELATIVE TRANSPARENT DIFFERENCE NO_ERROR major minor makedev I complex ECHO
  B0 B50 OK ERR A_BOLD M_PI M_E DEBUG NDEBUG VERSION PI unix linux BLOCK_SIZE N E D LOG _S _B'
functions='min max assert CHECK isnan signbit log2'
{
  cat "$HOLO_ROOT"/include/holo/*.h "$HOLO_ROOT"/include/holo/nn/*.h | grep -o '^#include <[^>]*>' | sort -u
  printf '#undef %s\n#define %s 0 nonsense !\n' $(for name in $objects; do echo $name $name; done)
  printf '#undef %s\n#define %s(x) 0 nonsense !\n' $(for name in $functions; do echo $name $name; done)
  echo '#include "holo/holo.h"'
} > macros.cpp
if eval "$compile -std=c++20 -fsyntax-only -MMD -MF files macros.cpp" > log 2>&1; then
  echo 'PASS macros of other headers change nothing'
else
  echo "FAIL macros of other headers change nothing: $(grep -m 1 'error' log)"
fi

# What a program sees of holo.h, by the compiler's own list of files.
tr ' \\' '\n\n' < files | sed -n 's|.*/include/\(holo/.*\)|\1|p' | sort > seen
(cd "$HOLO_ROOT/include" && find holo -name '*.h' | sort) > there
missing=$(comm -13 seen there | tr '\n' ' ')
if [ -s seen ] && [ -z "$missing" ]; then
  echo 'PASS holo.h includes every public header'
else
  echo "FAIL holo.h includes every public header: it lacks ${missing:-all}"
fi

# C++20 is asked for in one error.
echo '#include "holo/holo.h"' > old.cpp
eval "$compile -std=c++17 -fsyntax-only old.cpp" > log 2>&1
if [ "$(grep -c 'error:' log)" = 1 ] && grep -q 'error: .*hologradient needs C++20\. Try: g++ -std=c++20' log; then
  echo 'PASS an older C++ is one error'
else
  echo "FAIL an older C++ is one error: $(grep -c 'error:' log), $(grep -m 1 'error:' log)"
fi

# The types that two files define by one name, outside of unnamed namespaces: a program that has both would take one for
# the other. A piece of a project's stage is no file by itself; the check of an
# exercise has a list of C++ that is wrong.
# shellcheck disable=SC2046
(cd "$HOLO_ROOT" && awk '
  FNR == 1 { depth = unnamed = 0 }
  /^namespace .*\{$/ || /^namespace \{$/ { depth++; if ($2 == "{") unnamed = depth; spaces[depth] = $2; next }
  /^\}  \/\/ namespace/ { if (unnamed == depth) unnamed = 0; depth--; next }
  /^(template <.*> )?(class|struct|union|enum) / && /\{/ && !unnamed && depth && spaces[depth] == "holo" {
    name = $0
    if (name ~ /^[a-z ]*[A-Za-z_0-9]+<.*> \{/) next  # a specialisation
    sub(/^template <[^>]*> /, "", name)
    sub(/^(class|struct|union|enum class|enum) (alignas[^ ]* )?/, "", name)
    sub(/[^A-Za-z_0-9:].*/, "", name)
    if (name ~ /::/ || name == "") next
    if (name in file && file[name] != FILENAME) print name ": " file[name] ", " FILENAME
    file[name] = FILENAME
  }' $(find include src examples tests '(' -name '*.cpp' -o -name '*.h' -o -name '*.cu' -o -name '*.cuh' ')' \
  ! -name skeletons.h ! -name my_engine.h ! -path '*/exercises/*/check.cpp')) > twice
if [ -s twice ]; then
  echo "FAIL no two types of the library and the programs have one name: $(head -n 3 twice | paste -s -d ';' -)"
else
  echo 'PASS no two types of the library and the programs have one name'
fi
