#!/bin/bash
# grade_container_test.sh: the lines of the container in which a class is graded run in a fresh tree as an ordinary user without a
# network.
set -u
what='grading in a container'
. "$HOLO_ROOT/tests/make/plain_build.sh"
teaching=$HOLO_ROOT/examples/teaching here=$PWD
pass() { echo "PASS $what: $1"; }
fail() { echo "FAIL $what: $1: $2"; }
# Where an ordinary user reaches it.
place=$(mktemp -d /tmp/holo-container.XXXXXX) && chmod 755 "$place" || exit 1
trap 'rm -rf "$place"' EXIT
mkdir "$place/course" "$place/results" "$place/class" "$place/tmp"
for part in $(sed -n 's/^COPY --chown=grader \([^ ]*\) .*/\1/p' "$teaching/Containerfile"); do
  cp -r "$HOLO_ROOT/$part" "$place/course" || fail 'what the container copies is there' "$part"
done
rm -f "$place/course/examples/exercises/project/my_engine.h"
mkdir "$place/class/ann" && cp "$HOLO_ROOT/examples/exercises/solutions/06_relu.h" "$place/class/ann/relu.h"
as_user=(env -u MAKEFLAGS TMPDIR="$place/tmp" HOME="$place/tmp" CXX="${CXX:-g++}")
if [ "$(id -u)" = 0 ]; then
  if ! command -v setpriv > /dev/null; then
    echo "SKIP $what: no setpriv here, to be an ordinary user"
    exit
  fi
  chown -R 65534:65534 "$place"
  as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups "${as_user[@]}")
  if unshare --net true 2> /dev/null; then as_user=(unshare --net "${as_user[@]}"); else echo "SKIP $what: without a network: unshare is refused"; fi
fi

# ---- the container: the line that builds the grader, and that which grades ----

built=$(sed -n 's/^RUN mkdir -p \/tmp\/class\/nobody && //p' "$teaching/Containerfile" | sed "s|DIR=/tmp/class OUT=/tmp/|DIR=$place/class OUT=$place/tmp/|")
graded=$(sed -n 's/^CMD \[\(.*\)\]$/\1/p' "$teaching/Containerfile" | tr -d '",' | sed "s|/submissions|$place/class|; s|/results|$place/results|g")
for line in "$built" "$graded"; do
  (cd "$place/course" && "${as_user[@]}" bash -c "$line") > log 2>&1
  status=$?
  [ -n "$line" ] && [ $status = 0 ] && grep -q '^wrote .*: students 1, answers done 1$' log && pass "${line%% DIR*}" || fail "$line" "$status $(tail -n 2 log | tr '\n' ' ')"
done
if grep -q '^user: you are root' log; then fail 'nobody is root' "$(id)"; else pass 'nobody is root'; fi
why=
for file in grades.csv pages/ann.txt moodle.csv canvas.csv; do [ -s "$place/results/$file" ] || why="$why no $file"; done
[ -z "$why" ] && pass 'the results are there' || fail 'the results are there' "$why"
