// reduce_cpu.cpp: sums over one dimension, and their backward, on the CPU. The order of each sum
// depends only on the shape.
#include <algorithm>
#include <cmath>

#include "backend/cpu/cpu.h"
#include "backend/cpu/vec_loop.h"
#include "backend/scratch.h"

namespace holo {
namespace {

// y = or += factor total
void finish(Output y, Index at, double total, double factor) {
  const real value = static_cast<real>(factor * total);
  y.data[at] = y.overwrite ? value : y.data[at] + value;
}

// total = sum_i x[first + i step]. If a partial sum was too large for a real, adds again in double.
double checked(double total, const real* x, Index first, Index n, Index step) {
  if (std::isfinite(total)) return total;
  total = 0;
  for (Index i = 0; i < n; ++i) total += static_cast<double>(x[first + i * step]);
  return total;
}

// ---- rows: the terms of a result are neighbours in memory ----

double sum_of_long_row(const real* x, Index n) {
  double total = 0;
  for (Index first = 0; first < n; first += grain::chunk) {
    total += sum_of_row(std::min(grain::chunk, n - first),
                        [&](Index i, Index lanes) { return load(x + first + i, lanes); });
  }
  return checked(total, x, 0, n, 1);
}

// ---- columns: the results are neighbours, and threads share tiles of the array ----

constexpr Index rows_of_tile = 256, columns_of_tile = 1024;
// How many terms of a column form a partial sum, so that the rounding only affects small sums.
constexpr Index terms_per_partial_sum = 64;

Index parts(Index n, Index size) { return (n + size - 1) / size; }

// part[k] += sum_i x[i, k] for i < n, k < count, eight terms at a time, as a tree; x [n, row]
void add_rows_of_tile(real* part, const real* x, Index row, Index n, Index count) {
  Index i = 0;
  for (; i + 8 <= n; i += 8, x += 8 * row) {
    for_each_vec(count, [&](Index k, Index lanes) {
      Vec t[8];
#pragma GCC unroll 8
      for (Index j = 0; j < 8; ++j) t[j] = load(x + j * row + k, lanes);
      const Vec near = (t[0] + t[1]) + (t[2] + t[3]), far = (t[4] + t[5]) + (t[6] + t[7]);
      store(part + k, load(part + k) + (near + far));
    });
  }
  for (; i < n; ++i, x += row) {
    for_each_vec(
        count, [&](Index k, Index lanes) { store(part + k, load(part + k) + load(x + k, lanes)); });
  }
}

// total[k] = sum_i x[i, k] for i < n <= rows_of_tile, k < count <= columns_of_tile; x [n, row]
[[gnu::noinline]] void sum_tile(real* total, const real* x, Index row, Index n, Index count) {
  alignas(Vec) real part[columns_of_tile];
  std::fill_n(total, count, real(0));
  for (Index first = 0; first < n; first += terms_per_partial_sum) {
    for_each_vec(count, [&](Index k, Index) { store(part + k, Vec(0)); });
    add_rows_of_tile(part, x + first * row, row, std::min(terms_per_partial_sum, n - first), count);
    for_each_vec(count, [&](Index k, Index lanes) {
      store(total + k, load(total + k, lanes) + load(part + k), lanes);
    });
  }
}

}  // namespace

// y[o, k] = or += factor sum_i x[o, i, k]
void Cpu::sum(Output y, const real* x, Axis axis, double factor) {
  const Index n = axis.n, inner = axis.inner, work = axis.outer * n * inner;
  if (inner == 1) {
    return parallel_for(axis.outer, work,
                        [=](Index r) { finish(y, r, sum_of_long_row(x + r * n, n), factor); });
  }
  // 1. The sums of all tiles: [tiles down, outer, inner].
  const Index down = parts(n, rows_of_tile), across = parts(inner, columns_of_tile);
  const Index results = axis.outer * inner;
  const Scratch scratch(*this, down * results);
  real* const sums = scratch.data();
  parallel_for(down * axis.outer * across, work, [=](Index tile) {
    const Index i = tile / across / axis.outer * rows_of_tile, o = tile / across % axis.outer;
    const Index k = tile % across * columns_of_tile;
    sum_tile(sums + tile / across * inner + k, x + (o * n + i) * inner + k, inner,
             std::min(rows_of_tile, n - i), std::min(columns_of_tile, inner - k));
  });
  // 2. The sums of the tiles of each column, in order.
  parallel_for(results, down * results, [=](Index r) {
    double total = 0;
    for (Index tile = 0; tile < down; ++tile) total += sums[tile * results + r];
    finish(y, r, checked(total, x, r / inner * n * inner + r % inner, n, inner), factor);
  });
}

// dx[o, i, k] += factor dy[o, k]
void Cpu::sum_backward(Output dx, const real* dy, Axis axis, real factor) {
  const Index n = axis.n, inner = axis.inner, work = axis.outer * n * inner;
  if (work == 0) return;  // then other sizes may be huge
  if (inner == 1) {
    return parallel_for(axis.outer, work, [=](Index o) {
      for_each_vec(n,
                   [&](Index i, Index lanes) { add(dx, o * n + i, Vec(dy[o]) * factor, lanes); });
    });
  }
  parallel_for(axis.outer * n, work, [=](Index row) {
    for_each_vec(inner, [&](Index k, Index lanes) {
      add(dx, row * inner + k, load(dy + row / n * inner + k, lanes) * factor, lanes);
    });
  });
}

}  // namespace holo
