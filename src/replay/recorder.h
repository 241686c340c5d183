// recorder.h: a backend that passes every call on to another one, and while a step is captured
// keeps the call with its arguments, to be done again.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include "backend/backend.h"
#include "replay/recorded_step.h"

namespace holo {

class RecordingBackend final : public Backend {
 public:
  /// The only one of a backend, never destroyed: a tensor that a captured step has made and that
  /// somebody still holds goes on calling it.
  static RecordingBackend& of(Backend& real_backend);

  /// What is captured on this thread, or null: then calls are only passed on.
  static thread_local RecordedStep* step;

  /// That it passes calls on to.
  Backend& real_backend() override { return to_; }

  // ---- memory ----
  MemoryLimit memory_limit() const override { return to_.memory_limit(); }
  void* allocate(std::size_t bytes) override;
  void release(void* block, std::size_t bytes) noexcept override;
  void keep(std::shared_ptr<const void> read) override;
  /// While a step is captured: the count of calls that a layer has told before. Throws holo::Error
  /// for anything else.
  void upload(void* y, const void* host, std::size_t bytes) override;
  /// Throws holo::Error while a step is captured: a program that reads a result may go another way
  /// in the next step.
  void download(void* host, const void* x, std::size_t bytes) override;
  void synchronize() override { to_.synchronize(); }

