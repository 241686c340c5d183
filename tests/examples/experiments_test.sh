#!/bin/bash
# experiments_test.sh: the experiments run, with few steps and small models: each layer has its row
# and the number of parameters that it should have; images come from files, too; what cannot be read
# is one error.
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
"$bin/experiment_language_model" --quick > text.out 2> text.err
check 'language model: runs' [ $? = 0 ]
check 'language model: layers of 5856 parameters' [ "$(rows text.out 5856)" = "$all" ]
check 'language model: five of 7392' \
  [ "$(rows text.out 7392)" = 'Lite bilinear gelu relu2 swiglu ' ]
"$bin/experiment_language_model" --quick --text text.err > short.out 2> short.err
check 'language model: a text that is too short is one error' \
  grep -q '^error: text.err: .* characters; expected at least 5,130' short.err

"$bin/experiment_product" --quick > product.out 2> product.err
check 'product: runs' [ $? = 0 ]
check 'product: ten layers' [ "$(grep -c ' of 2$' product.out)" = 10 ]

"$bin/experiment_trained_gate" --quick --plots plots > gate.out 2> gate.err
check 'trained gate: runs' [ $? = 0 ]
check 'trained gate: five gates before and after, in two tables' \
  [ "$(grep -c -E '^(bilinear|glu|reglu|geglu|swiglu) +(before|after) ' gate.out)" = 20 ]
check 'trained gate: a bilinear unit is a quadratic form' \
  [ "$(grep -c -E '^bilinear (before|after) .* 100.0 \+- 0.0  100.0 \+- 0.0 +100.0 \+- 0.0$' gate.out)" = 2 ]
check 'trained gate: in its place nothing is lost' \
  grep -q -E '^bilinear +[0-9.]+ \+- [0-9.]+ .* -?0.0000 \+- 0.0000 +-?0.0000 \+- 0.0000$' gate.out
check 'trained gate: draws two plots' \
  [ "$(cat plots/trained_gate_units.svg plots/trained_gate_course.svg | grep -c '</svg>')" = 2 ]

"$bin/experiment_holo_gate_flow" --quick > holo.out 2> holo.err
check 'HoloGateFlow: runs' [ $? = 0 ]
check 'HoloGateFlow: its sizes' [ "$(grep -c -E \
  '^(HoloGateFlow +65472 +130752|light form +83904 +167616|without flow +28032 +55776) ' holo.out)" = 3 ]
check 'HoloGateFlow: nine forms' [ "$(sed -n '/^5/,/^6/p' holo.out | grep -c ' +- ')" = 9 ]
check 'HoloGateFlow: four layers without flow' \
  [ "$(rows holo.out 2496)" = 'gelu no relu2 swiglu ' ]

"$bin/experiment_vision" --quick > shapes.out 2> shapes.err
check 'vision: runs' [ $? = 0 ]
check 'vision: its layers' [ "$(rows shapes.out 5856)" = "$all" ]

# 200 images of 8 x 8 pixels: bright above is class 0, bright below class 1.
awk 'BEGIN {
  srand(1)
  for (n = 0; n < 200; ++n) {
    line = ""
    for (i = 0; i < 64; ++i) line = line int(8 * rand() + ((i < 32) == (n % 2 == 0) ? 8 : 0)) ","
    print line n % 2
  }
}' > easy.csv
awk -F, '{ $0 = $65 "," $0; sub(/,[01]$/, ""); print }' easy.csv > first.csv
{ echo 'pixels and a class'; cat easy.csv; } > titled.csv
learn=("$bin/experiment_vision" --quick --only gelu --seeds 1 --steps 200)
"${learn[@]}" --csv titled.csv > csv.out 2> csv.err
check 'vision: learns two classes from CSV' grep -q -E '^gelu +5856 .* 100.00 ' csv.out
"${learn[@]}" --csv first.csv --label first > first.out 2> first.err
check 'vision: the class may come first' diff csv.out first.out

# error TITLE EXPECTED FLAG...: exit code 2, and one line that has that in it.
error() {
  local title=$1 expected=$2
  shift 2
  "$bin/experiment_vision" --quick "$@" > error.out 2> error.err
  check "vision: $title" [ "$? $(grep -c '' error.err) $(grep -c -F -- "$expected" error.err)" = '2 1 1' ]
}
sed '7s/^[0-9]*/x/' easy.csv > letter.csv
cut -d, -f3- easy.csv > narrow.csv
sed 's/,[01]$/,1/' easy.csv > one.csv
error 'a letter among the numbers' 'letter.csv, line 7' --csv letter.csv
error 'images that are not square' '62 pixels' --csv narrow.csv
error 'one class only' 'one.csv: 1 class' --csv one.csv
error 'a layer that is not there' 'mish' --only mish
