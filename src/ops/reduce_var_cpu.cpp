// reduce_var_cpu.cpp: the variance over one dimension, on the CPU. The first element, a, is
// subtracted from all: so equal elements have a variance of exactly 0, and nearly equal ones an
// accurate one.
#include <limits>

#include "backend/cpu/cpu.h"
#include "backend/cpu/reduce_terms.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

// a[o, k] = x[o, 0, k],  b[o, k] = mean_i (x[o, i, k] - a[o, k])
class Mean {
 public:
  Mean(const real* x, Axis axis) : size_(axis.outer * axis.inner), both_(2 * size_) {
    real* const a = both_.data();
    for (Index o = 0; o < axis.outer; ++o) {
      const real* const first = x + o * axis.n * axis.inner;
      std::copy(first, first + axis.inner, a + o * axis.inner);
    }
    sum_terms({a + size_, true}, axis, 1 / static_cast<double>(axis.n),
              [=](const Position& position) { return position.load(x) - position.load_result(a); });
  }
  const real* a() const { return both_.data(); }
  const real* b() const { return both_.data() + size_; }

 private:
  Index size_;
  Scratch both_;
};

Vec distance(const Position& position, const real* x, const real* a, const real* b) {
  return position.load(x) - position.load_result(a) - position.load_result(b);
}

// The rows i ... i + rows - 1 of a tile of columns: with d = x - a - b, the sums of d and of d^2,
// as trees, are added to `total` and `squares`. Fetches into the second cache what is read soon.
template <int rows>
[[gnu::always_inline]] inline void add_rows(TileResults& total, TileResults& squares, const real* x,
                                            const Tile& tile, Index i, const TileResults& a,
                                            const TileResults& b) {
  for_each_vec(tile.count, [&](Index k, Index lanes) {
    const real* const from = x + tile.at + i * tile.step + k;
    Vec d[rows], d2[rows];
#pragma GCC unroll 8
    for (Index j = 0; j < rows; ++j) {
      __builtin_prefetch(from + (j + 16) * tile.step, 0, 2);
      d[j] = load(from + j * tile.step, lanes) - load(a.of + k, lanes) - load(b.of + k);
      d2[j] = d[j] * d[j];
    }
#pragma GCC unroll 3
    for (int half = rows / 2; half > 0; half /= 2) {
#pragma GCC unroll 4
      for (int j = 0; j < half; ++j) {
        d[j] += d[j + half];
        d2[j] += d2[j + half];
      }
    }
    store(total.of + k, load(total.of + k) + d[0]);
    store(squares.of + k, load(squares.of + k) + d2[0]);
  });
}

// Of each column of a tile, in one read: the mean of x - a, and the sum of squares around it. With
// the mean of the first 8 rows, b: mean = b + sum d / n and squares = sum d^2 - (sum d)^2 / n.
// These 8 alone are 8 (b - mean)^2 of the squares, at least, and n (b - mean)^2 is what is
// subtracted: so with n <= 64 a ninth of sum d^2 is left, or more, and rounding takes as little.
[[gnu::noinline]] void moments_of_columns(TileResults& mean, TileResults& squares, const real* x,
                                          const Tile& tile, const TileResults& a) {
  const Index some = std::min<Index>(8, tile.n);
  TileResults b, total;
  for_each_vec(tile.count, [&](Index k, Index lanes) {
    Vec sum(0);
    for (Index i = 0; i < some; ++i) {
      sum += load(x + tile.at + i * tile.step + k, lanes) - load(a.of + k, lanes);
    }
    store(b.of + k, sum / some);
    store(total.of + k, Vec(0));
    store(squares.of + k, Vec(0));
  });
  Index i = 0;
  for (; i + 8 <= tile.n; i += 8) add_rows<8>(total, squares, x, tile, i, a, b);
  for (; i < tile.n; ++i) add_rows<1>(total, squares, x, tile, i, a, b);
  for_each_vec(tile.count, [&](Index k, Index) {
    const Vec sum = load(total.of + k), shift = sum / tile.n;
    store(mean.of + k, load(b.of + k) + shift);
    store(squares.of + k, load(squares.of + k) - shift * sum);
  });
}

