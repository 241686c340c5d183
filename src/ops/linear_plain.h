// linear_plain.h: the bias of the plain linear layer, and the sizes of its product. The kernel of
// cuda takes both from here where cuBLAS does not do all at once.
#pragma once

#include "backend/backend.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

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

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
