// norm_rms_cpu.cpp: rms_norm on the CPU, a row of C channels at a time, as in norm_cpu.cpp.
#include <algorithm>
#include <cmath>

#include "backend/cpu/cpu.h"
#include "backend/cpu/vec_loop.h"
#include "ops/norm_cpu.h"

namespace holo {
namespace {

[[gnu::noinline]] void rms_norm_rows(real* y, real* rstd, const real* x, const real* gain,
                                     Index first, Index last, const NormSizes& s) {
  const Index C = s.C;
  const real inverse_C = 1 / static_cast<real>(C);
  for (Index r = first; r < last; ++r) {
    const real* const x_row = x + r * C;
    real* const y_row = y + r * C;
    // 1. the mean of squares
    const auto [squares] = sums_of_row<1>(C, [&](Vec* sums, Index c, Index lanes) {
      const Vec v = load(x_row + c, lanes);
      sums[0] += v * v;
    });
    rstd[r] = 1 / std::sqrt(squares * inverse_C + s.epsilon);
    if (!in_range(rstd[r])) [[unlikely]] {
      plain().rms_norm(y_row, rstd + r, x_row, gain, {1, C, s.epsilon});
      continue;
    }
    // 2. the result
    const Vec rs(rstd[r]);
    for_each_vec(C, [&](Index c, Index lanes) {
      Vec xhat = load(x_row + c, lanes) * rs;
      if (gain != nullptr) xhat *= load(gain + c, lanes);
      store(y_row + c, xhat, lanes);
    });
  }
}

[[gnu::noinline]] void rms_norm_backward_rows(Output dx, real* dgain, const real* dy, const real* x,
                                              const real* gain, const real* rstd, Index first,
                                              Index last, const NormSizes& s) {
  const Index C = s.C;
  if (dgain != nullptr) std::fill(dgain, dgain + C, real(0));
  const real inverse_C = 1 / static_cast<real>(C);
  for (Index r = first; r < last; ++r) {
    const real* const x_row = x + r * C;
    const real* const dy_row = dy + r * C;
    const Vec rs(rstd[r]);
    if (dx.data != nullptr) {
      real* const dx_row = dx.data + r * C;
      // 1. mean(dxhat xhat), dxhat = dy gain, and dx
      const auto [sum_dxhat_xhat] = sums_of_row<1>(C, [&](Vec* sums, Index c, Index lanes) {
        Vec dxhat = load(dy_row + c, lanes);
        if (gain != nullptr) dxhat *= load(gain + c, lanes);
        sums[0] += dxhat * (load(x_row + c, lanes) * rs);
      });
      const Vec mean_dxhat_xhat(sum_dxhat_xhat * inverse_C);
      // In a short row mean(xhat^2) = 1 - epsilon rstd^2 says what rounding left along xhat.
      Vec rounding_dxhat_xhat(0);
      if (C <= short_row) {
        const Vec xhat = load(x_row, C) * rs;
        Vec dxhat = load(dy_row, C);
        if (gain != nullptr) dxhat *= load(gain, C);
        const Vec residual = dxhat - xhat * mean_dxhat_xhat;
        rounding_dxhat_xhat =
            mean_dxhat_xhat * (s.epsilon * rs * rs) - sum(residual * xhat) * inverse_C;
      }
      for_each_vec(C, [&](Index c, Index lanes) {
        const Vec xhat = load(x_row + c, lanes) * rs;
        Vec dxhat = load(dy_row + c, lanes);
        if (gain != nullptr) dxhat *= load(gain + c, lanes);
        const Vec before = dx.overwrite ? Vec(0) : load(dx_row + c, lanes);
        const Vec residual = dxhat - xhat * mean_dxhat_xhat;
        store(dx_row + c, before + rs * (residual + xhat * rounding_dxhat_xhat), lanes);
      });
    }
    // 2. gain, last: the row is in the cache by now
    if (dgain != nullptr) {
      for_each_vec(C, [&](Index c, Index lanes) {
        const Vec xhat = load(x_row + c, lanes) * rs;
        store(dgain + c, load(dgain + c, lanes) + load(dy_row + c, lanes) * xhat, lanes);
      });
    }
  }
}

}  // namespace

void Cpu::rms_norm(real* y, real* rstd, const real* x, const real* gain, const NormSizes& s) {
  const RowBlocks blocks(s.rows, s.C);
  for_blocks(blocks,
             [&](Index b) { rms_norm_rows(y, rstd, x, gain, blocks.first(b), blocks.last(b), s); });
}

void Cpu::rms_norm_backward(Output dx, Output dgain, const real* dy, const real* x,
                            const real* gain, const real* rstd, const NormSizes& s) {
  const RowBlocks blocks(s.rows, s.C);
  const Scratch partial_sums(blocks.count * s.C);  // of each block: dgain [C]
  const auto block = [&](Index b) {
    rms_norm_backward_rows(dx, dgain.data != nullptr ? partial_sums.data() + b * s.C : nullptr, dy,
                           x, gain, rstd, blocks.first(b), blocks.last(b), s);
  };
  for_blocks(blocks, block);
  if (dgain.data != nullptr) add_blocks(dgain, partial_sums.data(), s.C, blocks.count, s.C);
}

}  // namespace holo
