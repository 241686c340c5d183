// norm_cpu.cpp: layer_norm on the processor, a row of C channels at a time: it lies in the cache
// after its first pass. Formulas in norm.cpp.
#include <algorithm>
#include <cmath>

#include "backend/cpu/cpu.h"
#include "backend/cpu/parts.h"
#include "ops/norm_cpu.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

[[gnu::noinline]] void layer_norm_rows(real* y, real* mean, real* rstd, const real* x,
                                       const real* gain, const real* bias, Index first, Index last,
                                       const NormSizes& s) {
  const Index C = s.C;
  const real part = 1 / static_cast<real>(C);
  for (Index r = first; r < last; ++r) {
    const real* const x_row = x + r * C;
    real* const y_row = y + r * C;
    // 1. the mean, up to the rounding of the sum
    Vec total(0);
    for_parts(C, [&](Index c, Index n) { total += load(x_row + c, n); });
    const real near = sum(total) * part;
    // 2. what the rounding took, and the variance (Chan, Golub, LeVeque 1983): equal numbers give
    //    exactly 0
    Vec rest(0), squares(0);
    for_parts(C, [&](Index c, Index n) {
      const Vec d = load(x_row + c, n, near) - near;
      rest += d;
      squares += d * d;
    });
    const real correction = sum(rest) * part;
    const real var = sum(squares) * part - correction * correction;
    mean[r] = near + correction;
    rstd[r] = 1 / std::sqrt(std::max(var, real(0)) + s.epsilon);
    // 3. the result
    const Vec m(mean[r]), rs(rstd[r]);
    for_parts(C, [&](Index c, Index n) {
      Vec xhat = (load(x_row + c, n) - m) * rs;
      if (gain != nullptr) xhat *= load(gain + c, n);
      if (bias != nullptr) xhat += load(bias + c, n);
      store(y_row + c, xhat, n);
    });
  }
}

// dx of some rows, and dgain, dbias [C] summed over them; each may be null.
[[gnu::noinline]] void layer_norm_backward_rows(Output dx, real* dgain, real* dbias, const real* dy,
                                                const real* x, const real* gain, const real* mean,
                                                const real* rstd, Index first, Index last,
                                                const NormSizes& s) {
  const Index C = s.C;
  if (dgain != nullptr) std::fill(dgain, dgain + C, real(0));
  if (dbias != nullptr) std::fill(dbias, dbias + C, real(0));
  const real part = 1 / static_cast<real>(C);
  for (Index r = first; r < last; ++r) {
    const real* const x_row = x + r * C;
    const real* const dy_row = dy + r * C;
    const Vec m(mean[r]), rs(rstd[r]);
    if (dx.data != nullptr) {
      real* const dx_row = dx.data + r * C;
      // 2. mean(dxhat) and mean(dxhat xhat), dxhat = dy gain
      Vec total(0), along(0);
      for_parts(C, [&](Index c, Index n) {
        Vec dxhat = load(dy_row + c, n);
        if (gain != nullptr) dxhat *= load(gain + c, n);
        total += dxhat;
        along += dxhat * ((load(x_row + c, n) - m) * rs);
      });
      const Vec mean_total(sum(total) * part), mean_along(sum(along) * part);
      // In a short row mean(xhat^2) = 1 - epsilon rstd^2 says what is left along xhat.
      Vec rest_total(0), rest_along(0);
      if (C <= short_row) {
        const Vec xhat = (load(x_row, C, mean[r]) - m) * rs;
        Vec dxhat = load(dy_row, C);
        if (gain != nullptr) dxhat *= load(gain, C);
        const Vec left = first_part(dxhat - mean_total - xhat * mean_along, C, 0);
        rest_total = sum(left) * part;
        rest_along = mean_along * (s.epsilon * rs * rs) - sum(left * xhat) * part;
      }
      // 1. dx
      for_parts(C, [&](Index c, Index n) {
        const Vec xhat = (load(x_row + c, n) - m) * rs;
        Vec dxhat = load(dy_row + c, n);
        if (gain != nullptr) dxhat *= load(gain + c, n);
        const Vec before = dx.overwrite ? Vec(0) : load(dx_row + c, n);
        const Vec left = dxhat - mean_total - xhat * mean_along;
        store(dx_row + c, before + rs * (left - rest_total + xhat * rest_along), n);
      });
    }
    // 3. gain and bias
    if (dgain != nullptr) {
      for_parts(C, [&](Index c, Index n) {
        const Vec xhat = (load(x_row + c, n) - m) * rs;
        store(dgain + c, load(dgain + c, n) + load(dy_row + c, n) * xhat, n);
      });
    }
    if (dbias != nullptr) {
      for_parts(C, [&](Index c, Index n) {
        store(dbias + c, load(dbias + c, n) + load(dy_row + c, n), n);
      });
    }
  }
}

}  // namespace

void Cpu::layer_norm(real* y, real* mean, real* rstd, const real* x, const real* gain,
                     const real* bias, const NormSizes& s) {
  const RowBlocks blocks(s.rows, s.C);
  for_blocks(blocks, [&](Index b) {
    layer_norm_rows(y, mean, rstd, x, gain, bias, blocks.first(b), blocks.last(b), s);
  });
}

void Cpu::layer_norm_backward(Output dx, Output dgain, Output dbias, const real* dy, const real* x,
                              const real* gain, const real* mean, const real* rstd,
                              const NormSizes& s) {
  const RowBlocks blocks(s.rows, s.C);
  const Scratch parts(blocks.count * 2 * s.C);  // of each block: dgain [C], dbias [C]
  const auto block = [&](Index b) {
    real* const part = parts.data() + b * 2 * s.C;
    layer_norm_backward_rows(dx, dgain.data != nullptr ? part : nullptr,
                             dbias.data != nullptr ? part + s.C : nullptr, dy, x, gain, mean, rstd,
                             blocks.first(b), blocks.last(b), s);
  };
  for_blocks(blocks, block);
  if (dgain.data != nullptr) add_blocks(dgain, parts.data(), 2 * s.C, blocks.count, s.C);
  if (dbias.data != nullptr) add_blocks(dbias, parts.data() + s.C, 2 * s.C, blocks.count, s.C);
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
