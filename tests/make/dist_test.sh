#!/bin/bash
# dist_test.sh: make dist packs the files of the last commit, the same bytes each time, wherever the clone lies and
# whichever line ends git is set to; without a commit it says what it needs.
set -u
what=dist
. "$HOLO_ROOT/tests/make/plain_build.sh"
here=$PWD
git -C "$HOLO_ROOT" rev-parse HEAD > /dev/null 2>&1 || { echo 'SKIP dist: no git or no commit here'; exit 0; }
is() {
  local name=$1
  shift
  if "$@" > "$here/log" 2>&1; then echo "PASS dist: $name"; else echo "FAIL dist: $name: $(tail -n 1 "$here/log")"; fi
}
version=$(sed -n 's/^.define HOLO_VERSION_[A-Z]* //p' "$HOLO_ROOT/include/holo/version.h" | paste -s -d .)
packed=hologradient-$version
archive=build/$packed.tar.gz

git clone -q "$HOLO_ROOT" one && git clone -q -c core.autocrlf=true -c core.eol=crlf -c core.filemode=false "$HOLO_ROOT" 'another one' ||
  { echo 'FAIL dist: a clone'; exit 0; }
for folder in one 'another one'; do
  is "made in '$folder'" make --no-print-directory -C "$folder" dist
done
is 'the same bytes in both' cmp "one/$archive" "another one/$archive"
is 'a clone with the line ends of Windows has the bytes of any other' diff -r -x .git -x build one 'another one'
sleep 1
touch one/*/*
echo one more > one/notes.txt
is 'it says what is left out' eval 'make -C one dist | grep "left out: changes that are not committed"'
is 'and has the same bytes later' cmp "one/$archive" "another one/$archive"
for folder in one 'another one'; do
  mkdir -p "$folder/build/book" && echo words > "$folder/build/book/index.html"
  is "the book is packed in '$folder'" eval "make -C '$folder' dist | grep -q -x 'wrote build/$packed-book.zip: the book'"
  sleep 1
done
is 'the same bytes of it in both' cmp "one/build/$packed-book.zip" "another one/build/$packed-book.zip"
tar -xzf "one/$archive"
files() { (cd "$1" && find . -type f ! -path './.git/*' ! -path './build/*' ! -path ./notes.txt | LC_ALL=C sort); }
files "another one" > expected
files "$packed" > got
is 'it has all files and no other' cmp expected got
is 'at its root is what README names, and files with a dot' \
  test "$(ls "$packed" | tr '\n' ' ')" = 'LICENSE Makefile README.md docs examples include src tests '
is 'what is unpacked has a Makefile that works' eval "make -C $packed help | grep -q '^  demo '"
is 'the version of the archive is in the list of changes' grep -q "^## $version" "$packed/docs/changes.md"
is 'without a commit it says what it needs' eval "! make -C $packed dist > said 2>&1 && grep -q 'no commit here; expected a clone' said"
