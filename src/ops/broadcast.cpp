// broadcast.cpp: finds where the elements of a broadcast result lie in its inputs, and sums
// gradients over repeated dimensions. broadcast_shape.cpp says which shapes fit.
#include "ops/broadcast.h"

#include <algorithm>
#include <optional>

#include "backend/scratch.h"

namespace holo {

Broadcast broadcast(const Shape& a, const Shape& b, const Shape& to) {
  Broadcast s{};
  s.numel = to.numel();
  if (s.numel == 0 || (a.numel() == s.numel && b.numel() == s.numel)) {  // nothing is repeated
    s.ndim = 1;
    s.size[0] = s.numel;
    s.a.stride[0] = s.b.stride[0] = 1;
    return s;
  }
  // From the last dimension to the first: a step is the product of the sizes after it.
  Index a_step = 1, b_step = 1;
  for (int d = to.ndim(); d-- > 0;) {
    if (to[d] == 1) continue;
    const Index a_stride = size_at(a, to.ndim(), d) == 1 ? 0 : a_step;
    const Index b_stride = size_at(b, to.ndim(), d) == 1 ? 0 : b_step;
    if (a_stride != 0) a_step *= to[d];
    if (b_stride != 0) b_step *= to[d];
    const int last = s.ndim - 1;
    if (last >= 0 && (s.a.stride[last] == 0) == (a_stride == 0) &&
        (s.b.stride[last] == 0) == (b_stride == 0)) {
      s.size[last] *= to[d];
      continue;
    }
    s.size[s.ndim] = to[d];
    s.a.stride[s.ndim] = a_stride;
    s.b.stride[s.ndim] = b_stride;
    ++s.ndim;
  }
  std::reverse(s.size, s.size + s.ndim);
  std::reverse(s.a.stride, s.a.stride + s.ndim);
  std::reverse(s.b.stride, s.b.stride + s.ndim);
  return s;
}

void sum_to(Node& x_node, const real* d, const Broadcast& s, Side side, real factor) {
  Backend& backend = *x_node.backend;
  if (x_node.numel() == s.numel) {
    backend.add_scaled(x_node.gradient(), d, factor, s.numel);
    return;
  }
  if (s.numel == 0) {
    x_node.zeroed_gradient();
    return;
  }
  // 1. Groups of neighbours that are all repeated, or all not.
  const Index* const stride = side == Side::a ? s.a.stride : s.b.stride;
  Index size[max_ndim] = {};
  bool repeated[max_ndim] = {};
  int count = 0;
  for (int i = 0; i < s.ndim; ++i) {
    if (count == 0 || repeated[count - 1] != (stride[i] == 0)) {
      size[count] = 1;
      repeated[count++] = stride[i] == 0;
    }
    size[count - 1] *= s.size[i];
  }
  // 2. The sum over each repeated group, the last one first.
  Index outer = s.numel, inner = 1;
  std::optional<Scratch> sums[max_ndim];
  for (int i = count; i-- > 0;) {
    outer /= size[i];
    if (!repeated[i]) {
      inner *= size[i];
      continue;
    }
    const Axis axis{outer, size[i], inner};
    if (outer * inner == x_node.numel()) {  // none is left
      backend.sum(x_node.gradient(), d, axis, factor);
      return;
    }
    sums[i].emplace(backend, outer * inner);
    backend.sum({sums[i]->data(), true}, d, axis, 1);
    d = sums[i]->data();
  }
}

void repeat_to(Backend& backend, real* y, const real* x, const Broadcast& s, Side side) {
  Strides y_strides{};
  Index step = 1;
  for (int i = s.ndim; i-- > 0;) {
    y_strides.stride[i] = step;
    step *= s.size[i];
  }
  backend.move({y, true}, y_strides, x, side == Side::a ? s.a : s.b, s.ndim, s.size);
}

}  // namespace holo
