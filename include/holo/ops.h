// ops.h: every differentiable function of tensors, with its formula. The formula of each op's
// backward pass is in src/ops/.
//
// Inputs of different shapes are broadcast as in NumPy: the shapes are aligned at the last
// dimension, and dimensions of size 1 are repeated. Dimensions are numbered from 0; negative
// numbers count from the end (-1 is the last). Every function checks shapes before it computes; a
// ShapeError names the op, shapes, dimension and broken rule. Inputs on different devices cause a
// holo::Error.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "holo/random.h"
#include "holo/tensor.h"

namespace holo {

// clang-format off

// ---- functions of one tensor, element by element; formulas in math.h ----
Tensor neg(const Tensor& x);          ///< -x
Tensor exp(const Tensor& x);          ///< e^x
Tensor log(const Tensor& x);          ///< natural logarithm
Tensor sqrt(const Tensor& x);
Tensor rsqrt(const Tensor& x);        ///< 1 / sqrt(x)
Tensor reciprocal(const Tensor& x);   ///< 1 / x
Tensor square(const Tensor& x);       ///< x^2
Tensor abs(const Tensor& x);          ///< |x|; the gradient at 0 is 0
Tensor sin(const Tensor& x);          ///< x in radians
Tensor cos(const Tensor& x);
Tensor tanh(const Tensor& x);
Tensor sigmoid(const Tensor& x);      ///< 1 / (1 + e^-x)
Tensor softplus(const Tensor& x);     ///< log(1 + e^x)
Tensor relu(const Tensor& x);         ///< max(0, x); the gradient at 0 is 0
Tensor relu2(const Tensor& x);        ///< max(0, x)^2
Tensor gelu(const Tensor& x);         ///< x Phi(x), computed with erf
Tensor gelu_tanh(const Tensor& x);    ///< gelu, approximated with tanh
Tensor silu(const Tensor& x);         ///< x sigmoid(x)
Tensor pow(const Tensor& x, double exponent);
Tensor clamp(const Tensor& x, double low, double high);  ///< the gradient is 0 outside [low, high]

// ---- functions of two tensors, element by element ----
Tensor add(const Tensor& a, const Tensor& b);
Tensor sub(const Tensor& a, const Tensor& b);
Tensor mul(const Tensor& a, const Tensor& b);
Tensor div(const Tensor& a, const Tensor& b);
Tensor pow(const Tensor& a, const Tensor& b);
Tensor maximum(const Tensor& a, const Tensor& b);  ///< NaN if one is NaN; ties share the gradient
Tensor minimum(const Tensor& a, const Tensor& b);

inline Tensor operator-(const Tensor& x) { return neg(x); }
inline Tensor operator+(const Tensor& a, const Tensor& b) { return add(a, b); }
inline Tensor operator-(const Tensor& a, const Tensor& b) { return sub(a, b); }
inline Tensor operator*(const Tensor& a, const Tensor& b) { return mul(a, b); }
inline Tensor operator/(const Tensor& a, const Tensor& b) { return div(a, b); }

/// One operand may be a plain number, which acts as a constant tensor without dimensions.
Tensor operator+(const Tensor& a, double c);
Tensor operator-(const Tensor& a, double c);
Tensor operator*(const Tensor& a, double c);
Tensor operator/(const Tensor& a, double c);
Tensor operator+(double c, const Tensor& a);
Tensor operator-(double c, const Tensor& a);
Tensor operator*(double c, const Tensor& a);
Tensor operator/(double c, const Tensor& a);

// clang-format on

/// condition != 0 ? a : b, where all three inputs are broadcast. The condition has no gradient.
Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b);
/// mask != 0 ? value : x, with the mask broadcast to the shape of x.
Tensor masked_fill(const Tensor& x, const Tensor& mask, double value);

// ---- reductions ----

/// Dimensions to reduce over: sum(x, -1), sum(x, {0, 2}). Throws ShapeError for duplicates.
struct Dims {
  Dims(int dim) : list{dim} {}
  Dims(std::initializer_list<int> dims) : list(dims) {}
  explicit Dims(std::vector<int> dims) : list(std::move(dims)) {}
  std::vector<int> list;
};

