// op_call.cpp: the options of an op, as its function takes them.
#include "trace/op_call.h"

#include <bitset>
#include <vector>

namespace holo {
namespace {

namespace o = op_options;

Dims dims_of(const std::bitset<max_ndim>& set) {
  std::vector<int> dims;
  for (int d = 0; d < max_ndim; ++d) {
    if (set[static_cast<std::size_t>(d)]) dims.push_back(d);
  }
  return Dims(dims);
}

}  // namespace

int OpCall::first_dim() const {
  const auto& dims = options<o::Over>().dims;
  int d = 0;
  while (d < max_ndim - 1 && !dims[static_cast<std::size_t>(d)]) ++d;
  return d;
}

AttentionOptions OpCall::attention_options() const {
  const auto& [n_head, n_kv_head, causal, scale] = options<o::Attention>();
  return {.n_head = n_head, .n_kv_head = n_kv_head, .causal = causal, .scale = scale};
}

Tensor OpCall::part() const {
  const auto& [first, step] = options<o::Part>();
  std::vector<Slice> slices;
  for (std::size_t d = 0; d < node.shape.size(); ++d) {
    const Index stop = checked_add("slice", first[d], checked_mul("slice", node.shape[d], step[d]));
    slices.push_back({first[d], stop, step[d]});
    if (stop < 0) slices.back().stop.reset();  // backwards, to the beginning
  }
  return slice((*this)[0], slices);
}

Tensor OpCall::permuted() const {
  const auto& dims = options<o::Order>().dims;
  return permute((*this)[0], std::span(dims).first(node.shape.size()));
}

Tensor OpCall::over(Tensor (*f)(const Tensor&, const Dims&, bool)) const {
  const o::Over& over = options<o::Over>();
  return f((*this)[0], dims_of(over.dims), over.keepdim);
}

Tensor OpCall::variance() const {
  const auto& [dims, keepdim, correction] = options<o::Variance>();
  return var((*this)[0], dims_of(dims), Correction(correction), keepdim);
}

Tensor OpCall::extreme(Tensor (*of_all)(const Tensor&),
                       Tensor (*of_dim)(const Tensor&, int, bool)) const {
  const o::Over& over = options<o::Over>();
  const Tensor& of = (*this)[0];
  const bool all = over.dims.count() == static_cast<std::size_t>(of.ndim()) && !over.keepdim;
  return all ? of_all(of) : of_dim(of, first_dim(), over.keepdim);
}

Tensor OpCall::loss() const {
  const o::CrossEntropy& options = this->options<o::CrossEntropy>();
  const Tensor& logits = (*this)[0];
  return cross_entropy(logits, indices(rows_of(logits.shape())), options.reduction,
                       options.ignore_index);
}

Tensor OpCall::normalized() const {
  const o::Norm& norm = options<o::Norm>();
  return layer_norm((*this)[0], norm.gain ? (*this)[1] : Tensor(),
                    norm.bias ? (*this)[norm.gain ? 2 : 1] : Tensor(), norm.epsilon);
}

}  // namespace holo
