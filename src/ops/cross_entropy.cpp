// cross_entropy.cpp: the cross-entropy of logits and targets. One node computes softmax, logarithm
// and selection, and stores two numbers for each row.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "holo/ops.h"
#include "ops/shapes.h"
#include "tensor/record.h"

namespace holo {
namespace {

// The multi-dimensional index of element i as text, for example "[1,4]".
std::string position(const Shape& shape, Index i) {
  std::string text;
  for (int d = shape.ndim() - 1; d >= 0; --d) {
    text = fmt::format("{}{}{}", i % shape[d], text.empty() ? "" : ",", text);
    i /= shape[d];
  }
  return "[" + text + "]";
}

void check_target(const Tensor& logits, const Indices& target, Index ignore_index) {
  check_has_channels("cross_entropy", "logits", logits, "classes");
  const Shape& shape = logits.shape();
  const int last = shape.ndim() - 1;
  if (!(target.shape() == shape.without(last))) {
    throw ShapeError(
        "cross_entropy",
        fmt::format("targets {} for logits {}", target.shape().to_string(), shape.to_string()),
        fmt::format("targets {}: one for each row of {} classes", shape.without(last).to_string(),
                    shape[last]),
        "reshape");
  }
  const Index V = shape[last];
  for (Index i = 0; i < target.numel(); ++i) {
    const Index t = target.values()[static_cast<std::size_t>(i)];
    if ((t >= 0 && t < V) || t == ignore_index) continue;
    throw ShapeError(
        "cross_entropy", fmt::format("target {} at {}", t, position(target.shape(), i)),
        fmt::format("0 <= target < {}, the number of classes, or ignore_index {}", V, ignore_index),
        t < 0
            ? fmt::format("cross_entropy(logits, target, Reduction::mean, {}), which ignores it", t)
            : "is this the vocabulary of the model?");
  }
}

}  // namespace

// loss[r] = logsumexp(x[r]) - x[r, target[r]], or 0 if the row is ignored:
//   dx[r, v] += dloss[r] (softmax(x[r])[v] - (v == target[r]))
// dloss[r] = dloss if the losses are summed, or dloss / (number of rows not ignored) if averaged
Tensor cross_entropy(const Tensor& logits, const Indices& target, Reduction reduction,
                     Index ignore_index) {
  check_target(logits, target, ignore_index);
  const bool whole = reduction == Reduction::none;
  const Index rows = target.numel();
  double factor = 1;
  if (reduction == Reduction::mean) {
    const std::vector<Index>& targets = target.values();
    factor =
        1 / static_cast<double>(rows - std::count(targets.begin(), targets.end(), ignore_index));
  }
  const CrossEntropySizes s{.rows = rows, .V = logits.size(-1), .ignore = ignore_index};
  Tensor y = result("cross_entropy", whole ? target.shape() : Shape{}, {logits});
  // three arrays of shape [rows]: largest, log_sum and loss
  const Tensor stats = leaf({3, rows}, logits.backend(), "cross_entropy");
  real* const largest = stats.node().data;
  real* const loss = whole ? y.node().data : largest + 2 * rows;
  Backend& backend = logits.backend();
  DeviceIndices targets(backend, target);
  backend.cross_entropy(loss, largest, largest + rows, logits.data(), targets.data(), s);
  if (!whole) backend.sum({y.node().data, true}, loss, {1, rows, 1}, factor);
  const op_options::CrossEntropy options{reduction, ignore_index, target.values()};
  return record(std::move(y), saves::input0, options,
                [stats, targets = std::move(targets), whole, factor, s](Node& y_node) {
                  Node& x_node = y_node.parent(0);
                  const real *const top = stats.data(), *const log_sum = top + s.rows;
                  const LossGradient dloss{.data = y_node.grad,
                                           .step = whole ? 1 : 0,
                                           .factor = static_cast<real>(factor)};
                  y_node.backend->cross_entropy_backward(x_node.gradient(), dloss, x_node.data, top,
                                                         log_sum, targets.data(), s);
                });
}

}  // namespace holo
