// cuda.h: the CUDA backend. Each kernel, in src/ops/<op>_cuda.cu, gives the iterations of the loop
// in src/ops/<op>_plain.cpp to the threads of a GPU. backend.h says what each kernel computes.
#pragma once

#include "backend/backend.h"

namespace holo {

class Cuda : public Backend {
 public:
  Cuda() : Backend(Device::cuda) {}
  MemoryLimit memory_limit() const override;
  void* allocate(std::size_t bytes) override;
  void release(void* block, std::size_t bytes) noexcept override;
  void fill(real* y, real value, Index n) override;
  void copy(real* y, const real* x, Index n) override;
  void upload(void* y, const void* host, std::size_t bytes) override;
  void download(void* host, const void* x, std::size_t bytes) override;
  void synchronize() override;
  void unary(Unary op, real* y, const real* x, Index n, Constants c) override;
  void unary_with_slope(Unary op, real* y, real* slope, const real* x, Index n,
                        Constants c) override;
  void unary_backward(Unary op, Output dx, const real* dy, const real* x, const real* y, Index n,
                      Constants c) override;
  void binary(Binary op, real* y, const real* a, const real* b, const Broadcast& s) override;
  void binary_backward(Binary op, Side side, Output d, const real* dy, const real* a, const real* b,
                       const Broadcast& s) override;
  void add_scaled(Output dx, const real* dy, real factor, Index n) override;
  void gated(std::optional<Unary> f, real* y, const real* x, const GatedSizes& s) override;
  void gated_backward(std::optional<Unary> f, Output dx, const real* dy, const real* x,
                      const GatedSizes& s) override;
  void holo_gate(real* z, const real* a, const real* b, const real* c,
                 const HoloGateSizes& s) override;
  void holo_gate_backward(Output da, Output db, Output dc, const real* dz, const real* a,
                          const real* b, const real* c, const real* z,
                          const HoloGateSizes& s) override;
  void affine_flow(real* out, const real* x, const real* scale, const real* y, const real* shift,
                   Index n) override;
  void where(Output y, const real* condition, const real* a, const real* b, Index n) override;
  void dropout(Output y, const real* x, Index n, const DropoutMask& mask) override;
  void move(Output y, const Strides& y_strides, const real* x, const Strides& x_strides,
            const Shape& shape) override;
  void embedding(real* y, const real* table, const Index* index, const EmbeddingSizes& s) override;
  void embedding_backward(real* dtable, const real* dy, const Index* index,
                          const EmbeddingSizes& s) override;
  void sum(Output y, const real* x, Axis axis, double factor) override;
  void sum_backward(Output dx, const real* dy, Axis axis, real factor) override;
  void max(real* y, Index* index, const real* x, Axis axis) override;
  void var(real* y, const real* x, Axis axis, Index correction) override;
  void var_backward(Output dx, const real* dy, const real* x, Axis axis, Index correction) override;
  void softmax(real* y, const real* x, Axis axis) override;
  void softmax_backward(Output dx, const real* dy, const real* y, Axis axis) override;
  void log_softmax(real* y, const real* x, Axis axis) override;
  void logsumexp(real* y, const real* x, Axis axis) override;
  void cross_entropy(real* loss, real* largest, real* log_sum, const real* logits,
                     const Index* target, const CrossEntropySizes& s) override;
  void cross_entropy_backward(Output dlogits, LossGradient dloss, const real* logits,
                              const real* largest, const real* log_sum, const Index* target,
                              const CrossEntropySizes& s) override;
  void norm(real* y, real* mean, real* rstd, const real* x, const real* gain, const real* bias,
            const NormSizes& s) override;
  void norm_backward(Output dx, Output dgain, Output dbias, const real* dy, const real* x,
                     const real* gain, const real* mean, const real* rstd,
                     const NormSizes& s) override;
  void matmul(Output C, const real* A, const real* B, const MatmulSizes& s) override;
  void attention(real* y, real* lse, const real* q, const real* k, const real* v,
                 const AttentionSizes& s) override;
  void attention_backward(Output dq, Output dk, Output dv, const real* dy, const real* q,
                          const real* k, const real* v, const real* y, const real* lse,
                          const AttentionSizes& s) override;
  void adam(real* p, real* m, real* v, const real* g, Index n, const AdamStep& s) override;
  void sgd(real* p, real* momentum, const real* g, Index n, const SgdStep& s) override;
  bool all_within(const real* x, Index n, real bound) override;
  double sum_of_squares(const real* x, Index n) override;
};

}  // namespace holo

// ---- two matrix products, in matmul_cuda.cu: cuBLAS; and a product in tiles, to read and to
// compare ----

namespace holo::cuda_gemm {

/// C = or += op(A) op(B), as MatmulSizes says, with the product that HOLO_CUDA_GEMM selects.
void gemm(Output C, const real* A, const real* B, const MatmulSizes& s);

/// Multiplies with the precision of matmul_precision(). REQUIRES: K > 0 and C is not empty.
void cublas(Output C, const real* A, const real* B, const MatmulSizes& s);
/// Adds in double, for any matmul_precision().
void tiled(Output C, const real* A, const real* B, const MatmulSizes& s);

}  // namespace holo::cuda_gemm

// ---- attention by matrix products, in attention_gemm_cuda.cu. Cuda::attention calls it for many
// rows ----

namespace holo::cuda_attention {

/// As Backend::attention, with the precision of matmul_precision(). A NaN or an infinity in a value
/// may reach all queries of its head, because 0 times it is NaN.
void by_products(Backend& cuda, real* y, real* lse, const real* q, const real* k, const real* v,
                 const AttentionSizes& s);
void by_products_backward(Backend& cuda, Output dq, Output dk, Output dv, const real* dy,
                          const real* q, const real* k, const real* v, const AttentionSizes& s);

}  // namespace holo::cuda_attention