/// The number that `var` subtracts from the number of elements: 1 for a sample, 0 for a population.
/// A separate type is needed because the 1 in var(x, 1) is a dimension, as in sum(x, 1).
struct Correction {
  explicit constexpr Correction(Index n) : count(n) {}
  Index count;
};

/// Reduces over all elements, or over `dims`. keepdim keeps the reduced dimensions, with size 1.
Tensor sum(const Tensor& x);
Tensor sum(const Tensor& x, const Dims& dims, bool keepdim = false);
Tensor mean(const Tensor& x);  ///< NaN if x is empty
Tensor mean(const Tensor& x, const Dims& dims, bool keepdim = false);
/// The variance: sum (x - mean)^2 / max(0, n - correction). As in PyTorch, a division by 0 yields
/// inf, or NaN if all elements are equal.
Tensor var(const Tensor& x, Correction correction = Correction(1));
Tensor var(const Tensor& x, const Dims& dims, Correction correction = Correction(1),
           bool keepdim = false);
/// The largest element. If elements tie in a reduction over all elements, they share the gradient.
/// In a reduction over one dimension, the first of them receives all of it. The result is NaN if
/// any element is NaN. Throws ShapeError if there are no elements.
Tensor max(const Tensor& x);
Tensor max(const Tensor& x, int dim, bool keepdim = false);
/// The index of the largest element, or of the first one if several tie. Without `dim`, the result
/// is the element's row-major index in x.
Indices argmax(const Tensor& x);
Indices argmax(const Tensor& x, int dim, bool keepdim = false);

// ---- shapes ----

/// The same elements, in the same row-major order, with a different shape. One size may be -1 and
/// is then computed from the others. The result shares the data of x.
Tensor reshape(const Tensor& x, std::span<const Index> sizes);
Tensor reshape(const Tensor& x, std::initializer_list<Index> sizes);
inline Tensor reshape(const Tensor& x, const Shape& sizes) {
  return reshape(x, std::span<const Index>(sizes.begin(), static_cast<std::size_t>(sizes.ndim())));
}
/// Copies the elements so that dimension i of the result is dimension dims[i] of x.
Tensor permute(const Tensor& x, const std::vector<int>& dims);
/// A copy of x with two dimensions swapped.
Tensor transpose(const Tensor& x, int dim0, int dim1);

/// The positions start, start + step, ... of dimension `dim`, before stop. As in Python, negative
/// positions count from the end, and a position outside x is clamped to the nearer end of x. Throws
/// ShapeError if step == 0.
Tensor slice(const Tensor& x, int dim, Index start, Index stop, Index step = 1);
/// Joins tensors along an existing dimension. Throws ShapeError if `tensors` is empty.
Tensor cat(const std::vector<Tensor>& tensors, int dim);
/// Cuts x along `dim` into pieces of the given sizes, which must add up to the dimension's size.
std::vector<Tensor> split(const Tensor& x, const std::vector<Index>& sizes, int dim);
/// Looks up one row of table [V, C] for each index; the result is [..., C]. Throws ShapeError, with
/// value, position and limit, for an index out of range.
Tensor embedding(const Tensor& table, const Indices& index);
/// Repeats x's elements to fill a larger shape, following the broadcasting rule.
Tensor broadcast_to(const Tensor& x, const Shape& shape);

// ---- products ----

/// Vector and matrix products, like NumPy's @. Leading (batch) dimensions are broadcast.
Tensor matmul(const Tensor& a, const Tensor& b);

/// The activation function of a layer.
enum class Activation { none, relu, relu2, gelu, gelu_tanh, silu, tanh, sigmoid };
/// activation(x weight^T + bias) as one node, for x [..., in], weight [out, in] and bias [out]. The
/// bias may be an empty handle.
Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias = Tensor(),
              Activation activation = Activation::none);

/// Which half of the channels is used as the gate.
enum class Gate { first, second };
/// value activation(gate), [..., C], as one node. x [..., 2 C] is [gate | value] or [value | gate].
/// Dauphin et al. 2016 (arXiv 1612.08083), Shazeer 2020 (2002.05202).
Tensor gated(const Tensor& x, Activation activation, Gate gate);

