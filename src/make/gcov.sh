#!/bin/sh
# gcov.sh CXX: prints the gcov that reads this compiler's counts: gcov-13 for g++-13, llvm-cov-17 gcov for clang++-17,
# with the same path and prefix; without the version if there is none with it.
for word in $1; do
  case $word in
    *clang++*) gcov=$(echo "$word" | sed 's/clang++/llvm-cov/') options=' gcov' ;;
    *[gc]++*) gcov=$(echo "$word" | sed 's/[gc]++/gcov/') options= ;;
    *) continue ;;
  esac
  command -v "$gcov" > /dev/null || gcov=$(echo "${gcov##*/}" | sed 's/-[0-9.]*$//')
  echo "$gcov$options"
  exit
done
echo gcov
