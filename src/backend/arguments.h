// arguments.h: the non-array arguments of kernels: functions and sizes. Letters: B batch, T time, C
// channels, H heads, D channels per head, V tokens.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "holo/shape.h"
#include "holo/version.h"

namespace holo {

/// Where a kernel writes its result. If `overwrite`, the kernel overwrites every element without
/// reading it. Otherwise it adds to every element, for example to those of an existing gradient.
struct Output {
  real* data;
  bool overwrite;
};

/// Elementwise functions y = f(x). The formulas are in holo/math.h.
// clang-format off
enum class Unary { neg, exp, log, sqrt, rsqrt, reciprocal, square, abs, sin, cos, tanh, sigmoid,
                   softplus, relu, relu2, gelu, gelu_tanh, silu, pow, clamp };
enum class Binary { add, sub, mul, div, pow, maximum, minimum, binary_cross_entropy };
// clang-format on

/// The constants for Unary::pow {exponent} and Unary::clamp {low, high}.
struct Constants {
  real a = 0, b = 0;
};

/// In each dimension, the distance between adjacent elements, counted in elements. A stride of
/// 0 repeats an element; a negative stride goes backward.
struct Strides {
  Index stride[max_ndim];
};

/// Two inputs broadcast to one shape. Element (i, j, ...) of the result comes from a[i *
/// a.stride[0] + j * a.stride[1] + ...], and likewise from b. The last stride is 0 or 1. numel is
/// the product of the sizes; ndim is at least 1.
struct Broadcast {
  int ndim;
  Index numel;
  Index size[max_ndim];
  Strides a, b;
};
/// The first or the second input of a Binary.
enum class Side { a, b };

/// A tensor viewed as [outer, n, inner] around a dimension of size n: element (o, i, k) is at (o *
/// n + i) * inner + k. A reduction over i leaves outer * inner numbers.
struct Axis {
  Index outer, n, inner;
};

/// For each of `batch` products, C = op(A) op(B), or C += op(A) op(B) if not C.overwrite. C is M x
/// N, and op(A) is M x K. op(A) is A itself or, with transpose_a, the transpose of A. The rows of
/// A, B and C are lda, ldb and ldc elements apart; the matrices of adjacent products are a_step,
/// b_step and c_step apart. If a step is 0, all products use the same matrix. If c_step is 0, C is
/// the sum of all products, in batch order.
struct MatmulSizes {
  Index batch = 1, M, N, K;
  bool transpose_a = false, transpose_b = false;
  Index lda, ldb, ldc;
  Index a_step = 0, b_step = 0, c_step = 0;
};

/// Dropout keeps element i if uniform(i) of CounterRandom(seed, stream) is at least p.
struct DropoutMask {
  double p;
  std::uint64_t seed, stream;
};

/// Selects rows of a table [V, C].
struct EmbeddingSizes {
  Index rows, C, V;
};

/// Logits [rows, V]. A row whose target is `ignore` has a loss of 0.
struct CrossEntropySizes {
  Index rows, V, ignore;
};

/// The gradient of row r's loss is factor * data[r * step]. If step is 0, all rows use data[0].
struct LossGradient {
  const real* data;
  Index step;
  real factor;
};

/// Rows of C channels. epsilon prevents a division by 0 for a constant row.
struct NormSizes {
  Index rows, C;
  real epsilon;
};

/// Rows with two halves of C channels each; `gate_first` is true if the gate comes first.
struct GatedSizes {
  Index rows, C;
  bool gate_first;
};

/// Three rows of C channels become one row of 2 C channels. A missing function is the identity.
struct HoloGateSizes {
  std::optional<Unary> first, second, gate;
  Index rows, C;
};

/// Attention of B sequences with H heads of D channels; Tq queries, Tk keys. Query head h uses key
/// and value head h / (H / Hkv). If causal, query t attends to keys 0 ... t + Tk - Tq. In q, row t
/// of head h in sequence b begins at q + b * q_batch + t * q_row + h * D; for k and v, use k_batch
/// and k_row. The output and its gradient are contiguous, [B, Tq, H * D]. dq, dk and dv have the
/// layouts of q, k and v.
struct AttentionSizes {
  Index B, Tq, Tk, H, Hkv, D;
  Index q_batch, q_row, k_batch, k_row, v_batch, v_row;
  real scale;
  bool causal;
};

/// One step of AdamW or Adam over n numbers; see optim.h for the formulas. `step` counts from 1.
struct AdamStep {
  double learning_rate, beta1, beta2, epsilon, weight_decay;
  Index step;
  bool decoupled;  // true: AdamW; false: Adam, which adds the decay to the gradient
};
/// The constants of one step, computed once for all elements. `rate` and `root` include the bias
/// corrections 1 - beta^step of the averages:
///   g' = g + decay p,  m = beta1 m + rest1 g',  v = beta2 v + rest2 g'^2
///   p = keep p - rate m / (sqrt(v) root + epsilon)
struct AdamConstants {
  real beta1, rest1, beta2, rest2, rate, root, epsilon, keep, decay;
};
inline AdamConstants constants_of(const AdamStep& s) {
  const double t = static_cast<double>(s.step);
  return {.beta1 = real(s.beta1),
          .rest1 = real(1 - s.beta1),
          .beta2 = real(s.beta2),
          .rest2 = real(1 - s.beta2),
          .rate = real(s.learning_rate / (1 - std::pow(s.beta1, t))),
          .root = real(1 / std::sqrt(1 - std::pow(s.beta2, t))),
          .epsilon = real(s.epsilon),
          .keep = real(s.decoupled ? 1 - s.learning_rate * s.weight_decay : 1),
          .decay = real(s.decoupled ? 0 : s.weight_decay)};
}

/// One step of SGD with momentum.
struct SgdStep {
  double learning_rate, momentum, weight_decay;
};

}  // namespace holo
