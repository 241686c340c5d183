// observer.h: the interface for watching the tensor engine, for example to measure or record it.
// An observer receives every op with its non-tensor arguments, even if the op records no graph.
// Sizes are omitted, because the shapes of the node and its parents show them.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <variant>

#include "holo/node.h"
#include "holo/shape.h"

namespace holo {

enum class Activation;
enum class Gate;
enum class Reduction;

/// Dimensions are numbered from 0, and default values are filled in. Indices are in host memory, in
/// row-major order, and valid only until the observer returns.
namespace op_options {

/// exp, add, matmul, reshape and other ops whose only option is the shape of the result
struct NoOptions {};
/// pow(x, exponent)
struct Power {
  double exponent;
};
/// clamp
struct Bounds {
  double low, high;
};
/// softmax, log_softmax, cat
struct Along {
  int dim;
};
/// embedding: the indices of the table rows that the op reads
struct Rows {
  std::span<const Index> index;
};
/// sum, mean, max, logsumexp: dims[d] is true if the op reduces over dimension d.
struct Over {
  std::bitset<max_ndim> dims;
  bool keepdim;
};
/// var
struct Variance {
  std::bitset<max_ndim> dims;
  bool keepdim;
  Index correction;
};
/// permute, transpose: dimension i of the result is dimension dims[i] of x.
struct Order {
  std::array<int, max_ndim> dims;
};
/// slice, and the pieces of split: index i of dimension dim is first + i step in x.
struct Part {
  int dim;
  Index first, step;
};
struct Linear {
  bool bias;
  Activation activation;
};
struct Gated {
  Activation activation;
  Gate gate;
};
struct HoloGate {
  Activation first, second, gate;
};
/// affine_flow: `residual` is true if the op adds x
struct AffineFlow {
  bool residual;
};
struct CrossEntropy {
  Reduction reduction;
  Index ignore_index;
  std::span<const Index> target;
};
/// layer_norm, rms_norm: `gain` and `bias` indicate whether the norm has a gain and a bias
struct Norm {
  double epsilon;
  bool gain, bias;
};
/// dropout: the probability p, and the seed and stream of its CounterRandom
struct Dropout {
  double p;
  std::uint64_t seed, stream;
};
/// attention, self_attention
struct Attention {
  Index n_head, n_kv_head;
  bool causal;
  double scale;
};

}  // namespace op_options

using OpOptions =
    std::variant<op_options::NoOptions, op_options::Power, op_options::Bounds, op_options::Along,
                 op_options::Rows, op_options::Over, op_options::Variance, op_options::Order,
                 op_options::Part, op_options::Linear, op_options::Gated, op_options::HoloGate,
                 op_options::AffineFlow, op_options::CrossEntropy, op_options::Norm,
                 op_options::Dropout, op_options::Attention>;

/// While an Observer exists, it is notified of every op and every backward function of its thread.
/// Observers may coexist and be destroyed in any order. All are notified, newest first, even if one
/// of them throws an exception. Without observers, an op costs only one extra comparison.
class Observer {
 public:
  Observer();
  virtual ~Observer();
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  /// An op has run, and `node` is its result. Until on_op() returns, `options` is valid, and the
  /// node's parents include every input of the op, even inputs that require no gradient. An op that
  /// fails is not reported.
  virtual void on_op([[maybe_unused]] const Node& node, [[maybe_unused]] const OpOptions& options) {
  }
  /// `node` has sent its complete gradient to every parent that requires a gradient.
  virtual void on_backward([[maybe_unused]] const Node& node) {}

  Observer* next;  ///< the next older observer of this thread, or null
};

}  // namespace holo
