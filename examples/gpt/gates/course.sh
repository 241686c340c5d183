#!/bin/bash
# course.sh BIN: how quadratic the units of SwiGLU are in models of two sizes after trainings of three lengths, on
# the built-in names: what explain_gate says of each, the mean over seeds +- its standard error. BIN is
# the folder of the programs, build/g++/bin. SIZES, STEPS and SEEDS change what is tried.
set -eu
bin=$1
export HOLO_PROGRESS=off LC_ALL=C  # a point in numbers, for awk
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

for size in ${SIZES:-32 64}; do
  for steps in ${STEPS:-500 2000 8000}; do
    for seed in ${SEEDS:-1 2 3}; do
      rm -f "$folder/model.safetensors"
      "$bin/train_gpt" --n-embd "$size" --steps "$steps" --seed "$seed" --eval-every 0 --samples 0 \
        --out "$folder/model.safetensors" > "$folder/training"
      loss=$(awk '/validation loss/ { print $NF }' "$folder/training")
      # block units silent linear quadratic tenth .. ninth cubic |a| rank of cap rank of cap
      "$bin/explain_gate" --from "$folder/model.safetensors" --units 0 |
        awk -v run="$size $steps $loss" '$1 ~ /^[0-9]+$/ && $7 == ".." {
          print run, $1, $4, $5, $6, $9, $10, $11, $14, $13 }'
    done
  done
done | awk '
  function mean(i, digits) {
    m = sum[key, i] / n[key]
    v = n[key] > 1 ? (square[key, i] - n[key] * m * m) / (n[key] - 1) / n[key] : 0
    return sprintf("%." digits "f +- %." digits "f", m, v > 0 ? sqrt(v) : 0)
  }
  {
    key = $1 " " $2 " " $4
    if (!(key in n)) order[++keys] = key
    ++n[key]
    cap[key] = $12
    split($3 " " $5 " " $6 " " $7 " " $8 " " $9 " " $10 " " $11, number, " ")
    for (i = 1; i <= 8; ++i) { sum[key, i] += number[i]; square[key, i] += number[i] * number[i] }
  }
  END {
    print "shares of the variance of a unit, percent: median of the units of a block; tenth: a tenth of the units is below;"
    print "effective ranks of forms and of outputs, of at most units"
    printf "%8s %6s %17s %6s %13s %13s %13s %13s %13s %6s %14s %14s\n", "channels", "steps", "validation loss", \
      "block", "linear", "quadratic", "tenth", "cubic", "|a|", "units", "forms", "outputs"
    for (k = 1; k <= keys; ++k) {
      key = order[k]
      split(key, part, " ")
      printf "%8s %6s %17s %6s %13s %13s %13s %13s %13s %6s %14s %14s\n", part[1], part[2], mean(1, 4), \
        part[3], mean(2, 1), mean(3, 1), mean(4, 1), mean(5, 1), mean(6, 2), cap[key], mean(7, 1), mean(8, 1)
    }
  }'
