#!/bin/bash
# other_tools_test.sh: the Makefile and its scripts need no tool of one system alone. They work with the tools of busybox
# instead of GNU's, with each awk and each sh that is here, and have no word that the make of macOS does not know.
set -u
. "$HOLO_ROOT/tests/make/tiny_tree.sh"

# builds_with PATH: everything of the tiny tree anew, without a word of a script that does not know an option.
compiler=$(command -v "${CXX%% *}")
program=build/$name/bin/07_microgpt  # `is` has a name of its own
builds_with() {
  rm -rf build
  PATH=$1 CPLUS_INCLUDE_PATH=$stand_ins make --no-print-directory CXX="$compiler" all install help PREFIX="$here/prefix" > "$here/log" 2>&1 &&
    [ "$("$program" | cksum)" = "$(cksum < examples/data/names.txt)" ] && [ -f "$here/prefix/include/holo/check.h" ] && says '^  demo  ' &&
    silent_on 'unrecognized|invalid option|illegal option|[Uu]sage:|not found|[Ss]yntax error'
}
if command -v busybox > /dev/null; then
  mkdir "$here/busybox" "$here/chain"
  for tool in $(busybox --list); do ln -s "$(command -v busybox)" "$here/busybox/$tool"; done
  rm -f "$here"/busybox/{make,ar,dpkg,rpm}
  # The compiler and its tools, make, and what the busybox of Debian leaves out, but not that of Alpine.
  for tool in make ar ld as nm ranlib objcopy readelf pkg-config cksum install; do
    ! path=$(command -v $tool) || ln -sf "$path" "$here/chain/$tool"
  done
  is 'a build, make help and make install with the tools of busybox' builds_with "$here/busybox:$here/chain"
else
  echo 'SKIP make: no busybox here'
fi

answers() {
  (cd "$HOLO_ROOT" && make --no-print-directory check-floors; sh src/make/help.sh 0.0.0 build/none;
    awk -f tests/registry/op_names.awk include/holo/ops.h) 2>&1
}
answers > "$here/expected"
is 'the scripts say something' test -s "$here/expected"
for awk in gawk mawk original-awk 'busybox awk'; do
  command -v "${awk% awk}" > /dev/null || { echo "SKIP make: no $awk here"; continue; }
  folder=$here/awk_${awk// /_}
  mkdir "$folder"
  printf '#!/bin/sh\nexec %s "$@"\n' "$awk" > "$folder/awk" && chmod +x "$folder/awk"
  PATH=$folder:$PATH answers > "$here/log"
  is "the scripts say the same with $awk" cmp -s "$here/log" "$here/expected"
done
for shell in dash 'busybox sh' 'bash --posix' zsh; do
  command -v "${shell%% *}" > /dev/null || { echo "SKIP make: no $shell here"; continue; }
  bad=
  for script in "$HOLO_ROOT"/src/make/*.sh; do $shell -n "$script" > "$here/log" 2>&1 || bad="$bad $(basename "$script")"; done
  echo "not: $bad" >> "$here/log"
  is "$shell reads all scripts" test -z "$bad"
done

# What came with GNU make 3.82 or later: `define NAME =`, !=, ::=, &:, .ONESHELL, .SHELLFLAGS, undefine, private,
# $(file ...), $(guile ...), $(let ...) and $(intcmp ...). Ours is read by that of macOS, 3.81.
newer='^define +[^ ]+ *[:+?]*=|^[^#=:]*[A-Za-z_] *!=|::=|&:|\.ONESHELL|\.SHELLFLAGS|^undefine |^private |\$\((file|guile|let|intcmp) '
grep -nE "$newer" "$HOLO_ROOT/Makefile" "$HOLO_ROOT"/src/make/*.mk > "$here/log"
is 'no word of a make newer than 3.81' test $? = 1
