// matmul.cpp: matrix products, with NumPy's rules for vectors and batches. This file finds the
// matrices that the forward and backward passes multiply. The linear layer is in linear.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "backend/backend.h"
#include "holo/ops.h"
#include "ops/shapes.h"
#include "tensor/record.h"

namespace holo {
namespace {

// The matrices of A, B or C: their size, and the distance in elements between two of them.
struct Matrices {
  Index rows, columns, step;  // as stored in memory
  bool transposed = false;
};

// For each index of the batch, C = A B for A [M, K], B [K, N] and C [M, N].
struct Products {
  Shape batch, result;
  Index count;  // number of products; 0 if one call of the kernel cannot compute them all
  Matrices A, B, C;
};

[[noreturn]] void throw_inner(const Shape& a, const Shape& b, Index K_a, Index K_b) {
  std::string hint = "reshape or slice one of them";
  if (b.ndim() > 1 && b.size(-1) == K_a) {
    hint = "did you mean the transpose of the second? transpose(b, -2, -1)";
  } else if (a.ndim() > 1 && a.size(-2) == K_b) {
    hint = "did you mean the transpose of the first? transpose(a, -2, -1)";
  }
  throw ShapeError("matmul",
                   fmt::format("{} @ {}: inner dimensions {} and {} differ", a.to_string(),
                               b.to_string(), K_a, K_b),
                   "equal inner dimensions: [M,K] @ [K,N]", hint);
}

// The shape without its last two dimensions.
Shape batch_of(const Shape& x) {
  const auto count = static_cast<std::size_t>(x.ndim() > 2 ? x.ndim() - 2 : 0);
  return Shape(std::span<const Index>(x.begin(), count));
}

// The batch sizes, followed by M unless a is a vector, and by N unless b is a vector.
Shape result_shape(const Shape& batch, const Shape& a, const Shape& b, Index M, Index N) {
  Index sizes[max_ndim] = {};
  int count = batch.ndim();
  std::copy(batch.begin(), batch.end(), sizes);
  if (a.ndim() > 1) sizes[count++] = M;
  if (b.ndim() > 1) sizes[count++] = N;
  return shape_of(sizes, count);
}

Products products_of(const Shape& a, const Shape& b) {
  if (a.ndim() == 0 || b.ndim() == 0) {
    throw ShapeError("matmul",
                     fmt::format("{} @ {}: a single number", a.to_string(), b.to_string()),
                     "vectors or matrices", "a * b");
  }
  const Index M = a.ndim() == 1 ? 1 : a.size(-2), K = a.size(-1);
  const Index N = b.ndim() == 1 ? 1 : b.size(-1), K_b = b.ndim() == 1 ? b[0] : b.size(-2);
  if (K != K_b) throw_inner(a, b, K, K_b);
  const Shape a_batch = batch_of(a), b_batch = batch_of(b);
  Products p{};
  try {
    p.batch = broadcast_shape("matmul", a_batch, b_batch);
    p.result = result_shape(p.batch, a, b, M, N);
  } catch (const ShapeError& error) {
    throw ShapeError("matmul",
                     fmt::format("{} @ {}: before the matrices, {}", a.to_string(), b.to_string(),
                                 error.found()),
                     error.expected(), "reshape one of them");
  }
  if (p.result.numel() == 0) {
    p.count = 1;
  } else if (a.ndim() > 1 && b.ndim() <= 2) {
    // b is a single matrix, so all rows of a together form one matrix.
    const Index rows = p.result.numel() / N;
    p.count = 1;
    p.A = {rows, K, 0}, p.B = {K, N, 0}, p.C = {rows, N, 0};
  } else {
    const Broadcast s = broadcast(a_batch, b_batch, p.batch);
    p.count = s.ndim > 1 ? 0 : s.numel;
    p.A = {M, K, s.a.stride[0] * M * K}, p.B = {K, N, s.b.stride[0] * K * N}, p.C = {M, N, M * N};
  }
  return p;
}

// C = op(A) op(B) for all products. If the step of C is 0, C is the sum of the products.
MatmulSizes sizes_of(Index count, const Matrices& C, const Matrices& A, const Matrices& B) {
  return {.batch = count,
          .M = C.rows,
          .N = C.columns,
          .K = A.transposed ? A.rows : A.columns,
          .transpose_a = A.transposed,
          .transpose_b = B.transposed,
          .lda = A.columns,
          .ldb = B.columns,
          .ldc = C.columns,
          .a_step = A.step,
          .b_step = B.step,
          .c_step = C.step};
}

Matrices transposed(const Matrices& x) { return {x.rows, x.columns, x.step, true}; }

// x, with its matrices repeated for each index of the batch.
Tensor repeated_in(const Tensor& x, const Shape& batch) {
  return broadcast_to(x, result_shape(batch, x.shape(), x.shape(), x.size(-2), x.size(-1)));
}

}  // namespace

// C = A B:   dA += dC B^T,   dB += A^T dC, summed over the repeated dimensions of the batch
Tensor matmul(const Tensor& a, const Tensor& b) {
  const Products p = products_of(a.shape(), b.shape());
  if (p.count == 0) return matmul(repeated_in(a, p.batch), repeated_in(b, p.batch));
  Tensor c = result("matmul", p.result, {a, b});
  if (c.numel() > 0) {
    a.backend().matmul({c.node().data, true}, a.data(), b.data(), sizes_of(p.count, p.C, p.A, p.B));
  }
  const unsigned saved = (a.requires_grad() ? saves::input1 : saves::nothing) |
                         (b.requires_grad() ? saves::input0 : saves::nothing);
  return record(std::move(c), saved, [p](Node& c_node) {
    Node &a_node = c_node.parent(0), &b_node = c_node.parent(1);
    if (c_node.numel() == 0) {
      if (a_node.requires_grad) a_node.zeroed_gradient();
      if (b_node.requires_grad) b_node.zeroed_gradient();
      return;
    }
    const real* const dc = c_node.grad;
    if (a_node.requires_grad) {
      c_node.backend->matmul(a_node.gradient(), dc, b_node.data,
                             sizes_of(p.count, p.A, p.C, transposed(p.B)));
    }
    if (b_node.requires_grad) {
      c_node.backend->matmul(b_node.gradient(), a_node.data, dc,
                             sizes_of(p.count, p.B, transposed(p.A), p.C));
    }
  });
}

}  // namespace holo
