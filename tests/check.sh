#!/bin/bash
# check.sh: `make check`, a contributor's loop: the tests that see what has changed since the last green run
# of this build, as far as they take about a minute; `make test` and `make test-rest` have the others.
#
#   changed                                  what runs
#   a test                                   that test
#   a file that tests include                the test cases of the rooms whose objects have read it
#   a page                                   docs_test and the tests of its words
#   a program of examples/                   docs_test, and the shell tests that name it
#   an exercise, a stage of the project      the shell tests of exercises, those of the project
#   the library, or what programs share      all test cases, on the cpu
#
# check.sh begin: a run begins, and what is changed from now on belongs to the next one; `make` calls it before
# it builds. check.sh green: that run was green. check.sh: runs. In: what run.sh gets. HOLO_BUILD/green has the
# files of the last green run, and its time is when that began.
set -u
: "${HOLO_BUILD:?is not set; try: make check}" "${HOLO_ROOT:?is not set; try: make check}"
cd "$HOLO_ROOT" || exit 1
green=$HOLO_BUILD/green
files() {
  find Makefile README.md docs examples include src tests -type f ! -name '.*' ! -name '*.pyc' 2> /dev/null | sort
}
case ${1:-} in
  begin) mkdir -p "$HOLO_BUILD" && files > "$HOLO_BUILD/begun"; exit ;;
  green) [ ! -e "$HOLO_BUILD/begun" ] || mv -f "$HOLO_BUILD/begun" "$green"; exit 0 ;;
esac

cases= scripts= unseen= all=
add() { case "$cases," in *",$1,"*) ;; *) cases="$cases,$1" ;; esac; }
add_scripts() {
  local script
  for script in "$@"; do
    script=$(basename "$script" .sh)
    case " $scripts " in *" $script "*) ;; *) scripts="$scripts $script" ;; esac
  done
}
# The shell tests whose text has this word: those of `make test`, and short ones.
naming() { grep -l -w -e "$1" tests/*/*_test.sh | grep -v -x -F -f <(
  awk '$3 == "rest" { print $1 }' tests/shell_tests.txt | while read -r name; do ls tests/*/"$name.sh"; done) 2> /dev/null; }

if [ -e "$green" ]; then
  changed=$({ find $(files) -newer "$green"; files | comm -3 - "$green" | tr -d '\t'; } | sort -u)
  if [ -z "$changed" ]; then
    echo "check: nothing has changed since the last green run"
    exit 0
  fi
  echo "check: changed since the last green run:" $(printf '%s\n' "$changed" | head -n 8) \
    $([ "$(printf '%s\n' "$changed" | grep -c .)" -le 8 ] || echo '...')
else
  changed=include/
  echo 'check: there was no green run yet'
fi
of_exercises='exercises_test judge_test exercise_test grade_test grade_class_test'
of_project='project_test project_run_test'
for file in $changed; do
  # A test that is gone has no cases.
  [ -e "$file" ] || case $file in tests/*_test.cpp | tests/*_test.sh) continue ;; esac
  case $file in
    README.md | docs/* | tests/docs/*.py) add_scripts docs_test prose_test terms_test ;;
    examples/exercises/project/* | tests/exercises/project/*)
      add_scripts docs_test $of_project exercises_test grade_class_test grade_test ;;
    examples/exercises/support/* | tests/exercises/class.sh | tests/exercises/answers.sh | tests/exercises/short_check.sh) add_scripts $of_exercises $of_project ;;
    examples/exercises/*) add_scripts $of_exercises ;;
    tests/*_test.sh) add_scripts "$file" ;;
    tests/data/*) all=yes ;;
    examples/bench/* | examples/experiments/* | examples/kernels/* | Makefile | src/make/* | src/gdb/* | src/lldb/* | src/debugger/* | tests/make/* | tests/gdb/* | \
      tests/run.sh | tests/check.sh | tests/skips.sh | tests/shell_tests.txt)
      unseen="$unseen $file" ;;
    examples/[0-9]*.cpp | examples/gpt/*_gpt.cpp)
      add_scripts docs_test $(naming "$(basename "$file" .cpp)") ;;
    tests/*_test.cpp) add "*$file" ;;
    tests/*.h)
      rooms=$(grep -r -l --include='*.d' -F " $file" "$HOLO_OBJECTS/obj" "$HOLO_BUILD/obj" 2> /dev/null |
        sed -n 's|.*/unity/tests_\([a-z]*\)_.*|\1|p; s|.*/obj/tests/\([a-z]*\)/.*|\1|p' | sort -u)
      for room in $rooms; do
        if ls tests/$room/*_test.cpp > /dev/null 2>&1; then add "*tests/$room/*"; else add_scripts tests/$room/*_test.sh; fi
      done
      [ "$rooms" ] || all=yes ;;
    src/* | include/* | examples/* | tests/*.cpp) all=yes ;;
    tests/*) add_scripts $(naming "$(basename "$file")") ;;
  esac
done
[ -z "$unseen" ] || echo "check: make test-rest sees what these change:$unseen"
cases=${cases#,}
if [ "$all" ]; then
  cases='*'
fi
if [ -z "$cases$scripts" ]; then
  echo 'check: no test of this loop sees it'
else
  echo "check: test cases: ${cases:-none}; shell tests:${scripts:- none}"
  # shellcheck disable=SC2086
  HOLO_CASES=$cases bash tests/run.sh $scripts || exit 1
fi
bash tests/check.sh green