/// The activation functions that holo_gate applies to its three inputs.
struct HoloGateOptions {
  Activation first = Activation::gelu;
  Activation second = Activation::silu;
  Activation gate = Activation::sigmoid;
};
/// Returns [first(a) | gate(c) second(b)] as one node: z in HoloGateFlow's formulas
/// (nn/holo_gate_flow.h). a, b and c are [..., C], the result is [..., 2 C]. Throws ShapeError
/// unless a, b and c have equal shapes with at least one dimension.
Tensor holo_gate(const Tensor& a, const Tensor& b, const Tensor& c,
                 const HoloGateOptions& options = HoloGateOptions());
/// x + (sigmoid(scale) y + shift) as one node: `out` in nn/holo_gate_flow.h. If x is an empty
/// handle, the term x is omitted. Throws ShapeError unless all inputs have the same shape.
Tensor affine_flow(const Tensor& x, const Tensor& scale, const Tensor& y, const Tensor& shift);

// ---- softmax and losses ----

Tensor softmax(const Tensor& x, int dim);      ///< e^x / sum e^x
Tensor log_softmax(const Tensor& x, int dim);  ///< x - log sum e^x
Tensor logsumexp(const Tensor& x, int dim, bool keepdim = false);

enum class Reduction { none, sum, mean };
/// -log softmax(logits)[target] over the last dimension, for logits [..., V] and target [...].
/// Targets equal to `ignore_index` are ignored: the mean is over the other targets, or NaN if there
/// are none. Throws ShapeError, with value, position and limit, for a target out of range.
Tensor cross_entropy(const Tensor& logits, const Indices& target,
                     Reduction reduction = Reduction::mean, Index ignore_index = -100);
/// The squared error (a - b)^2. Throws ShapeError unless a and b have the same shape.
Tensor mse(const Tensor& a, const Tensor& b, Reduction reduction = Reduction::mean);
/// -t log sigmoid(x) - (1 - t) log sigmoid(-x) for logits x and targets t from 0 to 1, computed
/// without overflow. Throws ShapeError unless logits and targets have the same shape.
Tensor binary_cross_entropy_with_logits(const Tensor& logits, const Tensor& targets,
                                        Reduction reduction = Reduction::mean);

// ---- norms over the last dimension, dropout, attention ----

/// gain (x - mean) / sqrt(var + epsilon) + bias, where var is the biased variance. gain and bias
/// have shape [C] or are empty handles. Ba, Kiros, Hinton 2016 (arXiv 1607.06450).
Tensor layer_norm(const Tensor& x, const Tensor& gain = Tensor(), const Tensor& bias = Tensor(),
                  double epsilon = 1e-5);
/// gain x / sqrt(mean(x^2) + epsilon). Zhang, Sennrich 2019 (arXiv 1910.07467).
Tensor rms_norm(const Tensor& x, const Tensor& gain = Tensor(), double epsilon = 1e-5);

/// For 0 <= p < 1, element i becomes x[i] / (1 - p) if random.uniform(i) >= p, else 0. The number
/// of threads does not affect the result. Use a new stream for each call. Srivastava et al. 2014.
Tensor dropout(const Tensor& x, double p, const CounterRandom& random);

/// Options of attention. n_kv_head = 0 means n_head; scale = 0 means 1 / sqrt(channels per head).
struct AttentionOptions {
  Index n_head = 1;
  Index n_kv_head = 0;
  bool causal = true;
  double scale = 0;
};
/// softmax(scale q k^T) v for each head, with the heads side by side in the last dimension: q [B,
/// Tq, n_head D], k and v [B, Tk, n_kv_head D], result [B, Tq, n_head D]. Query head h uses key
/// head h / (n_head / n_kv_head). If causal, query t attends to keys up to t + Tk - Tq. A later NaN
/// or infinity may still reach its result: 0 times either is NaN. The result is one node and keeps
/// no [Tq, Tk] matrix. Vaswani et al. 2017 (arXiv 1706.03762), Dao et al. 2022 (2205.14135).
Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v,
                 const AttentionOptions& options);
/// attention() for one tensor that holds q, k and v side by side: [B, T, (n_head + 2 n_kv_head) D].
Tensor self_attention(const Tensor& qkv, const AttentionOptions& options);

}  // namespace holo
