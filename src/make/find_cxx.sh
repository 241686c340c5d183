#!/bin/sh
# find_cxx.sh: prints the name of a compiler when the user gives none: g++ where it is there, but on
# macOS, whose g++ is another name of clang, and where there is no g++, c++.
if [ "$(uname)" = Darwin ]; then
  echo c++
elif command -v g++ > /dev/null 2>&1; then
  echo g++
elif command -v c++ > /dev/null 2>&1; then
  echo c++
else
  echo g++
fi
