#!/bin/bash
# grade_in_ci.sh STUDENT NAME RESULTS: in a tree of the course that the teacher trusts, grades what is in the tree STUDENT: its
# answers are handed in under NAME, as make handin does it, and graded; no script of STUDENT runs. RESULTS gets grades.csv and
# pages/. The templates beside this file call it, for GitHub and GitLab. It refuses root.
set -u
student=$1 name=$2 results=$3
course=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd) || exit 2
if [ "$(id -u)" = 0 ]; then
  echo 'error: user: root; expected an ordinary user, whom limits hold' >&2
  exit 2
fi
student=$(cd "$student" && pwd) && mkdir -p "$results" && results=$(cd "$results" && pwd) || exit 2
class=$(mktemp -d "${TMPDIR:-/tmp}/holo-class.XXXXXX") || exit 2
trap 'rm -rf "$class"' EXIT
(cd "$student" && bash "$course/examples/exercises/support/handin.sh" "$name" '' "$class/handin.txt") || exit
make -C "$course" --no-print-directory grade DIR="$class" OUT="$results/grades.csv" FEEDBACK="$results/pages" || exit
cat "$results"/pages/*.txt
