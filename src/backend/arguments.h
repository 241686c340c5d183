// arguments.h: what kernels are called with besides arrays: which function, and which sizes.
// Letters: B batch, T time, C channels, H heads, D channels of a head, V words.
#pragma once

#include <cstdint>
#include <optional>

#include "holo/real.h"
#include "holo/shape.h"

namespace holo {

/// Where a kernel writes its result: it overwrites every element without reading it, or it adds to
/// every element, as a gradient does after its first.
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

/// The constants of Unary::pow {exponent} and clamp {low, high}.
struct Constants {
  real a = 0, b = 0;
};

/// From one element of an array to the next, in elements, for each dimension: 0 repeats, a negative
/// one goes from the end.
struct Strides {
  Index stride[max_ndim];
};

/// Two inputs brought to one shape: element (i, j, ...) of the result comes from a[i * a.stride[0]
/// + j * a.stride[1] + ...] and b[...]; the last stride is 0 or 1. numel is the product of the
/// sizes; ndim may be 0.
struct Broadcast {
  int ndim;
  Index numel;
  Index size[max_ndim];
  Strides a, b;
};
/// One of the two.
enum class Side { a, b };

/// A tensor seen around one dimension: element (o, i, k) at (o * n + i) * inner + k. A reduction
/// over i gives outer * inner numbers.
struct Axis {
  Index outer, n, inner;
};

/// C = op(A) op(B), or C += op(A) op(B) when it accumulates: `batch` products, each a step of
/// a_step, b_step, c_step elements further (0: the same matrix again; c_step 0: C is the sum of all
/// products, in the order of the batch). C is M x N, K is summed over; op(A) is A, M x K, or when
/// transpose_a the transpose of A, K x M. lda, ldb, ldc: elements from one row to the next.
struct MatmulSizes {
  Index batch = 1, M, N, K;
  bool transpose_a = false, transpose_b = false;
  Index lda, ldb, ldc;
  Index a_step = 0, b_step = 0, c_step = 0;
};

/// Which elements dropout keeps: i is kept when uniform(i) of the counter generator (seed, stream)
/// is at least p.
struct DropoutMask {
  double p;
  std::uint64_t seed, stream;
};

/// Which of the elements max() finds.
enum class Extreme { largest, smallest };

/// Rows that are taken from a table [V, C].
struct EmbeddingSizes {
  Index rows, C, V;
};

/// Logits [rows, V]; a row with the target `ignore` has no loss.
struct CrossEntropySizes {
  Index rows, V, ignore;
};

/// The gradient of the loss of row r: factor data[r * step]. step 0: one number for all rows.
struct LossGradient {
  const real* data;
  Index step;
  real factor;
};

/// Rows of C channels; epsilon keeps a constant row away from a division by 0.
struct NormSizes {
  Index rows, C;
  real epsilon;
};

/// Rows of two halves of C channels, and which is the gate.
struct GatedSizes {
  Index rows, C;
  bool gate_first;
};

/// Rows of C channels: three of them become one of 2 C. No function: the identity.
struct HoloGateSizes {
  std::optional<Unary> first, second, gate;
  Index rows, C;
};

/// Attention of B sequences with H heads of D channels; Tq queries, Tk keys. Query head h uses key
/// and value head h / (H / Hkv). causal: query t sees the keys 0 ... t + Tk - Tq. Row t of head h
/// in sequence b of q begins at q + b * q_batch + t * q_row + h * D; k and v have k_batch, k_row;
/// the output and its gradient are [B, Tq, H * D] without gaps. dq, dk, dv are laid out as q, k, v.
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
  bool decoupled;  // AdamW; else the decay is part of the gradient
};
/// One step of SGD with momentum.
struct SgdStep {
  double learning_rate, momentum, weight_decay;
};

}  // namespace holo
