#!/bin/sh
# find_cxx.sh: prints the name of a compiler if the user gives none: g++, or c++ if there is no g++ or on macOS, where
# g++ is another name for clang.
if [ "$(uname)" = Darwin ]; then
  echo c++
elif command -v g++ > /dev/null 2>&1; then
  echo g++
elif command -v c++ > /dev/null 2>&1; then
  echo c++
else
  echo g++
fi
