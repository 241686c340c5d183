// norm_rms_cpu.cpp: rms_norm on the processor, a row of C channels at a time, like layer_norm in
// norm_cpu.cpp.
#include <algorithm>
#include <cmath>

#include "backend/cpu/cpu.h"
#include "backend/cpu/parts.h"
#include "ops/norm_cpu.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

[[gnu::noinline]] void rms_norm_rows(real* y, real* rstd, const real* x, const real* gain,
                                     Index first, Index last, const NormSizes& s) {
  const Index C = s.C;
  const real part = 1 / static_cast<real>(C);
  for (Index r = first; r < last; ++r) {
    const real* const x_row = x + r * C;
    real* const y_row = y + r * C;
    // 1. the mean of squares
    Vec squares(0);
    for_parts(C, [&](Index c, Index n) {
      const Vec v = load(x_row + c, n);
      squares += v * v;
    });
    rstd[r] = 1 / std::sqrt(sum(squares) * part + s.epsilon);
    // 2. the result
    const Vec rs(rstd[r]);
    for_parts(C, [&](Index c, Index n) {
      Vec xhat = load(x_row + c, n) * rs;
      if (gain != nullptr) xhat *= load(gain + c, n);
      store(y_row + c, xhat, n);
    });
  }
}

[[gnu::noinline]] void rms_norm_backward_rows(Output dx, real* dgain, const real* dy, const real* x,
                                              const real* gain, const real* rstd, Index first,
                                              Index last, const NormSizes& s) {
  const Index C = s.C;
  if (dgain != nullptr) std::fill(dgain, dgain + C, real(0));
  const real part = 1 / static_cast<real>(C);
  for (Index r = first; r < last; ++r) {
    const real* const x_row = x + r * C;
    const real* const dy_row = dy + r * C;
    const Vec rs(rstd[r]);
    if (dx.data != nullptr) {
      real* const dx_row = dx.data + r * C;
      // 2. mean(dxhat xhat), dxhat = dy gain
      Vec along(0);
      for_parts(C, [&](Index c, Index n) {
        Vec dxhat = load(dy_row + c, n);
        if (gain != nullptr) dxhat *= load(gain + c, n);
        along += dxhat * (load(x_row + c, n) * rs);
      });
      const Vec mean_along(sum(along) * part);
      // In a short row mean(xhat^2) = 1 - epsilon rstd^2 says what is left along xhat.
      Vec rest_along(0);
      if (C <= short_row) {
        const Vec xhat = load(x_row, C) * rs;
        Vec dxhat = load(dy_row, C);
        if (gain != nullptr) dxhat *= load(gain, C);
        const Vec left = dxhat - xhat * mean_along;
        rest_along = mean_along * (s.epsilon * rs * rs) - sum(left * xhat) * part;
      }
      // 1. dx
      for_parts(C, [&](Index c, Index n) {
        const Vec xhat = load(x_row + c, n) * rs;
        Vec dxhat = load(dy_row + c, n);
        if (gain != nullptr) dxhat *= load(gain + c, n);
        const Vec before = dx.overwrite ? Vec(0) : load(dx_row + c, n);
        const Vec left = dxhat - xhat * mean_along;
        store(dx_row + c, before + rs * (left + xhat * rest_along), n);
      });
    }
    // 3. gain
    if (dgain != nullptr) {
      for_parts(C, [&](Index c, Index n) {
        const Vec xhat = load(x_row + c, n) * rs;
        store(dgain + c, load(dgain + c, n) + load(dy_row + c, n) * xhat, n);
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
  const Scratch parts(blocks.count * s.C);  // of each block: dgain [C]
  const auto block = [&](Index b) {
    rms_norm_backward_rows(dx, dgain.data != nullptr ? parts.data() + b * s.C : nullptr, dy, x,
                           gain, rstd, blocks.first(b), blocks.last(b), s);
  };
  for_blocks(blocks, block);
  if (dgain.data != nullptr) add_blocks(dgain, parts.data(), s.C, blocks.count, s.C);
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
