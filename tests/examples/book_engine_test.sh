#!/bin/bash
# book_engine_test.sh: the module of the book prints, for one command of each numbered program, what the pages show.
# `make engine` builds it, in eight minutes of a core from nothing; this test does not.
set -u
what='the engine of the book'
. "$HOLO_ROOT/tests/skips.sh"
command -v node > /dev/null 2>&1 || skip 'no node here'
engine=$HOLO_ROOT/build/engine/engine.js
[ -e "$engine" ] || skip 'no build/engine/engine.js; make engine makes it'
newer=$(cd "$HOLO_ROOT" && sh examples/book/engine/engine.sh newer build/engine)
[ -z "$newer" ] || skip "build/engine/engine.js is older than $newer; make engine makes it anew"
bytes=$(wc -c < "$engine")
[ "$bytes" -le 1500000 ] && echo "PASS the engine has $bytes bytes" || echo "FAIL the engine has $bytes bytes: more than 1,500,000"
node "$HOLO_ROOT/tests/examples/book_engine.js" "$engine" "$HOLO_ROOT/docs"
