// backend.h: the functions that every device must implement, and their contracts. Kernels receive
// raw pointers and sizes instead of tensors. The caller has checked all shapes.
//
// Outputs come first, then inputs, then sizes (arguments.h). dx is the gradient of x. All arrays
// are row-major.
//
// Every pointer except `host` points to memory of the device. The host must not read or write this
// memory. A call may return before the device has finished the work. The device executes calls in
// order. download() and functions that return a number wait for the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "backend/arguments.h"
#include "base/system.h"
#include "holo/device.h"
#include "holo/shape.h"
#include "holo/version.h"

namespace holo {

/// The size of n numbers in bytes, or of n objects of `each` bytes. Throws holo::Error if it does
/// not fit in a std::size_t.
std::size_t bytes_of(Index n, std::size_t each = sizeof(real));

class Backend {
 public:
  explicit Backend(Device which) : device(which) {}
  virtual ~Backend() = default;

  const Device device;
  /// "cpu", "plain" or "cuda".
  const char* name() const { return device_name(device); }

  // ---- memory ----
  /// The limit on the memory that tensors may use.
  virtual MemoryLimit memory_limit() const { return holo::memory_limit(); }
  /// Returns uninitialised memory, aligned to 64 bytes; never null. Throws holo::Error on failure.
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* block, std::size_t bytes) noexcept = 0;
  /// y[i] = value
  virtual void fill(real* y, real value, Index n) = 0;
  /// y[i] = x[i]
  virtual void copy(real* y, const real* x, Index n) = 0;
  /// Copies from host memory. The caller may change `host` after the call.
  virtual void upload(void* y, const void* host, std::size_t bytes) = 0;
  /// Copies to host memory, and returns when the copy is complete.
  virtual void download(void* host, const void* x, std::size_t bytes) = 0;
  /// Waits until all earlier calls have finished, for example before you read a clock.
  virtual void synchronize() = 0;

  // ---- elementwise ----
  /// y[i] = f(x[i])
  virtual void unary(Unary op, real* y, const real* x, Index n, Constants c) = 0;
  /// y[i] = f(x[i]), slope[i] = f'(x[i]); slope may be x
  virtual void unary_with_slope(Unary op, real* y, real* slope, const real* x, Index n,
                                Constants c) = 0;
  /// dx[i] += dy[i] f'(x[i])
  virtual void unary_backward(Unary op, Output dx, const real* dy, const real* x, const real* y,
                              Index n, Constants c) = 0;
  /// y = f(a, b). REQUIRES: y is neither a nor b.
  virtual void binary(Binary op, real* y, const real* a, const real* b, const Broadcast& s) = 0;
  /// d += dy df/da or, for Side::b, dy df/db; d has y's shape, even if a or b was repeated
  virtual void binary_backward(Binary op, Side side, Output d, const real* dy, const real* a,
                               const real* b, const Broadcast& s) = 0;
  /// dx[i] += factor dy[i]; dx may be dy
  virtual void add_scaled(Output dx, const real* dy, real factor, Index n) = 0;
  /// y = f(gate) value for each row of x [rows, 2 C]; without f, y = gate value. f is one of relu,
  /// relu2, gelu, gelu_tanh, silu, tanh and sigmoid.
  virtual void gated(std::optional<Unary> f, real* y, const real* x, const GatedSizes& s) = 0;
  virtual void gated_backward(std::optional<Unary> f, Output dx, const real* dy, const real* x,
                              const GatedSizes& s) = 0;
  /// z = [first(a) | gate(c) second(b)] for each row of a, b, c [rows, C]; z [rows, 2 C]. first,
  /// gate and second may be any function that gated allows.
  virtual void holo_gate(real* z, const real* a, const real* b, const real* c,
                         const HoloGateSizes& s) = 0;
  /// For each element, writes (or adds to) da, then db, then dc. All may be the same array.
  virtual void holo_gate_backward(Output da, Output db, Output dc, const real* dz, const real* a,
                                  const real* b, const real* c, const real* z,
                                  const HoloGateSizes& s) = 0;
  /// out[i] = x[i] + (sigmoid(scale[i]) y[i] + shift[i]); the term x[i] is omitted if x is null
  virtual void affine_flow(real* out, const real* x, const real* scale, const real* y,
                           const real* shift, Index n) = 0;
  /// y[i] = condition[i] != 0 ? a[i] : b[i], where a null a or b counts as zeros
  virtual void where(Output y, const real* condition, const real* a, const real* b, Index n) = 0;
  /// y[i] = kept(i) ? x[i] / (1 - p) : 0. The backward pass uses the same kernel.
  virtual void dropout(Output y, const real* x, Index n, const DropoutMask& mask) = 0;

  // ---- moving elements ----
  /// y[y_strides . i] = or += x[x_strides . i] for all indices i. Each i writes a different y.
  virtual void move(Output y, const Strides& y_strides, const real* x, const Strides& x_strides,
                    const Shape& shape) = 0;
  /// y[r, :] = table[index[r], :]; y [rows, C], table [V, C], index [rows], all in [0, V)
  virtual void embedding(real* y, const real* table, const Index* index,
                         const EmbeddingSizes& s) = 0;
  /// dtable[index[r], :] += dy[r, :], in the order of r; shapes as in embedding
  virtual void embedding_backward(real* dtable, const real* dy, const Index* index,
                                  const EmbeddingSizes& s) = 0;

