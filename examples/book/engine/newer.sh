#!/bin/sh
# newer.sh ENGINE: prints a source that is newer than the engine in this folder, or nothing when its programs are up
# to date.
find src include examples -newer "$1/engine.js" \( -name '*.cpp' -o -name '*.h' \) \
  \( ! -path '*/exercises/*' -o -name check.cpp \) \( ! -path 'examples/book/*' -o -path 'examples/book/engine/*' \) | head -n 1
