#!/bin/bash
# chapter_memory_test.sh: a chapter that computes a loss again for each number of a matrix forgets what it no longer
# needs: 200 MB are enough, as a page in a browser has them.
set -u
what='memory of a chapter'
. "$HOLO_ROOT/tests/skips.sh"
no_sanitizers
[ "$(uname)" = Linux ] || skip 'no ulimit -v here'
for flags in '--steps 1' '--steps 1 --gradient cut'; do
  # shellcheck disable=SC2086
  (ulimit -v 200000; OMP_NUM_THREADS=1 MALLOC_ARENA_MAX=1 exec timeout 60 "$HOLO_BUILD/bin/06_earlier_positions" $flags > out 2> err)
  status=$?
  if [ $status = 0 ] && grep -q '^cut   gradient: largest difference ' out; then
    echo "PASS 06_earlier_positions $flags in 200 MB"
  else
    echo "FAIL 06_earlier_positions $flags in 200 MB: status $status, $(head -n 1 err)"
  fi
done
