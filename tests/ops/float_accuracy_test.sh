#!/bin/bash
# float_accuracy_test.sh: the engine in float computes what the engine in double does, at every
# sample of the registry (see float_accuracy_test.cpp). It needs a build of the other kind beside
# this one that is up to date; the compiler may be another one. `make test` and then
# `make REAL=double test`, or the other way round, have it.
case $HOLO_BUILD in
  *-san-*) echo 'SKIP float accuracy: it is tried without sanitizers'; exit 0 ;;
esac
# newer PROGRAM: it has been built after the last change of a source.
newer() {
  [ -x "$1" ] && [ -z "$(cd "$HOLO_ROOT" && find include src tests -newer "$1" \
    \( -name '*.cpp' -o -name '*.h' -o -name '*.awk' \) | head -n 1)" ]
}
# other PATTERN...: the first up-to-date build of the other kind.
other() {
  local build
  for build in "$@"; do
    case $build in *-san-* | *-debug*) continue ;; esac
    case $HOLO_BUILD-$build in *-double-*-double) continue ;; esac
    if newer "$build/bin/tests"; then
      echo "$build"
      return
    fi
  done
}
folder=$(dirname "$HOLO_BUILD")
case $HOLO_BUILD in
  *-double) double=$HOLO_BUILD float=$(other "${HOLO_BUILD%-double}" "$folder"/*) ;;
  *) float=$HOLO_BUILD double=$(other "$HOLO_BUILD-double" "$folder"/*-double) ;;
esac
if [ -z "$float" ] || [ -z "$double" ]; then
  echo 'SKIP float accuracy: no build with the other REAL that is up to date'
  exit 0
fi

results=$PWD/results log=$PWD/log
cd "$HOLO_ROOT" || exit 1
if ! HOLO_WRITE_RESULTS=$results "$double/bin/tests" -tc='float accuracy: this build writes*' \
  > "$log" 2>&1; then
  cat "$log"
  echo 'FAIL float accuracy: the build in double has no results'
  exit 1
fi
HOLO_READ_RESULTS=$results "$float/bin/tests" -tc='float accuracy: this build computes*' \
  > "$log" 2>&1
status=$?
grep -h -E 'float accuracy: values within|: (value|gradient) [0-9]' "$log"
if [ $status = 0 ]; then
  echo "PASS float accuracy: $(basename "$float") computes what $(basename "$double") does"
else
  echo 'FAIL float accuracy: see the lines above'
fi
exit $status
