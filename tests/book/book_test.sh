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

mkdir small && (cd small && "$python" "$HOLO_ROOT/tests/book/small_book.py" ${programs[@]+"${programs[@]:1}"})
rm -rf small

what='the book in a browser'
needs_browser
python3 "$HOLO_ROOT/tests/book/book_test.py" "$browser" book $([ -n "$lacks" ] || echo steps)