  // ---- kernels, in the order of backend.h ----
  void fill(real* y, real value, Index n) override {
    call([=](Backend& on) { on.fill(y, value, n); });
  }
  void copy(real* y, const real* x, Index n) override {
    call([=](Backend& on) { on.copy(y, x, n); });
  }
  void unary(Unary op, real* y, const real* x, Index n, Constants c) override {
    call([=](Backend& on) { on.unary(op, y, x, n, c); });
  }
  void unary_with_slope(Unary op, real* y, real* slope, const real* x, Index n,
                        Constants c) override {
    call([=](Backend& on) { on.unary_with_slope(op, y, slope, x, n, c); });
  }
  void unary_backward(Unary op, Output dx, const real* dy, const real* x, const real* y, Index n,
                      Constants c) override {
    call([=](Backend& on) { on.unary_backward(op, dx, dy, x, y, n, c); });
  }
  void binary(Binary op, real* y, const real* a, const real* b, const Broadcast& s) override {
    call([=](Backend& on) { on.binary(op, y, a, b, s); });
  }
  void binary_backward_a(Binary op, Output d, const real* dy, const real* a, const real* b,
                         const Broadcast& s) override {
    call([=](Backend& on) { on.binary_backward_a(op, d, dy, a, b, s); });
  }
  void binary_backward_b(Binary op, Output d, const real* dy, const real* a, const real* b,
                         const Broadcast& s) override {
    call([=](Backend& on) { on.binary_backward_b(op, d, dy, a, b, s); });
  }
  void add_scaled(Output dx, const real* dy, real factor, Index n) override {
    call([=](Backend& on) { on.add_scaled(dx, dy, factor, n); });
  }
  void gated(std::optional<Unary> f, real* y, const real* x, const GatedSizes& s) override {
    call([=](Backend& on) { on.gated(f, y, x, s); });
  }
  void gated_backward(std::optional<Unary> f, Output dx, const real* dy, const real* x,
                      const GatedSizes& s) override {
    call([=](Backend& on) { on.gated_backward(f, dx, dy, x, s); });
  }
  void holo_gate(real* z, const real* a, const real* b, const real* c,
                 const HoloGateSizes& s) override {
    call([=](Backend& on) { on.holo_gate(z, a, b, c, s); });
  }
  void holo_gate_backward(Output da, Output db, Output dc, const real* dz, const real* a,
                          const real* b, const real* c, const real* z,
                          const HoloGateSizes& s) override {
    call([=](Backend& on) { on.holo_gate_backward(da, db, dc, dz, a, b, c, z, s); });
  }
  void affine_flow(real* out, const real* x, const real* scale, const real* y, const real* shift,
                   Index n) override {
    call([=](Backend& on) { on.affine_flow(out, x, scale, y, shift, n); });
  }
  void affine_flow_backward(Output dx, Output dscale, Output dy, Output dshift, const real* dout,
                            const real* scale, const real* y, Index n) override {
    call([=](Backend& on) { on.affine_flow_backward(dx, dscale, dy, dshift, dout, scale, y, n); });
  }
  void where(Output y, const real* condition, const real* a, const real* b, real other,
             Index n) override {
    call([=](Backend& on) { on.where(y, condition, a, b, other, n); });
  }
  void dropout(Output y, const real* x, Index n, const DropoutMask& mask) override {
    call([=](Backend& on) { on.dropout(y, x, n, mask); });
  }
  void move(Output y, const Strides& y_strides, const real* x, const Strides& x_strides, int ndim,
            const Index* size) override {
    std::array<Index, max_ndim> kept{};
    std::copy_n(size, ndim, kept.begin());  // of the caller, who forgets them
    call([=](Backend& on) { on.move(y, y_strides, x, x_strides, ndim, kept.data()); });
  }
  void embedding(real* y, const real* table, const Index* index, const EmbeddingSizes& s) override {
    call([=](Backend& on) { on.embedding(y, table, index, s); });
  }
  void embedding_backward(real* dtable, const real* dy, const Index* index,
                          const EmbeddingSizes& s) override {
    call([=](Backend& on) { on.embedding_backward(dtable, dy, index, s); });
  }
  void gather(real* y, const real* x, const Index* index, const GatherSizes& s) override {
    call([=](Backend& on) { on.gather(y, x, index, s); });
  }
  void gather_backward(real* dx, const real* dy, const Index* index,
                       const GatherSizes& s) override {
    call([=](Backend& on) { on.gather_backward(dx, dy, index, s); });
  }
  void sum(Output y, const real* x, Axis axis, double factor) override {
    call([=](Backend& on) { on.sum(y, x, axis, factor); });
  }
  void sum_backward(Output dx, const real* dy, Axis axis, real factor) override {
    call([=](Backend& on) { on.sum_backward(dx, dy, axis, factor); });
  }
  void max(real* y, Index* index, const real* x, Axis axis, Extreme which) override {
    call([=](Backend& on) { on.max(y, index, x, axis, which); });
  }
  void max_backward_ties(Output dx, const real* dy, const real* x, const real* y,
                         Axis axis) override {
    call([=](Backend& on) { on.max_backward_ties(dx, dy, x, y, axis); });
  }
  void var(real* y, const real* x, Axis axis, Index correction) override {
    call([=](Backend& on) { on.var(y, x, axis, correction); });
  }
  void var_backward(Output dx, const real* dy, const real* x, Axis axis,
                    Index correction) override {
    call([=](Backend& on) { on.var_backward(dx, dy, x, axis, correction); });
  }
  void softmax(real* y, const real* x, Axis axis) override {
    call([=](Backend& on) { on.softmax(y, x, axis); });
  }
  void softmax_backward(Output dx, const real* dy, const real* y, Axis axis) override {
    call([=](Backend& on) { on.softmax_backward(dx, dy, y, axis); });
  }
  void log_softmax(real* y, const real* x, Axis axis) override {
    call([=](Backend& on) { on.log_softmax(y, x, axis); });
  }
  void log_softmax_backward(Output dx, const real* dy, const real* y, Axis axis) override {
    call([=](Backend& on) { on.log_softmax_backward(dx, dy, y, axis); });
  }
  void logsumexp(real* y, const real* x, Axis axis) override {
    call([=](Backend& on) { on.logsumexp(y, x, axis); });
  }
  void logsumexp_backward(Output dx, const real* dy, const real* x, const real* y,
                          Axis axis) override {
    call([=](Backend& on) { on.logsumexp_backward(dx, dy, x, y, axis); });
  }
  void cross_entropy(real* loss, real* largest, real* log_sum, const real* logits,
                     const Index* target, const CrossEntropySizes& s) override {
    call([=](Backend& on) { on.cross_entropy(loss, largest, log_sum, logits, target, s); });
  }
  void cross_entropy_mean(real* mean, real* factor, const real* loss, const Index* target,
                          const CrossEntropySizes& s) override {
    call([=](Backend& on) { on.cross_entropy_mean(mean, factor, loss, target, s); });
  }
  void cross_entropy_backward(Output dlogits, LossGradient dloss, const real* logits,
                              const real* largest, const real* log_sum, const Index* target,
                              const CrossEntropySizes& s) override {
    call([=](Backend& on) {
      on.cross_entropy_backward(dlogits, dloss, logits, largest, log_sum, target, s);
    });
  }
  void layer_norm(real* y, real* mean, real* rstd, const real* x, const real* gain,
                  const real* bias, const NormSizes& s) override {
    call([=](Backend& on) { on.layer_norm(y, mean, rstd, x, gain, bias, s); });
  }
  void layer_norm_backward(Output dx, Output dgain, Output dbias, const real* dy, const real* x,
                           const real* gain, const real* mean, const real* rstd,
                           const NormSizes& s) override {
    call(
        [=](Backend& on) { on.layer_norm_backward(dx, dgain, dbias, dy, x, gain, mean, rstd, s); });
  }
  void rms_norm(real* y, real* rstd, const real* x, const real* gain, const NormSizes& s) override {
    call([=](Backend& on) { on.rms_norm(y, rstd, x, gain, s); });
  }
  void rms_norm_backward(Output dx, Output dgain, const real* dy, const real* x, const real* gain,
                         const real* rstd, const NormSizes& s) override {
    call([=](Backend& on) { on.rms_norm_backward(dx, dgain, dy, x, gain, rstd, s); });
  }
  void matmul(Output C, const real* A, const real* B, const MatmulSizes& s) override {
    call([=](Backend& on) { on.matmul(C, A, B, s); });
  }
  void attention(real* y, real* lse, const real* q, const real* k, const real* v,
                 const AttentionSizes& s) override {
    call([=](Backend& on) { on.attention(y, lse, q, k, v, s); });
  }
  void attention_backward(Output dq, Output dk, Output dv, const real* dy, const real* q,
                          const real* k, const real* v, const real* y, const real* lse,
                          const AttentionSizes& s) override {
    call([=](Backend& on) { on.attention_backward(dq, dk, dv, dy, q, k, v, y, lse, s); });
  }
  void adam(real* p, real* m, real* v, const real* g, Index n, const AdamNumbers* s,
            const double* guard) override {
    call([=](Backend& on) { on.adam(p, m, v, g, n, s, guard); });
  }
  void sgd(real* p, real* momentum, const real* g, Index n, const SgdStep* s,
           const double* guard) override {
    call([=](Backend& on) { on.sgd(p, momentum, g, n, s, guard); });
  }
  void check_bound(Total guard, const real* x, Index n, real bound) override {
    call([=](Backend& on) { on.check_bound(guard, x, n, bound); });
  }
  void sum_of_squares(Total sum, const real* x, Index n) override {
    call([=](Backend& on) { on.sum_of_squares(sum, x, n); });
  }
  void clip(real* x, Index n, double max_norm, const double* squares) override {
    call([=](Backend& on) { on.clip(x, n, max_norm, squares); });
  }

 private:
  explicit RecordingBackend(Backend& to) : Backend(to.device, true), to_(to) {}

  // Arguments are kept by value, also those that come by reference.
  template <class Call>
  void call(Call again) {
    if (step == nullptr || step->backend == nullptr) return again(to_);
    again(*step->backend);
    step->calls.emplace_back(std::move(again));
  }

  Backend& to_;
};

}  // namespace holo
