#!/bin/bash
# book_run_test.sh: programs run in the pages of a book with the engine of `make engine`, in Chromium and in Firefox,
# see book_run_test.py and firefox_book.py. It does not make that engine.
set -u
engine=$HOLO_ROOT/build/engine what='programs in the pages of the book'
. "$HOLO_ROOT/tests/skips.sh"
[ -e "$engine/run.js" ] || skip 'no build/engine/run.js; make engine makes it'
newer=$(cd "$HOLO_ROOT" && sh examples/book/engine/engine.sh newer "$engine")
[ -z "$newer" ] || skip "build/engine/engine.js is older than $newer; make engine makes it anew"
needs_packages
needs_browser
. "$HOLO_ROOT/tests/book/made.sh"
made book --engine "$engine"
[ -z "$why" ] || { echo "FAIL the book is written: $why"; exit 1; }
[ -z "$lacks" ] || echo "SKIP listings to step through, with an engine: $lacks"
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$HOLO_ROOT/tests/trace
python3 "$HOLO_ROOT/tests/book/book_run_test.py" "$browser" book
if firefox=$(command -v firefox-esr || command -v firefox); then
  python3 "$HOLO_ROOT/tests/book/firefox_book.py" "$firefox" book
else
  echo 'SKIP programs in the pages of the book in Firefox: no Firefox here'
fi
