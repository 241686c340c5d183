#!/bin/bash
# experiments_test.sh: the experiments run, with few steps and small models: each layer has its row
# and the number of parameters that it should have.
set -u
bin=$HOLO_BUILD/bin

case ${HOLO_SETTINGS:-} in
  *SAN=\'[a-z]*) echo 'SKIP experiments: they are not built with sanitizers' && exit ;;
esac

# check TITLE COMMAND...
check() {
  local title=$1
  shift
  if "$@"; then echo "PASS $title"; else echo "FAIL $title"; fi
}

# rows FILE PARAMETERS: the names in the rows of a table with that many parameters, sorted.
rows() {
  awk -v n="$2" '{ for (i = 2; i <= NF; ++i) if ($i == n && $0 !~ /:/) { print $1; next } }' "$1" |
    sort -u | tr '\n' ' '
}

all='HoloGateFlow bilinear geglu gelu glu reglu relu relu2 silu swiglu '
export LC_ALL=C OMP_NUM_THREADS=1

cp -R "$HOLO_ROOT/docs" docs  # the text is that of chapters 1 to 15
"$bin/experiment_language_model" --quick --seeds 1 > text.out 2> text.err
check 'language model: runs' [ $? = 0 ]
check 'language model: layers of 5856 parameters' [ "$(rows text.out 5856)" = "$all" ]
check 'language model: five of 7392' \
  [ "$(rows text.out 7392)" = 'Lite bilinear gelu relu2 swiglu ' ]

"$bin/experiment_product" --quick > product.out 2> product.err
check 'product: runs' [ $? = 0 ]
check 'product: ten layers' [ "$(grep -c ' of 2$' product.out)" = 10 ]

"$bin/experiment_trained_gate" --quick --seeds 1 --plots plots > gate.out 2> gate.err
check 'trained gate: runs' [ $? = 0 ]
check 'trained gate: five gates before and after' \
  [ "$(grep -c -E '^(bilinear|glu|reglu|geglu|swiglu) +(before|after) ' gate.out)" = 10 ]
check 'trained gate: a bilinear unit is a quadratic form' \
  [ "$(grep -c -E '^bilinear (before|after) .* 100.0 \+- 0.0  100.0 \+- 0.0 +100.0 \+- 0.0$' gate.out)" = 2 ]
check 'trained gate: in its place nothing is lost' \
  grep -q -E '^bilinear +[0-9.]+ \+- [0-9.]+ .* -?0.0000 \+- 0.0000 +-?0.0000 \+- 0.0000$' gate.out
check 'trained gate: draws a plot' grep -q '</svg>' plots/trained_gate_course.svg

"$bin/experiment_holo_gate_flow" --quick --seeds 1 > holo.out 2> holo.err
check 'HoloGateFlow: runs' [ $? = 0 ]
check 'HoloGateFlow: nine forms' [ "$(sed -n '/^3/,/^4/p' holo.out | grep -c ' +- ')" = 9 ]
check 'HoloGateFlow: four layers without flow' \
  [ "$(rows holo.out 2496)" = 'gelu no relu2 swiglu ' ]

"$bin/experiment_vision" --quick --seeds 1 > shapes.out 2> shapes.err
check 'vision: runs' [ $? = 0 ]
check 'vision: its layers' [ "$(rows shapes.out 5856)" = "$all" ]
