// reduced.h: for the tests of reductions and softmax: finds the elements that belong to a result.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "any_threads.h"
#include "error_of.h"
#include "ops/compare.h"

namespace reduced {

using namespace compare;
using Groups = std::vector<std::vector<std::size_t>>;

/// Allows a few roundings of the largest number.
constexpr Near check_near{16 * double(std::numeric_limits<real>::epsilon())};

inline std::vector<real> reals(const Doubles& x) { return std::vector<real>(x.begin(), x.end()); }

inline Tensor input(const Shape& shape, const Doubles& values) {
  return tensor_of(shape, values).set_requires_grad();
}

inline bool contains(const std::vector<int>& dims, int d, int ndim) {
  return std::any_of(dims.begin(), dims.end(),
                     [=](int dim) { return dim == d || dim + ndim == d; });
}

inline Shape result_shape(const Shape& shape, const std::vector<int>& dims, bool keepdim) {
  std::vector<Index> sizes;
  for (int d = 0; d < shape.ndim(); ++d) {
    if (!contains(dims, d, shape.ndim())) {
      sizes.push_back(shape[d]);
    } else if (keepdim) {
      sizes.push_back(1);
    }
  }
  return Shape(std::span<const Index>(sizes));
}

/// The numbers of the elements that are reduced to each result, in their order.
inline Groups groups_of(const Shape& shape, const std::vector<int>& dims) {
  Groups groups(static_cast<std::size_t>(result_shape(shape, dims, false).numel()));
  for (Index i = 0; i < shape.numel(); ++i) {
    Index rest = i, step = 1, result = 0;
    for (int d = shape.ndim() - 1; d >= 0; --d) {
      if (!contains(dims, d, shape.ndim())) {
        result += rest % shape[d] * step;
        step *= shape[d];
      }
      rest /= shape[d];
    }
    groups[static_cast<std::size_t>(result)].push_back(static_cast<std::size_t>(i));
  }
  return groups;
}

/// The ShapeError that a call throws.
template <class Call>
holo::ShapeError refused(Call call) {
  return holo::error_of<holo::ShapeError>(call);
}

}  // namespace reduced
