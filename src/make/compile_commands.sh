#!/bin/sh
# compile_commands.sh COMMAND SOURCES...: writes compile_commands.json, with an entry for each source: COMMAND and the
# folders of headers that it sees.
#
# In:  dirs_src dirs_examples dirs_tests (the -I of sources there), dirs_cuda (what makes a compiler read a *.cu as C++)
command=$1
shift

# json TEXT: TEXT as a string of JSON.
json() { printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g; s/	/\\t/g')"; }

folder=$(json "$(pwd)") separator='['
for source; do
  case $source in
    *.cu) dirs=$dirs_cuda ;;
    examples/exercises/*/check.cpp) name=${source%/*} dirs="$dirs_examples -DHOLO_ANSWER='\"${name#*/}/${name#*_}.h\"'" ;;
    src/*) dirs=$dirs_src ;;
    tests/*) dirs=$dirs_tests ;;
    *) dirs=$dirs_examples ;;
  esac
  printf '%s\n{"directory": %s, "file": %s, "command": %s}' "$separator" "$folder" "$(json "$source")" "$(json "$command $dirs -c $source")"
  separator=,
done > compile_commands.json && printf '\n]\n' >> compile_commands.json && echo "wrote compile_commands.json: $# files"
