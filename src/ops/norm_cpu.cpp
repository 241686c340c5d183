// norm_cpu.cpp: layer_norm and rms_norm (with mean 0) on the CPU. It computes one row of C channels
// at a time, which stays in the cache after the first pass. The formulas are in norm.cpp.
#include <algorithm>
#include <array>
#include <cmath>

#include "backend/cpu/cpu.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/vec_loop.h"
#include "backend/scratch.h"

namespace holo {
namespace {

// ---- blocks of rows for the threads, and sums over rows that have the same bits for any number of
// threads ----

// Blocks of rows of C numbers. Their size depends only on the shape, and is so small that sums
// over the rows lose no digits.
struct RowBlocks {
  Index rows, size, count;
  Index work;  // all elements

  RowBlocks(Index row_count, Index C)
      : rows(row_count),
        size(std::clamp<Index>(std::max(grain::chunk / std::max<Index>(C, 1), (rows + 63) / 64), 32,
                               256)),
        count((rows + size - 1) / size),
        work(rows * C) {}
  Index first(Index b) const { return b * size; }
  Index last(Index b) const { return std::min(rows, (b + 1) * size); }
};

// In rows with so few channels the terms of dx almost cancel; if C is 1 (2 with a mean), for any
// dy. So the kernel corrects the rounding error.
constexpr Index short_row = Vec::width < 4 ? Vec::width : 4;

// False if the mean of a row's squares, 1 / rstd^2, is wrong, because a square was too large for a
// real, or too small to keep its digits. The plain kernel computes such a row in double.
bool in_range(real rstd) {
  constexpr real most = sizeof(real) == 4 ? real(0x1p51) : real(0x1p485);  // sqrt(epsilon / min)
  return rstd > 0 && rstd < most;
}

// Calls body(b) for every block.
template <class Body>
void for_blocks(const RowBlocks& blocks, const Body& body) {
  parallel_for(blocks.count, blocks.work, body);
}

// Computes `count` sums over a row of C numbers. add(sums, c, lanes) adds the terms of the
// elements c ... c + lanes - 1. A long row has four of each sum, so that no addition waits for
// another. Which term goes to which sum depends only on C.
template <int count, class Add>
[[gnu::always_inline]] inline std::array<real, count> sums_of_row(Index C, Add add) {
  constexpr Index width = Vec::width;
  Vec sum0[count] = {}, sum1[count] = {}, sum2[count] = {}, sum3[count] = {};
  if (C < 8 * width) {
    for_each_vec(C, [&](Index c, Index lanes) { add(sum0, c, lanes); });
  } else {
    Index c = 0;
    for (; c + 4 * width <= C; c += 4 * width) {
      add(sum0, c, width);
      add(sum1, c + width, width);
      add(sum2, c + 2 * width, width);
      add(sum3, c + 3 * width, width);
    }
    for_each_vec(C - c, [&](Index i, Index lanes) { add(sum0, c + i, lanes); });
    for (int i = 0; i < count; ++i) sum0[i] = (sum0[i] + sum1[i]) + (sum2[i] + sum3[i]);
  }
  std::array<real, count> sums;
  for (int i = 0; i < count; ++i) sums[static_cast<std::size_t>(i)] = sum(sum0[i]);
  return sums;
}

// total[c] = or += sum_b partial_sums[b * step + c], in the order of b, in sums of 64 blocks
void add_blocks(Output total, const real* partial_sums, Index step, Index blocks, Index C) {
  for_each_vec(C, [&](Index c, Index lanes) {
    Vec y(0), part = total.overwrite ? Vec(0) : load(total.data + c, lanes);
    for (Index b = 0; b < blocks; ++b) {
      part += load(partial_sums + b * step + c, lanes);
      if (b % 64 < 63 && b + 1 < blocks) continue;
      y += part;
      part = Vec(0);
    }
    store(total.data + c, y, lanes);
  });
}

// ---- the kernels ----

// x - mean, which is 0 in rms_norm.
template <bool centred>
Vec from_mean(Vec x, Vec mean) {
  return centred ? x - mean : x;
}

template <bool centred>
[[gnu::noinline]] void norm_rows(real* y, real* mean, real* rstd, const real* x, const real* gain,
                                 const real* bias, Index first, Index last, const NormSizes& s) {
  const Index C = s.C;
  const real inverse_C = 1 / static_cast<real>(C);
  for (Index r = first; r < last; ++r) {
    const real* const x_row = x + r * C;
    real* const y_row = y + r * C;
    real var = 0, m = 0;
    if constexpr (centred) {
      // 1. the mean, except for the rounding of the sum
      const auto [total] = sums_of_row<1>(
          C, [&](Vec* sums, Index c, Index lanes) { sums[0] += load(x_row + c, lanes); });
      const real near = total * inverse_C;
      // 2. the rounding error of the mean, and the variance (Chan, Golub, LeVeque 1983): equal
      //    numbers give exactly 0
      const auto [deviations, squares] = sums_of_row<2>(C, [&](Vec* sums, Index c, Index lanes) {
        const Vec d = load(x_row + c, lanes, near) - near;
        sums[0] += d;
        sums[1] += d * d;
      });
      const real correction = deviations * inverse_C;
      var = std::max(squares * inverse_C - correction * correction, real(0));
      mean[r] = m = near + correction;
    } else {
      const auto [squares] = sums_of_row<1>(C, [&](Vec* sums, Index c, Index lanes) {
        const Vec v = load(x_row + c, lanes);
        sums[0] += v * v;
      });
      var = squares * inverse_C;
    }
    rstd[r] = 1 / std::sqrt(var + s.epsilon);
    if (!in_range(rstd[r])) [[unlikely]] {
      plain().norm(y_row, centred ? mean + r : nullptr, rstd + r, x_row, gain, bias,
                   {1, C, s.epsilon});
      continue;
    }
    // 3. the result
    const Vec rs(rstd[r]);
    for_each_vec(C, [&](Index c, Index lanes) {
      Vec xhat = from_mean<centred>(load(x_row + c, lanes), m) * rs;
      if (gain != nullptr) xhat *= load(gain + c, lanes);
      if (bias != nullptr) xhat += load(bias + c, lanes);
      store(y_row + c, xhat, lanes);
    });
  }
}

// Computes dx for some rows, and the sums dgain, dbias [C] over these rows. Each may be null.
template <bool centred>
[[gnu::noinline]] void norm_backward_rows(Output dx, real* dgain, real* dbias, const real* dy,
                                          const real* x, const real* gain, const real* mean,
                                          const real* rstd, Index first, Index last,
                                          const NormSizes& s) {
  const Index C = s.C;
  if (dgain != nullptr) std::fill(dgain, dgain + C, real(0));
  if (dbias != nullptr) std::fill(dbias, dbias + C, real(0));
  const real inverse_C = 1 / static_cast<real>(C);
  for (Index r = first; r < last; ++r) {
    const real* const x_row = x + r * C;
    const real* const dy_row = dy + r * C;
    const real mean_r = centred ? mean[r] : 0;
    const Vec m(mean_r), rs(rstd[r]);
    if (dx.data != nullptr) {
      real* const dx_row = dx.data + r * C;
      // 2. mean(dxhat), if there is a mean, and mean(dxhat xhat), dxhat = dy gain
      const auto all = sums_of_row < centred
                           ? 2
                           : 1 > (C, [&](Vec* sums, Index c, Index lanes) {
                               Vec dxhat = load(dy_row + c, lanes);
                               if (gain != nullptr) dxhat *= load(gain + c, lanes);
                               sums[0] +=
                                   dxhat * (from_mean<centred>(load(x_row + c, lanes), m) * rs);
                               if constexpr (centred) sums[1] += dxhat;
                             });
      const Vec mean_dxhat_xhat(all[0] * inverse_C);
      const Vec mean_dxhat(centred ? all.back() * inverse_C : 0);
      // In a short row mean(xhat^2) = 1 - epsilon rstd^2 gives the rounding error along xhat.
      Vec rounding_dxhat(0), rounding_dxhat_xhat(0);
      if (C <= short_row) {
        const Vec xhat = from_mean<centred>(load(x_row, C, mean_r), m) * rs;
        Vec dxhat = load(dy_row, C);
        if (gain != nullptr) dxhat *= load(gain, C);
        const Vec residual = select(
            first_lanes(C), from_mean<centred>(dxhat, mean_dxhat) - xhat * mean_dxhat_xhat, 0);
        if constexpr (centred) rounding_dxhat = sum(residual) * inverse_C;
        rounding_dxhat_xhat =
            mean_dxhat_xhat * (s.epsilon * rs * rs) - sum(residual * xhat) * inverse_C;
      }
      // 1. dx
      for_each_vec(C, [&](Index c, Index lanes) {
        const Vec xhat = from_mean<centred>(load(x_row + c, lanes), m) * rs;
        Vec dxhat = load(dy_row + c, lanes);
        if (gain != nullptr) dxhat *= load(gain + c, lanes);
        const Vec before = dx.overwrite ? Vec(0) : load(dx_row + c, lanes);
        const Vec residual = from_mean<centred>(dxhat, mean_dxhat) - xhat * mean_dxhat_xhat;
        const Vec rounded = from_mean<centred>(residual, rounding_dxhat);
        store(dx_row + c, before + rs * (rounded + xhat * rounding_dxhat_xhat), lanes);
      });
    }
    // 3. gain and bias come last, when the row is already in the cache
    if (dgain != nullptr) {
      for_each_vec(C, [&](Index c, Index lanes) {
        const Vec xhat = from_mean<centred>(load(x_row + c, lanes), m) * rs;
        store(dgain + c, load(dgain + c, lanes) + load(dy_row + c, lanes) * xhat, lanes);
      });
    }
    if (dbias != nullptr) {
      for_each_vec(C, [&](Index c, Index lanes) {
        store(dbias + c, load(dbias + c, lanes) + load(dy_row + c, lanes), lanes);
      });
    }
  }
}

}  // namespace

void Cpu::norm(real* y, real* mean, real* rstd, const real* x, const real* gain, const real* bias,
               const NormSizes& s) {
  const RowBlocks blocks(s.rows, s.C);
  const auto rows = mean != nullptr ? norm_rows<true> : norm_rows<false>;
  for_blocks(blocks, [&](Index b) {
    rows(y, mean, rstd, x, gain, bias, blocks.first(b), blocks.last(b), s);
  });
}

void Cpu::norm_backward(Output dx, Output dgain, Output dbias, const real* dy, const real* x,
                        const real* gain, const real* mean, const real* rstd, const NormSizes& s) {
  const RowBlocks blocks(s.rows, s.C);
  const auto rows = mean != nullptr ? norm_backward_rows<true> : norm_backward_rows<false>;
  // for each block: dgain [C], dbias [C]
  const Scratch partial_sums(*this, blocks.count * 2 * s.C);
  for_blocks(blocks, [&](Index b) {
    real* const block_sums = partial_sums.data() + b * 2 * s.C;
    rows(dx, dgain.data != nullptr ? block_sums : nullptr,
         dbias.data != nullptr ? block_sums + s.C : nullptr, dy, x, gain, mean, rstd,
         blocks.first(b), blocks.last(b), s);
  });
  if (dgain.data != nullptr) add_blocks(dgain, partial_sums.data(), 2 * s.C, blocks.count, s.C);
  if (dbias.data != nullptr)
    add_blocks(dbias, partial_sums.data() + s.C, 2 * s.C, blocks.count, s.C);
}

}  // namespace holo
