// microgpt_math.h: what 07_microgpt computes with, in two ways: as the engine records it, or, for
// --exact, as microgpt.py does.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "holo/value.h"
#include "support/values/vector.h"

namespace holo {

/// With `exact` each function is the chain of + * pow relu that microgpt.py records: sums from the
/// left, beginning with 0, and a / b as a * b ** -1. The results differ in their last bits.
struct MicrogptMath {
  bool exact = false;

  Value sum(std::span<const Value> x) const {
    if (!exact) return holo::sum(x);
    Value total = x[0] + 0.0;
    for (const Value value : x.subspan(1)) total = total + value;
    return total;
  }
  Value dot(std::span<const Value> a, std::span<const Value> b) const {
    if (!exact) return holo::dot(a, b);
    Value total = a[0] * b[0] + 0.0;
    for (std::size_t i = 1; i < a.size(); ++i) total = total + a[i] * b[i];
    return total;
  }
  Value divide(Value a, Value b) const { return exact ? a * pow(b, -1.0) : a / b; }
  Value divide(Value a, double c) const { return exact ? a * std::pow(c, -1.0) : a / c; }
  Value relu2(Value x) const { return exact ? pow(relu(x), 2.0) : holo::relu2(x); }

  // The functions of vector.h.
  Vector linear(const Vector& x, const Matrix& w) const {
    Vector y(w.size());
    for (std::size_t i = 0; i < w.size(); ++i) y[i] = dot(w[i], x);
    return y;
  }
  Vector softmax(const Vector& x) const {
    if (!exact) return holo::softmax(x);
    double max = x[0].data();
    for (const Value value : x) max = std::max(max, value.data());
    Vector y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = exp(x[i] - max);
    const Value total = sum(y);
    for (Value& value : y) value = divide(value, total);
    return y;
  }
  Vector rmsnorm(const Vector& x) const {
    if (!exact) return holo::rmsnorm(x);
    const Value mean_square = divide(dot(x, x), static_cast<double>(x.size()));
    const Value scale = pow(mean_square + 1e-5, -0.5);
    Vector y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[i] * scale;
    return y;
  }
};

/// The nodes that the root depends on, in the order in which micrograd and microgpt.py visit them:
/// the reverse of the order in which a recursive search, first parent first, leaves them. It has a
/// stack of its own: on a chain of a million nodes recursion would overflow the call stack. The
/// list is valid until the next call of this thread, which uses its memory again.
inline std::span<const Value> depth_first(Value root) {
  struct Visit {  // a node that the search has entered but not left
    Value node;
    std::span<const std::uint32_t> parents;  // those to follow
  };
  const Tape& tape = Tape::of(root);
  thread_local std::vector<Value> order;
  thread_local std::vector<char> found;
  thread_local std::vector<Visit> stack;
  order.clear();
  found.assign(root.index() + std::size_t{1}, 0);
  stack.assign(1, {root, tape.parents_of(root)});
  while (!stack.empty()) {
    Visit& visit = stack.back();
    if (visit.parents.empty()) {
      order.push_back(visit.node);
      stack.pop_back();
      continue;
    }
    const std::uint32_t parent = visit.parents[0];
    visit.parents = visit.parents.subspan(1);
    if (found[parent]) continue;
    found[parent] = 1;
    const Value node = tape.node(parent);
    stack.push_back({node, tape.parents_of(node)});
  }
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace holo
