// op_call.h: a node of a log and the tensors that its op takes; the options of the op are read from
// the words of op_options_text.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "holo/ops.h"
#include "holo/trace_log.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// An input or an option that is missing throws holo::Error.
struct OpCall {
  const TracedNode& node;
  std::span<const Tensor> x;  ///< the parents

  const Tensor& operator[](std::size_t i) const;
  Tensor or_empty(std::size_t i) const { return i < x.size() ? x[i] : Tensor(); }
  Shape node_shape() const { return Shape(std::span(node.shape)); }
  Indices indices(const Shape& shape) const { return Indices(shape, node.indices); }

  bool has(const std::string& option) const;
  /// "0 1" of dims, for "dims 0 1, keepdim".
  std::string words(const std::string& option) const;
  double number(const std::string& option) const;
  std::uint64_t count(const std::string& option) const;
  std::vector<Index> list(const std::string& option) const;
  std::vector<int> dims(const std::string& option = "dims") const;
  Activation activation(const char* option) const;
};

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
