#!/bin/bash
# training.sh WHAT FOLDER: a small training on the device cuda, whose files go into FOLDER; gpu_check.sh calls it.
# losses: 100 steps whose losses are those of the cpu but for rounding. same_bits: ten runs of 20 steps with the
# same weights. The last line says what came out. In: bin.
set -u
folder=$2

# train DEVICE STEPS NAME
train() {
  HOLO_PROGRESS=off "$bin/train_gpt" --device "$1" --n-embd 32 --block-size 8 --batch 8 --steps "$2" --samples 0 \
    --log "$folder/$1.csv" --out "$folder/$3.safetensors"
}
losses() {
  train cpu 100 cpu && train cuda 100 cuda && join -t , "$folder/cpu.csv" "$folder/cuda.csv" | awk -F , '
    $1 + 0 > 0 { ++steps; d = $2 - $7; if (d * d > largest) largest = d * d }
    END { printf "%d steps, losses differ by %.2g at most\n", steps, sqrt(largest); exit steps < 100 || largest > 1e-4 }'
}
same_bits() {
  local run
  for run in 1 2 3 4 5 6 7 8 9 10; do train cuda 20 "run$run" || return 1; done
  cksum "$folder"/run*.safetensors | awk '{ seen[$1] = 1 } END { for (sum in seen) ++sums; print NR " runs, " sums " results"; exit NR != 10 || sums != 1 }'
}
"$1"
status=$?
rm -f "$folder"/*.safetensors
exit $status
