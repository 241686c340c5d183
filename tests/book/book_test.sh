#!/bin/bash
# book_test.sh: make book's program writes the book in at most three seconds of a processor, the same bytes again, and
# says in one line what is wrong; in Chromium, where it is there, what book_test.py asks of its pages.
set -u
program=$HOLO_BUILD/bin/book
here=$PWD
. "$HOLO_ROOT/tests/examples/refusals.sh"
cd "$HOLO_ROOT" || exit 1
TIMEFORMAT='%U %S'
times=$({ time "$program" --out "$here/book" > "$here/out" 2> "$here/err"; } 2>&1)
why=$(head -n 1 "$here/err")
grep -q -x "wrote $here/book/index.html: [0-9]* pages, [0-9.]* MB in all" "$here/out" || why="$why $(cat "$here/out")"
check 'the book is written'
[ -z "$why" ] || exit 0
why=$(echo "$times" | awk '$1 + $2 > 3 { print $1 + $2 " seconds" }')
case ${HOLO_SETTINGS:-} in *SAN=\'[a-z]* | *DEBUG=\'1*) ;; *) check 'in at most 3 seconds of a processor' ;; esac
"$program" --out "$here/again" > "$here/out" 2>&1
why=$(diff -r "$here/book" "$here/again" | head -n 1)
check 'the same bytes again'
why=$(cd "$here/book" && find . -type f ! -name '*.html' ! -name '*.svg' ! -name book.css ! -name book.js ! -name search.js | head -n 1)
check 'nothing but pages, figures, one style and two scripts'
why=$(cat "$here"/book/*.html "$here/book/search.js" | wc -c | awk '$1 > 4e6 { print $1 " bytes" }')
check 'the pages without sources have at most 4 MB'
cd "$here" || exit 1
mkdir -p project/docs && printf '# A\n\n[b](none.md)\n' > project/docs/README.md && printf '# B\n\nWords.\n' > project/README.md
run --root project --looks "$HOLO_ROOT/examples/book" --out refused
one_line 2 error 'docs/README.md: a link to none.md'
[ -n "$why" ] || [ ! -e refused ] || why='something was written'
check 'a link that leads nowhere is named, and nothing is written'
: > file
printf '# A\n' > project/docs/README.md
run --root project --looks "$HOLO_ROOT/examples/book" --out file
one_line 1 error 'cannot be written'
check 'a folder that is none'

# With what programs did, which listings step through; each is one that make book builds.
. "$HOLO_ROOT/tests/book/logs.sh"
if [ -n "$lacks" ]; then
  echo "SKIP listings to step through: $lacks"
else
  check 'the programs are recorded'
  (cd "$HOLO_ROOT" && "$program" --logs "$here/logs" --out "$here/book") > out 2> err
  why=$(head -n 1 err)
  [ "$(cat book/*.html | grep -c '<figure class="step"')" = "$(cd "$HOLO_ROOT" && grep -h '^ *<!-- step: ' docs/*.md | grep -c .)" ] || why="$why not all steps"
  check 'each step that a page declares is in the book'
  why=$(cat book/*.html book/search.js book/trace.js book/step.* | wc -c | awk '$1 > 4e6 { print $1 " bytes" }')
  check 'with them the pages have at most 4 MB'
  run --root "$HOLO_ROOT" --looks "$HOLO_ROOT/examples/book" --logs none_here --out steps
  one_line 1 error 'a step of 01_value; expected its log, none_here/01_value.json'
  [ -n "$why" ] || [ ! -e steps ] || why='something was written'
  check 'a log that is not there is named, and nothing is written'
fi

what='the book in a browser'
. "$HOLO_ROOT/tests/skips.sh"
needs_browser
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$HOLO_ROOT/tests/trace python3 "$HOLO_ROOT/tests/book/book_test.py" "$browser" book
[ -n "$lacks" ] || PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$HOLO_ROOT/tests/trace python3 "$HOLO_ROOT/tests/book/steps.py" "$browser" book
