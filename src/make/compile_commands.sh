#!/bin/sh
# compile_commands.sh COMMAND SOURCES...: writes compile_commands.json, with an entry for each source: COMMAND and the
# folders of headers that it sees.
#
# In:  dirs_src dirs_examples dirs_tests (the -I of sources there), dirs_cuda (what makes a compiler read a *.cu as C++)
command=$1
shift

# A source and its command, in a line each, become an entry, whose texts are strings of JSON.
for source; do
  case $source in
    *.cu) dirs=$dirs_cuda ;;
    examples/exercises/*/check.cpp) name=${source%/*} dirs="$dirs_examples -DHOLO_ANSWER='\"${name#*/}/${name#*_}.h\"'" ;;
    src/*) dirs=$dirs_src ;;
    tests/*) dirs=$dirs_tests ;;
    *) dirs=$dirs_examples ;;
  esac
  printf '%s\n%s\n' "$source" "$command $dirs -c $source"
done | folder=$(pwd) awk '
  function json(text) {
    gsub(/[\\"]/, "\\\\&", text)
    gsub(/\t/, "\\t", text)
    return "\"" text "\""
  }
  NR % 2 { source = $0; next }
  { printf "%s\n{\"directory\": %s, \"file\": %s, \"command\": %s}", (NR == 2 ? "[" : ","), json(ENVIRON["folder"]), json(source), json($0) }
  END { print "\n]" }' > compile_commands.json && echo "wrote compile_commands.json: $# files"
