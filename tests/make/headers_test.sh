#!/bin/bash
# headers_test.sh: each public header compiles alone, without a warning, and holo.h includes every
# one of them.
set -u
case ${HOLO_SETTINGS:-} in *SAN=\'[a-z]*) echo 'SKIP headers: not with sanitizers'; exit 0 ;; esac
flags='-std=c++20 -Wall -Wextra -Wconversion -Wshadow -Werror -fsyntax-only'
compile=${HOLO_COMPILE:-${CXX:-g++} -I$HOLO_ROOT/include}

for file in $(cd "$HOLO_ROOT/include" && find holo -name '*.h' | sort); do
  # Twice: the include guard is part of the promise.
  printf '#include "%s"\n#include "%s"\n' "$file" "$file" > one.cpp
  if eval "$compile $flags one.cpp" > log 2>&1; then
    echo "PASS header $file compiles alone"
  else
    echo "FAIL header $file compiles alone: $(grep -m 1 -E 'error|warning' log)"
  fi
done

# What a program sees of holo.h, by the compiler's own list of files.
echo '#include "holo/holo.h"' > all.cpp
eval "$compile -std=c++20 -MM all.cpp" 2> log | tr ' \\' '\n\n' |
  sed -n 's|.*/include/\(holo/.*\)|\1|p' | sort > seen
(cd "$HOLO_ROOT/include" && find holo -name '*.h' | sort) > there
missing=$(comm -13 seen there | tr '\n' ' ')
if [ -s seen ] && [ -z "$missing" ]; then
  echo 'PASS holo.h includes every public header'
else
  echo "FAIL holo.h includes every public header: it lacks ${missing:-all}"
fi
