#!/bin/sh
# spine.sh BIN OBJECTS CXX [--files]: how much of the library the chapters need. Runs the programs of
# chapters 1 to 17 in BIN on the plain device, in a build that counts which lines run (COVERAGE=1), asks
# the gcov of CXX for the counts in OBJECTS, and prints for each room of the spine how many lines it has, how many
# files a program ran a line of, how many lines these files have, and how many ran. A few steps of a training
# run the same lines as many. Left out are chapter 10, which is about the fast product, and the demo, which
# keeps in a file what the chapters before it train: they need wings. Fails when there is more to read than
# promised, or when a chapter needs a file of a wing for a reason that is not listed in spine.awk.
bin=$1 objects=$2 list=${4:-}
most_lines=10500 most_run=3500
here=$(dirname "$0")
# The gcov that reads this compiler's counts: gcov-13 for g++-13, llvm-cov-17 gcov for clang++-17.
gcov=gcov
for word in $3; do
  case $word in
    *clang++*) gcov="$(echo "$word" | sed 's/clang++/llvm-cov/') gcov" ;;
    *[gc]++*) gcov=$(echo "$word" | sed 's/[gc]++/gcov/') ;;
  esac
done
command -v "${gcov% gcov}" > /dev/null || gcov=$(echo "${gcov##*/}" | sed 's/-[0-9.]*\( gcov\)*$/\1/')
HOLO_DEVICE=plain
export HOLO_DEVICE

find "$objects" -name '*.gcda' -exec rm -f {} +
for program in "$bin"/0[1-9]_* "$bin"/1[0-7]_*; do
  case $program in */10_matmul | */17_demo) continue ;; esac
  [ -x "$program" ] || { echo "error: $program: no such program; expected those of chapters 1 to 17" >&2; exit 1; }
  help=$("$program" --help 2> /dev/null)
  flags=
  for flag in '--steps 20' '--seeds 2' '--draws 100'; do
    case $help in *"${flag% *} "*) flags="$flags $flag" ;; esac
  done
  # shellcheck disable=SC2086
  output=$("$program" $flags 2>&1 < /dev/null) || { echo "error: $program$flags: $output" >&2; exit 1; }
done

# Both gcov and llvm-cov gcov print a source with the count of each line before it.
# shellcheck disable=SC2046,SC2086
find "$objects" -name '*.gcda' -exec $gcov -t {} + 2> /dev/null |
  awk -v list="$list" -v gcov="$gcov" -v most_lines=$most_lines -v most_run=$most_run -f "$here/rooms.awk" -f "$here/spine.awk" \
    $(find include src -name '*.h' -o -name '*.cpp' | sort) -
