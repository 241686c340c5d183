#!/bin/bash
# grade_container_test.sh: the lines of the container in which a class is graded, and those of the templates for GitHub and
# GitLab, run in a fresh tree as an ordinary user without a network; the templates have the form that both read.
set -u
what='grading in a container'
. "$HOLO_ROOT/tests/make/plain_build.sh"
teaching=$HOLO_ROOT/examples/teaching here=$PWD
pass() { echo "PASS $what: $1"; }
fail() { echo "FAIL $what: $1: $2"; }
# Where an ordinary user reaches it.
place=$(mktemp -d /tmp/holo-container.XXXXXX) && chmod 755 "$place" || exit 1
trap 'rm -rf "$place"' EXIT
mkdir "$place/course" "$place/results" "$place/class" "$place/student" "$place/tmp"
for part in $(sed -n 's/^COPY --chown=grader \([^ ]*\) .*/\1/p' "$teaching/Containerfile"); do
  cp -r "$HOLO_ROOT/$part" "$place/course" || fail 'what the container copies is there' "$part"
done
rm -f "$place/course/examples/exercises/project/my_engine.h"
cp -r "$HOLO_ROOT/examples" "$place/student"
cp "$HOLO_ROOT/examples/exercises/solutions/06_relu.h" "$place/student/examples/exercises/06_relu/relu.h"
cp "$HOLO_ROOT/tests/exercises/project/my_engine.h" "$place/student/examples/exercises/project"
awk '/^\/\/ ---- stage 2: / { exit } { print }' "$HOLO_ROOT/tests/exercises/project/my_engine.h" > "$place/student/examples/exercises/project/my_engine.h"
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

# ---- the templates: what both call ----

for template in github_grade.yml gitlab_grade.yml; do
  grep -q 'runuser -u .* -- bash .*course/examples/teaching/grade_in_ci.sh [^ ]* "\$[A-Z_]*" results$' "$teaching/$template" && pass "$template calls it" ||
    fail "$template calls it" "$(grep grade_in_ci "$teaching/$template")"
done
(cd "$place" && "${as_user[@]}" bash course/examples/teaching/grade_in_ci.sh student ada results/ci) > log 2>&1
status=$?
[ $status = 0 ] && grep -q '^06_relu: done, 2 of 2 points$' log && grep -q '^stage_01_tape: done, ' log && grep -q '^"ada",stage_02_functions,not handed in,' "$place/results/ci/grades.csv" &&
  pass 'a student is graded by the course' || fail 'a student is graded by the course' "$status $(tail -n 3 log | tr '\n' ' ')"
if [ "$(id -u)" = 0 ]; then
  bash "$place/course/examples/teaching/grade_in_ci.sh" "$place/student" ada "$place/results/root" > log 2>&1
  status=$?
  [ "$status $(cat log)" = '2 error: user: root; expected an ordinary user, whom limits hold' ] && [ ! -e "$place/results/root" ] && pass 'root is refused' || fail 'root is refused' "$status $(cat log)"
else
  echo "SKIP $what: root is refused: this test is not run by root"
fi
if command -v check-jsonschema > /dev/null; then
  for form in github-workflows:github_grade.yml gitlab-ci:gitlab_grade.yml; do
    check-jsonschema --builtin-schema "vendor.${form%:*}" "$teaching/${form#*:}" > log 2>&1 && pass "the form of ${form#*:}" || fail "the form of ${form#*:}" "$(tail -n 2 log)"
  done
else
  echo "SKIP $what: the form of the templates: no check-jsonschema here: pip install check-jsonschema"
fi
