#!/bin/bash
# other_tools_test.sh: the Makefile and its scripts need no tool of one system alone. They work with the tools
# of busybox in place of those of GNU, with each awk and each sh that is here, and with a make as old as that of
# macOS as far as its words go; a make that is not GNU make is refused in one line.
set -u
. "$HOLO_ROOT/tests/make/tiny_tree.sh"

# tools FOLDER NAME...: a folder with these commands of this system alone; those that are missing are left out.
tools() {
  local folder=$1 tool path
  mkdir -p "$folder"
  for tool in "${@:2}"; do
    path=$(command -v "$tool") && ln -sf "$path" "$folder/$tool"
  done
}
# The compiler and its tools, and make; and what the busybox of Debian leaves out, but not that of Alpine.
compiler=$(command -v "${CXX%% *}")
toolchain="make ar ld as nm ranlib objcopy readelf pkg-config cksum install"

# builds_with PATH: everything of the tiny tree anew, without a word of a script that does not know an option.
program=build/$name/bin/07_microgpt  # `is` has a name of its own
builds_with() {
  rm -rf build
  PATH=$1 CPLUS_INCLUDE_PATH=$stand_ins make --no-print-directory CXX="$compiler" all > "$here/log" 2>&1 &&
    [ "$("$program" | cksum)" = "$(cksum < examples/data/names.txt)" ] &&
    silent_on 'unrecognized|invalid option|illegal option|[Uu]sage:|not found|[Ss]yntax error'
}

# ---- busybox ----

if command -v busybox > /dev/null; then
  mkdir "$here/busybox"
  for tool in $(busybox --list); do ln -s "$(command -v busybox)" "$here/busybox/$tool"; done
  rm -f "$here"/busybox/{make,ar,dpkg,rpm}
  # shellcheck disable=SC2086
  tools "$here/chain" $toolchain
  is 'a build with the tools of busybox' builds_with "$here/busybox:$here/chain"
  PATH=$here/busybox:$here/chain make --no-print-directory CXX="$compiler" help > "$here/log" 2>&1
  is 'make help with them' says '^  demo  '
  installs() {
    PATH=$here/busybox:$here/chain CPLUS_INCLUDE_PATH=$stand_ins make --no-print-directory CXX="$compiler" \
      PREFIX="$here/prefix" "$1" > "$here/log" 2>&1
  }
  is 'make install with them' installs install
  is 'it is there' test -f "$here/prefix/include/holo/check.h"
  is 'make uninstall with them' installs uninstall
  is 'it is gone' test ! -e "$here/prefix/include/holo"
else
  echo 'SKIP make: no busybox here'
fi

# ---- each awk, each sh ----

answers() {
  (cd "$HOLO_ROOT" && sh src/make/check_floors.sh; sh src/make/help.sh 0.0.0 build/none;
    awk -f tests/registry/op_names.awk include/holo/ops.h) 2>&1
}
answers > "$here/expected"
is 'the scripts say something' test -s "$here/expected"
for awk in gawk mawk original-awk 'busybox awk'; do
  # shellcheck disable=SC2086
  set -- $awk
  command -v "$1" > /dev/null || { echo "SKIP make: no $awk here"; continue; }
  folder=$here/awk_${awk// /_}
  mkdir "$folder"
  printf '#!/bin/sh\nexec %s "$@"\n' "$awk" > "$folder/awk" && chmod +x "$folder/awk"
  PATH=$folder:$PATH answers > "$here/log"
  is "the scripts say the same with $awk" cmp -s "$here/log" "$here/expected"
  is "a build with $awk" builds_with "$folder:$PATH"
done
for shell in dash 'busybox sh' 'bash --posix' zsh; do
  # shellcheck disable=SC2086
  set -- $shell
  command -v "$1" > /dev/null || { echo "SKIP make: no $shell here"; continue; }
  bad=
  for script in "$HOLO_ROOT"/src/make/*.sh; do
    # shellcheck disable=SC2086
    $shell -n "$script" > "$here/log" 2>&1 || bad="$bad $(basename "$script")"
  done
  echo "not: $bad" >> "$here/log"
  is "$shell reads all scripts" test -z "$bad"
done

# ---- other makes ----

# What came with GNU make 3.82 or later: `define NAME =`, !=, ::=, &:, .ONESHELL, .SHELLFLAGS, undefine, private,
# $(file ...), $(guile ...), $(let ...) and $(intcmp ...). Ours is read by that of macOS, 3.81.
newer='^define +[^ ]+ *[:+?]*=|^[^#=:]*[A-Za-z_] *!=|::=|&:|\.ONESHELL|\.SHELLFLAGS|^undefine |^private |\$\((file|guile|let|intcmp) '
newer_words() { grep -nE "$newer" "$@" > "$here/log"; }
none_of_them() { ! newer_words "$@"; }
is 'no word of a make newer than 3.81' none_of_them "$HOLO_ROOT/Makefile" "$HOLO_ROOT"/src/make/*.mk
if command -v bmake > /dev/null; then
  bmake help > "$here/log" 2>&1 && echo 'accepted' >> "$here/log"
  is 'bmake is refused' says 'needs GNU make'
  is 'in one line' test "$(grep -vc '^$' "$here/log")" = 1
else
  echo 'SKIP make: no bmake here'
fi
