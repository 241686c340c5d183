#!/bin/bash
# float_accuracy_test.sh: the engine in float computes what the engine in double does, at every
# sample of the registry (see float_accuracy_test.cpp). It needs both builds with the same settings,
# up to date; `make REAL=double test` and `make test` make them, in any order.
case $HOLO_BUILD in
  *-double) float=${HOLO_BUILD%-double} double=$HOLO_BUILD ;;
  *) float=$HOLO_BUILD double=$HOLO_BUILD-double ;;
esac
# newer PROGRAM: it has been built after the last change of a source.
newer() {
  [ -x "$1" ] && [ -z "$(cd "$HOLO_ROOT" && find include src tests -newer "$1" \
    \( -name '*.cpp' -o -name '*.h' -o -name '*.awk' \) | head -n 1)" ]
}
for build in "$float" "$double"; do
  if ! newer "$build/bin/tests"; then
    echo "SKIP float accuracy: no up-to-date tests in $(basename "$build")"
    exit 0
  fi
done

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
grep -h -E 'float accuracy: |: (value|gradient) [0-9]' "$log"
if [ $status = 0 ]; then
  echo 'PASS float accuracy: values within 1e-6, gradients within 2e-6 of the largest number'
else
  echo 'FAIL float accuracy: see the lines above'
fi
exit $status
