// linear_plain.h: the steps of the plain linear layer: its bias, the sizes of its product, and its
// activation. The kernel of cuda takes from here what cuBLAS does not do.
#pragma once

#include <optional>

#include "backend/backend.h"

namespace holo {

/// Each row of z [rows, out] is the bias.
inline void repeat_bias(Backend& on, real* z, const real* bias, const LinearSizes& s) {
  const Index size[] = {s.rows, s.out};
  on.move({z, true}, {{s.out, 1}}, bias, {{0, 1}}, 2, size);
}

/// z = x W^T
inline MatmulSizes sizes_of_product(const LinearSizes& s) {
  return {.M = s.rows,
          .N = s.out,
          .K = s.in,
          .transpose_b = true,
          .lda = s.in,
          .ldb = s.in,
          .ldc = s.out};
}

/// y = f(z), slope = f'(z), which may take the place of z; slope may be null. No f: nothing.
inline void activate(Backend& on, std::optional<Unary> f, real* y, real* slope, const real* z,
                     const LinearSizes& s) {
  if (f && slope != nullptr) on.unary_with_slope(*f, y, slope, z, s.rows * s.out, {});
  if (f && slope == nullptr) on.unary(*f, y, z, s.rows * s.out, {});
}

}  // namespace holo
