#!/bin/bash
# book_test.sh: make_book.py writes the book, the same bytes each time, and says in one line what is wrong; book_pages.py reads its
# pages, and in Chromium, where it is there, book_test.py opens them.
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
why=$(cat book/*.html book/searchindex.js | wc -c | awk '$1 > 8e6 { print $1 " bytes" }')
check 'the pages without sources have at most 8 MB'
[ "$(cat book/*.html | grep -c '<figure class="step"')" = "$(cd "$HOLO_ROOT" && grep -h '^ *<!-- step: ' docs/*.md | grep -c .)" ] || why='not all steps'
[ -z "$lacks" ] && check 'each step that a page declares is in the book' || echo "SKIP listings to step through: $lacks"
"$python" "$HOLO_ROOT/tests/book/book_pages.py" book

# A project of five small pages: the same bytes again, and one thing that is wrong: refused NAME TEXT LINE WORDS FLAG... The page of
# the playground ends with this text, and an error names its line, from 1, and has these words.
program=$python
mkdir -p project/docs/figures project/examples project/include/holo project/src && cp -R "$HOLO_ROOT/examples/book" project/examples/
cp "$HOLO_ROOT/examples/01_value.cpp" project/examples/ && cp "$HOLO_ROOT/include/holo/value.h" project/include/holo/
printf '# H\n' > project/README.md && printf '# E\n' > project/docs/evening.md && printf '# P\n\nA page.\n' > page.md
printf '# D\n\n| Chapter | Idea | Needs |\n|---|---|---|\n| [1. A](01_value.md) | a | - |\n\n## Everything else\n\n[p](playground.md), [g](glossary.md)\n' > project/docs/README.md
printf '# G\n\n- **leaf** (plural *leaves*): a node. [A](01_value.md#a)\n- **node**: a number. [A](01_value.md#a)\n' > project/docs/glossary.md
printf '# A\n\nBoth the node and the leaf are in `holo/value.h`.\n\n```math\na \\qquad b\n```\n\n<!-- file: examples/01_value.cpp -->\n```cpp\nvoid program(int argc, char** argv) {\n```\n' > project/docs/01_value.md
for seed in 1 2; do
  cp page.md project/docs/playground.md
  PYTHONHASHSEED=$seed run project/examples/book/make_book.py --out "small$seed" --work "work$seed"
done
why=$(cat err; diff -r small1 small2 | head -n 1)
[ -n "$why" ] || grep -q 'aria-describedby="means-term-leaf"' small1/01_value.html || why='no word is explained'
check 'the same bytes again'
rm -rf work1 work2 small1 small2
refused() {
  cp page.md project/docs/playground.md && printf '\n%b\n' "$2" >> project/docs/playground.md
  run project/examples/book/make_book.py --out refused --work work "${@:5}"
  one_line 1 error "docs/playground.md:$((4 + $3)): "
  [ -n "$why" ] || grep -q -F "$4" err || why=$(cat err)
  [ -n "$why" ] || [ ! -e refused ] || why='something was written'
  check "$1"
}
refused 'a link that leads nowhere is named, and nothing is written' '[b](none.md)' 1 'a link to none.md; expected a file that is there'
[ -n "$lacks" ] || refused 'a step without a listing' '<!-- step: 01_value -->' 1 'a step of 01_value; expected a listing of examples/01_value.cpp below it' --programs "$HOLO_BUILD/bin"
refused 'a listing of no file' '<!-- file: examples/none.cpp -->\n```cpp\n```' 2 'a listing of examples/none.cpp'
refused 'a formula that cannot be read' '```math\n\\unheard x\n```' 1 'unheard'
cp page.md project/docs/playground.md
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
python3 "$HOLO_ROOT/tests/book/book_test.py" "$browser" book $([ -n "$lacks" ] || echo steps)
