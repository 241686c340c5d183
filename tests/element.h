// element.h: reads single numbers of a tensor, by their row-major index, on any device.
#pragma once

#include "backend/backend.h"
#include "holo/tensor.h"

namespace holo {

/// The number at i, which has any integer type.
template <class I>
real element(const Tensor& x, I i) {
  real value = 0;
  x.backend().download(&value, x.data() + static_cast<Index>(i), sizeof value);
  return value;
}

inline void set_element(const Tensor& x, Index i, double value) {
  const real number = static_cast<real>(value);
  x.backend().upload(x.node().data + i, &number, sizeof number);
}

}  // namespace holo
