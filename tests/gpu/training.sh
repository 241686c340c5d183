#!/bin/bash
# training.sh WHAT FOLDER: a small training on the device cuda, whose files go into FOLDER; gpu_check.sh calls it.
# losses: 100 steps whose losses are those of the cpu but for rounding. same_bits: ten runs of 20 steps with the
# same weights. replay: 40 steps of names of many lengths, with dropout and clipping, by a CUDA graph for each
# length and without, and from one to the other. The last line says what came out. In: bin.
set -u
folder=$2

# train DEVICE STEPS NAME
train() {
  "$bin/train_gpt" --device "$1" --n-embd 32 --block-size 8 --batch 8 --steps "$2" --samples 0 \
    --log "$folder/$1.csv" --out "$folder/$3.safetensors" --progress off
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
# names REPLAY NAME FLAGS...
names() {
  local replay=$1 name=$2
  shift 2
  "$bin/train_gpt" --device cuda --replay "$replay" --out "$folder/$name.safetensors" --progress off "$@"
}
replay() {
  local small=(--n-embd 16 --batch 2 --dropout 0.2 --clip 0.5 --steps 40 --samples 0)
  names off eager "${small[@]}" && names on graph "${small[@]}" && names on both "${small[@]}" --stop-after 20 &&
    names off both --resume "$folder/both.safetensors" || return 1
  cksum "$folder"/{eager,graph,both}.safetensors | awk '{ seen[$1] = 1 } END { for (sum in seen) ++sums; print NR " runs, with and without graphs, " sums " results"; exit NR != 3 || sums != 1 }'
}
"$1"
status=$?
rm -f "$folder"/*.safetensors
exit $status
