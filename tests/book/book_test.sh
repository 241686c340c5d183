#!/bin/bash
# book_test.sh: make_book.py writes the book, the same bytes again, and says in one line what is wrong; book_pages.py reads its
# pages, and in Chromium, where it is there, book_test.py and steps.py open them.
set -u
what='the book' here=$PWD
. "$HOLO_ROOT/tests/skips.sh"
needs_packages
. "$HOLO_ROOT/tests/examples/refusals.sh"
. "$HOLO_ROOT/tests/book/made.sh"
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$HOLO_ROOT/tests/trace
made book
grep -q -x "wrote book/index.html: [0-9]* pages, [0-9.]* MB in all" out || why="$why $(cat out)"
check 'the book is written'
[ -z "$why" ] || exit 0
made again
[ -n "$why" ] || why=$(diff -r book again | head -n 1)
check 'the same bytes again'
rm -rf again
why=$(cat book/*.html book/searchindex.js | wc -c | awk '$1 > 8e6 { print $1 " bytes" }')
check 'the pages without sources have at most 8 MB'
[ "$(cat book/*.html | grep -c '<figure class="step"')" = "$(cd "$HOLO_ROOT" && grep -h '^ *<!-- step: ' docs/*.md | grep -c .)" ] || why='not all steps'
[ -z "$lacks" ] && check 'each step that a page declares is in the book' || echo "SKIP listings to step through: $lacks"
"$python" "$HOLO_ROOT/tests/book/book_parts.py"
"$python" "$HOLO_ROOT/tests/book/book_pages.py" book

# A copy of the pages in which one thing is wrong: refused NAME TEXT LINE WORDS FLAG... The page of the playground ends with
# this text, and an error names its line, from 1, and has these words.
program=$python
mkdir -p project/examples && cp -R "$HOLO_ROOT/docs" "$HOLO_ROOT/README.md" project/ && cp -R "$HOLO_ROOT/examples/book" "$HOLO_ROOT/examples/figures" \
  "$HOLO_ROOT/examples/exercises" "$HOLO_ROOT/examples/support" project/examples/
for file in LICENSE include src tests .github .devcontainer .ci Makefile; do ln -s "$HOLO_ROOT/$file" project/; done
(cd "$HOLO_ROOT/examples" && ls -d -- *.cpp */) | while read -r name; do [ -e "project/examples/${name%/}" ] || ln -s "$HOLO_ROOT/examples/${name%/}" project/examples/; done
refused() {
  cp "$HOLO_ROOT/docs/playground.md" project/docs/ && printf '\n%b\n' "$2" >> project/docs/playground.md
  run project/examples/book/make_book.py --out refused --work work "${@:5}"
  one_line 1 error "docs/playground.md:$(($(wc -l < "$HOLO_ROOT/docs/playground.md") + 1 + $3)): "
  [ -n "$why" ] || grep -q -F "$4" err || why=$(cat err)
  [ -n "$why" ] || [ ! -e refused ] || why='something was written'
  check "$1"
}
refused 'a link that leads nowhere is named, and nothing is written' '[b](none.md)' 1 'a link to none.md; expected a file that is there'
[ -n "$lacks" ] || refused 'a step without a listing' '<!-- step: 01_value -->' 1 'a step of 01_value; expected a listing of examples/01_value.cpp below it' --programs "$HOLO_BUILD/bin"
refused 'a listing of no file' '<!-- file: examples/none.cpp -->\n```cpp\n```' 2 'a listing of examples/none.cpp'
refused 'a formula that cannot be read' '```math\n\\unheard x\n```' 1 'unheard'
cp "$HOLO_ROOT/docs/playground.md" project/docs/
: > file
run project/examples/book/make_book.py --out file/book --work work
one_line 1 error 'cannot be written'
check 'a folder that is none'
run project/examples/book/make_book.py --engine none --out none
one_line 1 error 'none: no run.js; expected the folder that make engine makes'
check 'a folder without an engine'
rm -rf project work

what='the book in a browser'
needs_browser
python3 "$HOLO_ROOT/tests/book/book_test.py" "$browser" book
[ -n "$lacks" ] || python3 "$HOLO_ROOT/tests/book/steps.py" "$browser" book
