#!/bin/bash
# spine_test.sh: what the chapters need of the library is as small as promised and holds no file of a wing
# but for a reason, and docs/results/spine.txt, which the pages quote, is within 3 % of what make spine counts. Needs a build that counts lines: make COVERAGE=1 DEBUG=1.
set -u

case ${HOLO_SETTINGS:-} in
  *COVERAGE=\'1\'*) ;;
  *) echo 'SKIP spine: this build counts no lines: make spine'; exit 0 ;;
esac
here=$PWD
cd "$HOLO_ROOT" || exit 1
pass() { echo "PASS spine: $1"; }
fail() { echo "FAIL spine: $1: $(tail -n 3 "$here/log" | tr '\n' ' ')"; }
# spine FOLDER: the script of that folder, on this build.
spine() { sh "$1/spine.sh" "$HOLO_BUILD/bin" "${HOLO_OBJECTS#"$HOLO_ROOT"/}/obj" "$CXX" > "$here/log" 2>&1; }

if spine src/make; then pass 'what the chapters need is within the bounds'; else fail 'what the chapters need'; fi
mv "$here/log" "$here/now"

# Both have the same rows, and each number is near its other.
awk '
  function near(a, b) { return a == b || (a - b) ^ 2 <= (0.03 * a) ^ 2 }
  { gsub(/[^0-9a-z_ .\/]/, " ") }
  FNR == NR { row[FNR] = $0; rows = FNR; next }
  {
    n = split($0, now, " ")
    if (split(row[FNR], said, " ") != n) { print "not the same words: " $0; exit 1 }
    for (i = 1; i <= n; ++i) if (!near(now[i], said[i])) { print "said " row[FNR] ", now " $0; exit 1 }
  }
  END { if (rows != FNR) exit 1 }' docs/results/spine.txt "$here/now" > "$here/log" 2>&1 &&
  pass 'docs/results/spine.txt is what make spine counts' ||
  fail 'docs/results/spine.txt is what make spine counts, or make spine > docs/results/spine.txt'

