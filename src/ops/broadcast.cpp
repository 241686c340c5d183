// broadcast.cpp: checks whether shapes are compatible, finds the input elements of each result
// element, and sums gradients over repeated dimensions.
#include "ops/shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "backend/scratch.h"
#include "holo/ops.h"
#include "tensor/record.h"

namespace holo {
namespace {

// The size of x in dimension d of a result with ndim dimensions; 1 if x has no such dimension.
Index size_at(const Shape& x, int ndim, int d) {
  const int own = d - (ndim - x.ndim());
  return own < 0 ? 1 : x[own];
}

// True if x can be broadcast to the shape `to`.
bool broadcasts_to(const Shape& x, const Shape& to) {
  if (x.ndim() > to.ndim()) return false;
  for (int own = 0, d = to.ndim() - x.ndim(); d < to.ndim(); ++own, ++d) {
    if (x[own] != 1 && x[own] != to[d]) return false;
  }
  return true;
}

// Suggests how the user can make two shapes compatible.
std::string hint_for(const Shape& a, const Shape& b) {
  const Shape& shorter = a.ndim() < b.ndim() ? a : b;
  const Shape& longer = a.ndim() < b.ndim() ? b : a;
  if (shorter.ndim() < longer.ndim()) {
    const Shape column = shorter.inserted(shorter.ndim(), 1);
    bool fits = true;
    for (int d = 0; d < longer.ndim(); ++d) {
      const Index size = size_at(column, longer.ndim(), d);
      fits = fits && (size == longer[d] || size == 1 || longer[d] == 1);
    }
    if (fits) {
      return fmt::format("reshape, to make {} a {}", shorter.to_string(), column.to_string());
    }
  }
  if (a.ndim() == 2 && b.ndim() == 2 && a[0] == b[1] && a[1] == b[0]) {
    return "transpose(x, 0, 1) of one of them";
  }
  return "reshape or slice one of them";
}

}  // namespace

Shape broadcast_shape(const char* op, const Shape& a, const Shape& b) {
  if (broadcasts_to(b, a)) return a;
  if (broadcasts_to(a, b)) return b;
  const int ndim = std::max(a.ndim(), b.ndim());
  Index sizes[max_ndim] = {};
  for (int d = 0; d < ndim; ++d) {
    const Index of_a = size_at(a, ndim, d), of_b = size_at(b, ndim, d);
    if (of_a != of_b && of_a != 1 && of_b != 1) {
      throw ShapeError(op,
                       fmt::format("cannot broadcast {} with {}: dimension {} is {} and {}",
                                   a.to_string(), b.to_string(), d, of_a, of_b),
                       "equal sizes, or one of them 1", hint_for(a, b));
    }
    sizes[d] = of_a == 1 ? of_b : of_a;
  }
  try {
    return shape_of(sizes, ndim);
  } catch (const ShapeError& error) {
    throw ShapeError(op, fmt::format("{} with {}: {}", a.to_string(), b.to_string(), error.found()),
                     error.expected(), "smaller inputs");
  }
}

void check_broadcasts_to(const char* op, const Shape& from, const Shape& to) {
  if (broadcasts_to(from, to)) return;
  const auto refuse = [&](const std::string& why, const char* rule) {
    throw ShapeError(
        op, fmt::format("cannot broadcast {} to {}{}", from.to_string(), to.to_string(), why), rule,
        "reshape, with a 1 where it is repeated");
  };
  if (from.ndim() > to.ndim()) {
    refuse(fmt::format(": {} and {} dimensions", from.ndim(), to.ndim()),
           "at most as many dimensions");
  }
  for (int d = 0; d < to.ndim(); ++d) {
    const Index size = size_at(from, to.ndim(), d);
    if (size == 1 || size == to[d]) continue;
    refuse(fmt::format(": dimension {} is {} and {}", d, size, to[d]),
           "equal sizes, or 1 where it is repeated");
  }
}

Broadcast broadcast(const Shape& a, const Shape& b, const Shape& to) {
  Broadcast s{};
  s.numel = to.numel();
  if (s.numel == 0 || (a.numel() == s.numel && b.numel() == s.numel)) {  // nothing is repeated
    s.ndim = 1;
    s.size[0] = s.numel;
    s.a.stride[0] = s.b.stride[0] = 1;
    return s;
  }
  // Goes from the last dimension to the first; a_step and b_step are the products of the sizes so
  // far.
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
  // Goes from the last dimension to the first; one call sums over a run of adjacent repeated
  // dimensions.
  const Index* const stride = side == Side::a ? s.a.stride : s.b.stride;
  Index outer = s.numel, inner = 1;
  std::vector<Scratch> sums;
  for (int i = s.ndim; i-- > 0;) {
    Index n = s.size[i];
    const bool repeated = stride[i] == 0;
    while (repeated && i > 0 && stride[i - 1] == 0) n *= s.size[--i];
    outer /= n;
    if (!repeated) {
      inner *= n;
    } else if (outer * inner == x_node.numel()) {  // the last repeated group
      backend.sum(x_node.gradient(), d, {outer, n, inner}, factor);
      return;
    } else {
      sums.emplace_back(backend, outer * inner);
      backend.sum({sums.back().data(), true}, d, {outer, n, inner}, 1);
      d = sums.back().data();
    }
  }
}

void sum_to(Node& x_node, const real* d, const Shape& shape) {
  sum_to(x_node, d, broadcast(x_node.shape, shape, shape), Side::a);
}

// y = x, broadcast to `shape`:   dx += dy, summed over the repeated dimensions
Tensor broadcast_to(const Tensor& x, const Shape& shape) {
  check_broadcasts_to("broadcast_to", x.shape(), shape);
  Tensor y = result("broadcast_to", shape, {x});
  const Broadcast s = broadcast(x.shape(), shape, shape);
  const Shape size = shape_of(s.size, s.ndim);
  x.backend().move({y.node().data, true}, row_major(size), x.data(), s.a, size);
  return record(std::move(y), saves::nothing,
                [](Node& y_node) { sum_to(y_node.parent(0), y_node.grad, y_node.shape); });
}

}  // namespace holo
