// op_call.h: an op of a log with its tensors, and the ops whose options are more than a number.
#pragma once

#include <fmt/format.h>

#include <span>
#include <variant>

#include "holo/check.h"
#include "holo/ops.h"
#include "holo/trace_log.h"

namespace holo {

// A node of a log and the tensors that its op takes. An input or an option that is missing throws
// holo::Error.
struct OpCall {
  const TracedNode& node;
  std::span<const Tensor> x;  // the parents

  const Tensor& operator[](std::size_t i) const {
    if (i < x.size()) return x[i];
    throw Error(node.op, fmt::format("{} inputs", x.size()), "more of them");
  }
  Tensor or_empty(std::size_t i) const { return i < x.size() ? x[i] : Tensor(); }
  Shape shape() const { return Shape(std::span(node.shape)); }
  // All dimensions but the last.
  Shape rows_of(const Shape& shape) const {
    if (shape.ndim() > 0) return shape.without(shape.ndim() - 1);
    throw Error(node.op, "a shape []", "a last dimension");
  }
  Indices indices(const Shape& shape) const { return Indices(shape, node.indices); }

  template <class Options>
  const Options& options() const {
    if (const auto* const found = std::get_if<Options>(&node.options)) return *found;
    throw Error(node.op, "options of another op", "its own");
  }
  int dim() const { return options<op_options::Along>().dim; }
  int first_dim() const;  // of those that it goes over
  AttentionOptions attention_options() const;

  // Ops that need more than their options as they are.
  Tensor part() const;
  Tensor permuted() const;
  Tensor reshaped() const { return reshape((*this)[0], std::span(node.shape)); }
  Tensor over(Tensor (*f)(const Tensor&, const Dims&, bool)) const;
  Tensor variance() const;
  // Of all elements, or of one dimension.
  Tensor extreme(Tensor (*of_all)(const Tensor&), Tensor (*of_dim)(const Tensor&, int, bool)) const;
  Tensor loss() const;
  Tensor normalized() const;
};

}  // namespace holo
