#!/bin/bash
# grade_in_ci.sh STUDENT NAME RESULTS: in a tree of the course that the teacher trusts, grades what is in the tree STUDENT: its
# answers are handed in under NAME, as make handin does it, and graded; no script of STUDENT runs. RESULTS gets grades.csv and
# pages/. The templates beside this file call it, for GitHub and GitLab. It refuses root.
set -u
. "$(dirname -- "${BASH_SOURCE[0]}")/../exercises/support/head.sh" || exit 2
student=$1 name=$2 results=$3
course=$(cd "$support/../../.." && pwd) || exit 2
if [ "$(id -u)" = 0 ]; then refuse 'user: root; expected an ordinary user, whom limits hold'; fi
student=$(cd "$student" && pwd) && mkdir -p "$results" && results=$(cd "$results" && pwd) || exit 2
make_scratch class
trap 'rm -rf "$scratch"' EXIT
(cd "$student" && bash -p "$course/examples/exercises/support/handin.sh" "$name" '' "$scratch/handin.txt") || exit
make -C "$course" --no-print-directory grade DIR="$scratch" OUT="$results/grades.csv" FEEDBACK="$results/pages" || exit
cat "$results"/pages/*.txt