// 1 / (n - correction), NaN when there is nothing to divide by
double share(Index n, Index correction) {
  if (n <= correction) return std::numeric_limits<double>::quiet_NaN();
  return 1 / static_cast<double>(n - correction);
}

}  // namespace

// y = sum_i (x - mean)^2 / (n - correction). With the mean m and the sum of squares s of each chunk
// of n_c terms, mean = sum_c n_c m / n and sum_i (x - mean)^2 = sum_c (s + n_c (m - mean)^2): so x
// is read once, and a chunk that is not of tall columns twice while it is in a cache. After Chan,
// Golub and LeVeque, Updating formulae and a pairwise algorithm for computing sample variances,
// 1979.
void Cpu::var(real* y, const real* x, Axis axis, Index correction) {
  if (axis.n == 0) return fill(y, std::numeric_limits<real>::quiet_NaN(), axis.outer * axis.inner);
  const Tiles tiles = Tiles::of_two_passes(axis);
  const Index results = axis.outer * axis.inner,
              parts = tiles.chunks == 1 ? 0 : tiles.chunks * results;
  const Scratch means(parts), squares(parts);
  const double factor = share(axis.n, correction);
  const bool in_one_read =
      parts > 0 && axis.inner > 1 && tiles.length <= Tile::terms_per_partial_sum;
  // 1. m, from the first element, and s
  for_tiles(tiles, [=, m = means.data(), s = squares.data()](const Tile& tile) {
    TileResults a, mean, square;
    for (Index j = 0; j < tile.count; ++j)
      a.of[j] = x[tile.begin + (tile.rows ? j * tile.step : j)];
    if (in_one_read) {
      moments_of_columns(mean, square, x, tile, a);
    } else {
      tile.sum(mean.of, [&](const Position& position) {
        return position.load(x) - position.load_tile_result(a.of);
      });
      const double share = 1 / static_cast<double>(tile.n);
      for (Index j = 0; j < tile.count; ++j) mean.of[j] = static_cast<real>(share * mean.of[j]);
      tile.sum(square.of, [&](const Position& position) {
        const Vec d =
            position.load(x) - position.load_tile_result(a.of) - position.load_tile_result(mean.of);
        return d * d;
      });
    }
    if (parts == 0) {
      for (Index j = 0; j < tile.count; ++j)
        finish({y, true}, tile.result + j, square.of[j], factor);
      return;
    }
    const Index part = tile.chunk * results + tile.result;
    std::copy(mean.of, mean.of + tile.count, m + part);
    std::copy(square.of, square.of + tile.count, s + part);
  });
  // 2. y, from the chunks in their order
  if (parts == 0) return;
  constexpr Index group = 64;
  parallel_for((results + group - 1) / group, parts, [&](Index number) {
    const Index first = number * group, count = std::min(group, results - first);
    double mean[group] = {}, square[group] = {};
    // body(n_c / n, n_c, m, s, j) for the chunks of each result first + j
    const auto for_each_chunk = [&](auto body) {
      for (Index c = 0; c < tiles.chunks; ++c) {
        const double terms = static_cast<double>(std::min(tiles.length, axis.n - c * tiles.length));
        const double part = terms / static_cast<double>(axis.n);
        const Index at = c * results + first;
        for (Index j = 0; j < count; ++j) {
          body(part, terms, means.data()[at + j], squares.data()[at + j], j);
        }
      }
    };
    for_each_chunk([&](double part, double, real m, real, Index j) { mean[j] += part * m; });
    for_each_chunk([&](double, double terms, real m, real s, Index j) {
      const double d = m - mean[j];
      square[j] += s + terms * d * d;
    });
    for (Index j = 0; j < count; ++j) finish({y, true}, first + j, square[j], factor);
  });
}

// dx += dy 2 (x - mean) / (n - correction)
void Cpu::var_backward(Output dx, const real* dy, const real* x, Axis axis, Index correction) {
  if (axis.n == 0) return;
  // 1. mean = a + b
  const Mean mean(x, axis);
  const real *const a = mean.a(), *const b = mean.b();
  // 2. dx
  const Vec factor(2 * share(axis.n, correction));
  add_terms_of_array(dx, axis, [=](const Position& position) {
    return position.load_result(dy) * factor * distance(position, x, a, b);
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
