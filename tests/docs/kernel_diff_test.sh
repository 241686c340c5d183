#!/bin/bash
# kernel_diff_test.sh: docs/results/softmax_cuda.diff, which docs/cuda.md shows, is the difference
# between the plain kernel of softmax and that of CUDA.
set -u
cd "$HOLO_ROOT" || exit 1
# kernel FILE NAME: the function.
kernel() { sed -n "/$2(/,/^}/p" "$1"; }
# The plain one without the indentation of its loop over rows.
diff -U 30 <(kernel src/ops/softmax_plain.cpp 'void Plain::softmax' | sed 's/^    /  /') \
  <(kernel src/ops/softmax_cuda.cu 'void softmax_kernel') | tail -n +4 > "$OLDPWD/diff"
if diff "$OLDPWD/diff" docs/results/softmax_cuda.diff > "$OLDPWD/log" && [ "$(grep -c '^[+-]' docs/results/softmax_cuda.diff)" -gt 5 ]; then
  echo 'PASS kernel diff: that of docs/results/softmax_cuda.diff'
else
  echo "FAIL kernel diff: $(head -n 4 "$OLDPWD/log" | tr '\n' ' ')"
  cat "$OLDPWD/diff"
fi
