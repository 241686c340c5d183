#!/bin/sh
# archer.sh COMMAND: prints the path of the library that tells clang++'s ThreadSanitizer about OpenMP's synchronisation,
# or nothing.
folder=$(eval "$1 -print-resource-dir" 2> /dev/null)
for file in "$(eval "$1 -print-file-name=libarcher.so" 2> /dev/null)" "$folder/../../libarcher.so"; do
  [ ! -e "$file" ] || { echo "$file"; break; }
done
