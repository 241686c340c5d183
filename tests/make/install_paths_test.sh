#!/bin/bash
# install_paths_test.sh: make install and uninstall with paths that are not simple: what cannot work is
# refused before anything is written, and what can, works. tests/make/install_test.sh uses what was
# installed.
set -u
. "$HOLO_ROOT/tests/make/tiny_tree.sh"
m || { fail 'install: the tiny library' "$(tail -n 1 "$here/log")"; exit 0; }

# ---- refused in one line, and nothing is written ----

# refused NAME PATTERN ARGS...
refused() {
  local name=$1 pattern=$2
  shift 2
  if m install "$@"; then fail "$name" 'it was accepted'; return; fi
  grep -v '^make' "$here/log" > "$here/words"  # make itself adds a line of its own
  grep '^make [a-z]*: ' "$here/log" >> "$here/words"
  [ "$(grep -c . "$here/words")" = 1 ] && grep -q -E -e "$pattern" "$here/words"
  is "$name" test $? = 0
}
refused 'a relative PREFIX is refused' \
  '^make install: PREFIX=place: is relative; expected .*/\. Try: make install PREFIX="\$PWD/place"$' \
  PREFIX=place
refused 'a relative LIBDIR is refused' '^make install: LIBDIR=lib64: is relative; ' \
  PREFIX="$here/relative" LIBDIR=lib64
for character in "'" '"' '\' ';' '#' '|' ':' '('; do
  refused "a PREFIX with $character is refused" '^make install: PREFIX=.*pkg-config or CMake do not take; expected' \
    PREFIX="$here/relative$character"
done
is 'and nothing was written' test -z "$(ls -d place lib64 "$here"/relative* 2> /dev/null)"
: > "$here/a_file"
refused 'a PREFIX that cannot be written is refused' \
  '^make install: cannot write .*a_file/include/holo \(.*\); expected a folder .*Try: ' \
  PREFIX="$here/a_file"

# ---- accepted ----

# tree FOLDER: what is there, sorted.
tree() { (cd "$1" 2> /dev/null && find . -mindepth 1 | sort); }

stage="$here/o'b \"c\" \\d & e|f"
mkdir -p build/book && echo one > build/book/index.html
m install DESTDIR="$stage" PREFIX=/usr
is 'install into a DESTDIR of any name' test -s "$stage/usr/lib/pkgconfig/hologradient.pc"
is 'with the book, where it has been made' cmp build/book/index.html "$stage/usr/share/doc/hologradient/book/index.html"
rm -r build/book
m uninstall DESTDIR="$stage" PREFIX=/usr
is 'and uninstall from it' test -d "$stage" -a -z "$(tree "$stage")"

place="$here/R&D of us, 100 %"
m install PREFIX="$place"
cp "$place/lib/pkgconfig/hologradient.pc" "$here/log"
is 'the pkg-config file has the prefix as it was given' grep -q -x -F "prefix=$place" "$here/log"
is 'with the other folders below it' says '^libdir=\$\{prefix\}/lib$'
cp "$place/lib/cmake/hologradient/hologradientConfig.cmake" "$here/log"
is 'and so has the CMake file' grep -q -F "[$place/include]" <(tr -d = < "$here/log")
m uninstall PREFIX="$place"
is 'uninstall removes the folders that install made, PREFIX too' test ! -e "$place"

mkdir -p "$here/shared/lib/pkgconfig" "$here/shared/empty"
before=$(tree "$here/shared")
m install PREFIX="$here/shared"
m install PREFIX="$here/shared"  # makes no folder, and forgets none
m uninstall PREFIX="$here/shared"
tree "$here/shared" | tr '\n' ' ' > "$here/log"
is 'uninstall leaves the empty folders of others' test "$(tree "$here/shared")" = "$before"

(umask 077 && m install PREFIX="$here/private")
find "$here/private" \( -type f ! -perm -444 -o -type d ! -perm -555 \) > "$here/log"
is 'with umask 077 all can read what was installed' \
  test -e "$here/private/lib/libhologradient.a" -a ! -s "$here/log"
