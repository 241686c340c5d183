#!/bin/sh
# lint.sh CLANG_TIDY ARGUMENTS...: runs clang-tidy, or says that it is not installed.
if command -v "$1" > /dev/null 2>&1; then "$@"; else echo "lint: skipped, no $1 here"; fi
