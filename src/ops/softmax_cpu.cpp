// softmax_cpu.cpp: softmax over rows of n neighbours on the CPU, a block of rows at a time. For
// other dimensions it calls the plain kernel. Each pass of the backward kernel has the number of
// the forward pass that it undoes.
#include "backend/cpu/cpu.h"
#include "backend/cpu/vec_loop.h"
#include "backend/cpu/vec_math.h"

namespace holo {
namespace {

// y = e^x / sum e^x, each [rows, n]
[[gnu::noinline]] void softmax_rows(real* y, const real* x, Index rows, Index n) {
  const Index ahead = next_block(rows, n);
  RowResults largest, total;
  // 1. the largest
  for (Index r = 0; r < rows; ++r) largest.of[r] = largest_of_row(x + r * n, n);
  // 2. e^(x - largest), and its sum
  for (Index r = 0; r < rows; ++r) {
    total.of[r] = sum_of_row(n, [&](Index i, Index lanes) {
      const Index at = r * n + i;
      prefetch(x + at + ahead);
      prefetch_to_write(y + at + ahead);
      const Vec e = exp_of_negative(load(x + at, lanes) - largest.of[r]);
      store(y + at, e, lanes);
      return e;
    });
  }
  // 3. divided by the sum
  for_each_vec(rows, [&](Index r, Index lanes) {
    store(total.of + r, 1 / load(total.of + r, lanes), lanes);
  });
  for_each_vec(rows, n, [&](Index r, Index i, Index lanes) {
    const Index at = r * n + i;
    store(y + at, load(y + at, lanes) * total.of[r], lanes);
  });
}

// dx += y (dy - sum dy y), all [rows, n]
[[gnu::noinline]] void softmax_backward_rows(Output dx, const real* dy, const real* y, Index rows,
                                             Index n) {
  const Index ahead = next_block(rows, n);
  RowResults total;
  // 3. sum dy y
  for (Index r = 0; r < rows; ++r) {
    total.of[r] = sum_of_row(n, [&](Index i, Index lanes) {
      const Index at = r * n + i;
      prefetch_to_write(dx.data + at + ahead);
      return load(dy + at, lanes) * load(y + at, lanes);
    });
  }
  // 2. dx
  for_each_vec(rows, n, [&](Index r, Index i, Index lanes) {
    const Index at = r * n + i;
    prefetch(dy + at + ahead);
    prefetch(y + at + ahead);
    add(dx, at, load(y + at, lanes) * (load(dy + at, lanes) - total.of[r]), lanes);
  });
}

}  // namespace

void Cpu::softmax(real* y, const real* x, Axis axis) {
  if (axis.inner != 1) return Plain::softmax(y, x, axis);
  const Index n = axis.n;
  for_row_blocks(axis.outer, n, [=](Index first, Index count) {
    softmax_rows(y + first * n, x + first * n, count, n);
  });
}
void Cpu::softmax_backward(Output dx, const real* dy, const real* y, Axis axis) {
  if (axis.inner != 1) return Plain::softmax_backward(dx, dy, y, axis);
  const Index n = axis.n;
  for_row_blocks(axis.outer, n, [=](Index first, Index count) {
    const Index at = first * n;
    softmax_backward_rows({dx.data + at, dx.overwrite}, dy + at, y + at, count, n);
  });
}

}  // namespace holo
