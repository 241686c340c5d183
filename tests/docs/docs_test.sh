#!/bin/bash
# docs_test.sh: the pages say what is true today, as far as a program can see it: see docs_test.py.
set -u
what='the pages'
. "$HOLO_ROOT/tests/skips.sh"
no_sanitizers
command -v python3 > /dev/null 2>&1 || skip 'no python3 here'
python3 -B "$HOLO_ROOT/tests/docs/docs_test.py"
