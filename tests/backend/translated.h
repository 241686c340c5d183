// translated.h: a device for tests in front of another one. Each function calls the other device,
// with pointers that translated() exchanges. So a test can give pointers of one kind to kernels
// that take another kind.
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>

#include "backend/backend.h"

namespace holo {

class TranslatedBackend : public Backend {
 public:
  /// A device cuda that passes its work to `kernels`.
  explicit TranslatedBackend(Backend& kernels) : Backend(Device::cuda), kernels_(kernels) {}

  void move(Output y, const Strides& y_strides, const real* x, const Strides& x_strides,
            const Shape& shape) override {
    kernels_.move(here(y), y_strides, here(x), x_strides, shape);
    done("move");
  }
  void fill(real* y, real value, Index n) override { call("fill", &Backend::fill, y, value, n); }
  void copy(real* y, const real* x, Index n) override { call("copy", &Backend::copy, y, x, n); }
  void unary(Unary op, real* y, const real* x, Index n, Constants c) override {
    call("unary", &Backend::unary, op, y, x, n, c);
  }
  void unary_with_slope(Unary op, real* y, real* slope, const real* x, Index n,
                        Constants c) override {
    call("unary_with_slope", &Backend::unary_with_slope, op, y, slope, x, n, c);
  }
  void unary_backward(Unary op, Output dx, const real* dy, const real* x, const real* y, Index n,
                      Constants c) override {
    call("unary_backward", &Backend::unary_backward, op, dx, dy, x, y, n, c);
  }
  void binary(Binary op, real* y, const real* a, const real* b, const Broadcast& s) override {
    call("binary", &Backend::binary, op, y, a, b, s);
  }
  void binary_backward(Binary op, Side side, Output d, const real* dy, const real* a, const real* b,
                       const Broadcast& s) override {
    call("binary_backward", &Backend::binary_backward, op, side, d, dy, a, b, s);
  }
  void add_scaled(Output dx, const real* dy, real factor, Index n) override {
    call("add_scaled", &Backend::add_scaled, dx, dy, factor, n);
  }
  void gated(std::optional<Unary> f, real* y, const real* x, const GatedSizes& s) override {
    call("gated", &Backend::gated, f, y, x, s);
  }
  void gated_backward(std::optional<Unary> f, Output dx, const real* dy, const real* x,
                      const GatedSizes& s) override {
    call("gated_backward", &Backend::gated_backward, f, dx, dy, x, s);
  }
  void holo_gate(real* z, const real* a, const real* b, const real* c,
                 const HoloGateSizes& s) override {
    call("holo_gate", &Backend::holo_gate, z, a, b, c, s);
  }
  void holo_gate_backward(Output da, Output db, Output dc, const real* dz, const real* a,
                          const real* b, const real* c, const real* z,
                          const HoloGateSizes& s) override {
    call("holo_gate_backward", &Backend::holo_gate_backward, da, db, dc, dz, a, b, c, z, s);
  }
  void affine_flow(real* out, const real* x, const real* scale, const real* y, const real* shift,
                   Index n) override {
    call("affine_flow", &Backend::affine_flow, out, x, scale, y, shift, n);
  }
  void where(Output y, const real* condition, const real* a, const real* b, real other,
             Index n) override {
    call("where", &Backend::where, y, condition, a, b, other, n);
  }
  void dropout(Output y, const real* x, Index n, const DropoutMask& mask) override {
    call("dropout", &Backend::dropout, y, x, n, mask);
  }
  void embedding(real* y, const real* table, const Index* index, const EmbeddingSizes& s) override {
    call("embedding", &Backend::embedding, y, table, index, s);
  }
  void embedding_backward(real* dtable, const real* dy, const Index* index,
                          const EmbeddingSizes& s) override {
    call("embedding_backward", &Backend::embedding_backward, dtable, dy, index, s);
  }
  void sum(Output y, const real* x, Axis axis, double factor) override {
    call("sum", &Backend::sum, y, x, axis, factor);
  }
  void sum_backward(Output dx, const real* dy, Axis axis, real factor) override {
    call("sum_backward", &Backend::sum_backward, dx, dy, axis, factor);
  }
  void max(real* y, Index* index, const real* x, Axis axis, Extreme which) override {
    call("max", &Backend::max, y, index, x, axis, which);
  }
  void var(real* y, const real* x, Axis axis, Index correction) override {
    call("var", &Backend::var, y, x, axis, correction);
  }
  void var_backward(Output dx, const real* dy, const real* x, Axis axis,
                    Index correction) override {
    call("var_backward", &Backend::var_backward, dx, dy, x, axis, correction);
  }
  void softmax(real* y, const real* x, Axis axis) override {
    call("softmax", &Backend::softmax, y, x, axis);
  }
  void softmax_backward(Output dx, const real* dy, const real* y, Axis axis) override {
    call("softmax_backward", &Backend::softmax_backward, dx, dy, y, axis);
  }
  void log_softmax(real* y, const real* x, Axis axis) override {
    call("log_softmax", &Backend::log_softmax, y, x, axis);
  }
  void logsumexp(real* y, const real* x, Axis axis) override {
    call("logsumexp", &Backend::logsumexp, y, x, axis);
  }
  void cross_entropy(real* loss, real* largest, real* log_sum, const real* logits,
                     const Index* target, const CrossEntropySizes& s) override {
    call("cross_entropy", &Backend::cross_entropy, loss, largest, log_sum, logits, target, s);
  }
  void cross_entropy_backward(Output dlogits, LossGradient dloss, const real* logits,
                              const real* largest, const real* log_sum, const Index* target,
                              const CrossEntropySizes& s) override {
    call("cross_entropy_backward", &Backend::cross_entropy_backward, dlogits, dloss, logits,
         largest, log_sum, target, s);
  }
  void norm(real* y, real* mean, real* rstd, const real* x, const real* gain, const real* bias,
            const NormSizes& s) override {
    call("norm", &Backend::norm, y, mean, rstd, x, gain, bias, s);
  }
  void norm_backward(Output dx, Output dgain, Output dbias, const real* dy, const real* x,
                     const real* gain, const real* mean, const real* rstd,
                     const NormSizes& s) override {
    call("norm_backward", &Backend::norm_backward, dx, dgain, dbias, dy, x, gain, mean, rstd, s);
  }
  void matmul(Output C, const real* A, const real* B, const MatmulSizes& s) override {
    call("matmul", &Backend::matmul, C, A, B, s);
  }
  void attention(real* y, real* lse, const real* q, const real* k, const real* v,
                 const AttentionSizes& s) override {
    call("attention", &Backend::attention, y, lse, q, k, v, s);
  }
  void attention_backward(Output dq, Output dk, Output dv, const real* dy, const real* q,
                          const real* k, const real* v, const real* y, const real* lse,
                          const AttentionSizes& s) override {
    call("attention_backward", &Backend::attention_backward, dq, dk, dv, dy, q, k, v, y, lse, s);
  }
  void adam(real* p, real* m, real* v, const real* g, Index n, const AdamStep& s) override {
    call("adam", &Backend::adam, p, m, v, g, n, s);
  }
  void sgd(real* p, real* momentum, const real* g, Index n, const SgdStep& s) override {
    call("sgd", &Backend::sgd, p, momentum, g, n, s);
  }
  bool all_within(const real* x, Index n, real bound) override {
    const bool within = kernels_.all_within(here(x), n, bound);
    done("all_within");
    return within;
  }
  double sum_of_squares(const real* x, Index n) override {
    const double sum = kernels_.sum_of_squares(here(x), n);
    done("sum_of_squares");
    return sum;
  }

 protected:
  Backend& kernels() { return kernels_; }
  /// The address that `kernels` gets instead of x, which is not null. It may write there if
  /// `written`. If x is not an array, it is one object of `bytes` bytes.
  virtual void* translated(const void* x, std::size_t bytes, bool written) = 0;
  /// Runs after each call.
  virtual void done(const char* name) = 0;

  template <class T>
  T* here(T* x) {
    if (x == nullptr) return nullptr;
    return static_cast<T*>(translated(x, sizeof(T), !std::is_const_v<T>));
  }

 private:
  template <class Function, class... Arguments>
  void call(const char* name, Function function, const Arguments&... arguments) {
    (kernels_.*function)(here(arguments)...);
    done(name);
  }

  // Replaces pointers, and pointers in structs, for `kernels`.
  template <class T>
  const T& here(const T& x) {
    return x;
  }
  Output here(const Output& y) { return {here(y.data), y.overwrite}; }
  LossGradient here(const LossGradient& d) { return {here(d.data), d.step, d.factor}; }

  Backend& kernels_;
};

}  // namespace holo