  // ---- reductions over i of an Axis ----
  /// y[o, k] = or += factor sum_i x[o, i, k]
  virtual void sum(Output y, const real* x, Axis axis, double factor) = 0;
  /// dx[o, i, k] += factor dy[o, k]
  virtual void sum_backward(Output dx, const real* dy, Axis axis, real factor) = 0;
  /// y is the largest element, and index is its first position in x. A NaN takes precedence over
  /// all numbers. y and index are [outer, inner]; one of them may be null.
  virtual void max(real* y, Index* index, const real* x, Axis axis) = 0;
  /// y = sum_i (x - mean)^2 / max(0, n - correction), in two passes
  virtual void var(real* y, const real* x, Axis axis, Index correction) = 0;
  /// dx += dy 2 (x - mean) / max(0, n - correction)
  virtual void var_backward(Output dx, const real* dy, const real* x, Axis axis,
                            Index correction) = 0;

  // ---- softmax and losses ----
  virtual void softmax(real* y, const real* x, Axis axis) = 0;
  virtual void softmax_backward(Output dx, const real* dy, const real* y, Axis axis) = 0;
  virtual void log_softmax(real* y, const real* x, Axis axis) = 0;
  virtual void logsumexp(real* y, const real* x, Axis axis) = 0;
  /// loss[r] = largest[r] - logits[r, target[r]] + log_sum[r], or 0 where target[r] == ignore.
  /// logits are [rows, V], all other arrays [rows]. largest + log_sum is logsumexp(logits[r]). The
  /// two are stored separately, because their sum would lose digits of log_sum.
  virtual void cross_entropy(real* loss, real* largest, real* log_sum, const real* logits,
                             const Index* target, const CrossEntropySizes& s) = 0;
  /// dlogits[r, v] += dloss[r] (softmax(logits[r])[v] - (v == target[r])), or 0 for ignored rows;
  /// shapes as in cross_entropy
  virtual void cross_entropy_backward(Output dlogits, LossGradient dloss, const real* logits,
                                      const real* largest, const real* log_sum, const Index* target,
                                      const CrossEntropySizes& s) = 0;

  // ---- norms over the last dimension: x [rows, C], gain and bias [C] or null ----
  /// y = (x - mean) rstd gain + bias, rstd = 1 / sqrt(mean((x - mean)^2) + epsilon). norm_backward
  /// needs mean and rstd [rows]. A null `mean` stands for a mean of 0, as in rms_norm.
  virtual void norm(real* y, real* mean, real* rstd, const real* x, const real* gain,
                    const real* bias, const NormSizes& s) = 0;
  /// Computes dx, then dgain, then dbias. The three gradients may be the same array. A gradient
  /// whose data is null is not computed.
  virtual void norm_backward(Output dx, Output dgain, Output dbias, const real* dy, const real* x,
                             const real* gain, const real* mean, const real* rstd,
                             const NormSizes& s) = 0;

  // ---- matrix products and attention ----
  virtual void matmul(Output C, const real* A, const real* B, const MatmulSizes& s) = 0;
  /// y [B, Tq, H D] = softmax(scale q k^T) v for each head; lse [B, H, Tq] is the logsumexp of each
  /// row of scores. No size is 0.
  virtual void attention(real* y, real* lse, const real* q, const real* k, const real* v,
                         const AttentionSizes& s) = 0;
  /// dq, dk and dv do not overlap, unless they are one and the same array and the kernel adds to
  /// it. A gradient whose data is null is not computed.
  virtual void attention_backward(Output dq, Output dk, Output dv, const real* dy, const real* q,
                                  const real* k, const real* v, const real* y, const real* lse,
                                  const AttentionSizes& s) = 0;

  // ---- optimizers: flat arrays [n] of parameters p, gradients g, and moments m and v ----
  virtual void adam(real* p, real* m, real* v, const real* g, Index n, const AdamStep& s) = 0;
  /// `momentum` is null for SGD without momentum.
  virtual void sgd(real* p, real* momentum, const real* g, Index n, const SgdStep& s) = 0;
  /// True if |x[i]| <= bound for all i; false if x contains a NaN.
  virtual bool all_within(const real* x, Index n, real bound) = 0;
  /// sum_i x[i]^2
  virtual double sum_of_squares(const real* x, Index n) = 0;
};

/// The devices. plain() also computes on the CPU, with loops that are easy to read. cuda() is null
/// in a build without CUDA, or on a machine without a GPU.
Backend& cpu();
Backend& plain();
Backend* cuda();
/// Why cuda() is null, worded for an error message: what is missing, and what would help.
struct NoCuda {
  std::string found, hint;
};
NoCuda why_no_cuda();
/// The backend of a device. Throws holo::Error if this build or machine lacks the device.
Backend& backend_of(Device device);
/// True if the host can read and write the device's memory directly.
inline bool in_host_memory(Device device) { return device != Device::cuda; }

}  // namespace holo
