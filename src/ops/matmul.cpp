// matmul.cpp: the product of matrices, with NumPy's rules for vectors and batches: which matrices
// are multiplied, forward and backward. linear.cpp has the linear layer.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "backend/backend.h"
#include "holo/ops.h"
#include "ops/broadcast.h"
#include "tensor/record.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

// `count` products C = A B, A [M, K], B [K, N], C [M, N]: the matrices of a and b that meet.
struct Products {
  Index M, N, K;
  Broadcast batch;    // in matrices; those of the result lie one after the other
  Strides of_result;  // the same for the result
  Shape result;
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
                   "equal inner dimensions: [M,K] @ [K,N]", hint, {a, b}, a.ndim() - 1);
}

// The dimensions before the last two.
Shape batch_of(const Shape& x) {
  const auto count = static_cast<std::size_t>(x.ndim() > 2 ? x.ndim() - 2 : 0);
  return Shape(std::span<const Index>(x.begin(), count));
}

// batch, then M unless a is a vector, then N unless b is one.
Shape result_shape(const Shape& batch, const Shape& a, const Shape& b, Index M, Index N) {
  Index sizes[max_ndim] = {};
  Index* end = std::copy(batch.begin(), batch.end(), sizes);
  if (a.ndim() > 1) *end++ = M;
  if (b.ndim() > 1) *end++ = N;
  return Shape(std::span<const Index>(sizes, end));
}

Products products_of(const Shape& a, const Shape& b) {
  if (a.ndim() == 0 || b.ndim() == 0) {
    throw ShapeError("matmul",
                     fmt::format("{} @ {}: a single number", a.to_string(), b.to_string()),
                     "vectors or matrices", "a * b", {a, b});
  }
  Products p{};
  p.M = a.ndim() == 1 ? 1 : a.size(-2);
  p.N = b.ndim() == 1 ? 1 : b.size(-1);
  p.K = a.size(-1);
  const Index K_b = b.ndim() == 1 ? b[0] : b.size(-2);
  if (p.K != K_b) throw_inner(a, b, p.K, K_b);
  const Shape a_batch = batch_of(a), b_batch = batch_of(b);
  try {
    const Shape batch = broadcast_shape("matmul", a_batch, b_batch);
    p.result = result_shape(batch, a, b, p.M, p.N);
    p.batch = broadcast(a_batch, b_batch, batch);
  } catch (const ShapeError& error) {
    throw ShapeError("matmul",
                     fmt::format("{} @ {}: before the matrices, {}", a.to_string(), b.to_string(),
                                 error.found()),
                     error.expected(), "reshape or unsqueeze one of them", {a, b},
                     error.dimension());
  }
  if (p.result.numel() == 0) return p;
  if (a.ndim() > 1 && b.ndim() <= 2) {
    // All matrices of a meet the only one of b: their rows are those of one matrix.
    p.M = p.result.numel() / p.N;
    p.batch = broadcast({}, {}, {});
  }
  Index step = 1;
  for (int d = p.batch.ndim; d-- > 0;) {
    p.of_result.stride[d] = step;
    step *= p.batch.size[d];
  }
  return p;
}

// One of the three arrays of matrices: how they are read, and where each product finds its own.
struct Matrices {
  bool transposed;
  Index rows, columns;  // as they lie in memory
  const Strides& strides;
};

// C = or += op(A) op(B) for every product, C [M, N], K summed over. Where a matrix of C belongs to
// several products it is their sum, in the order of the batch. REQUIRES: there is a product.
void multiply(Backend& backend, const Broadcast& batch, Output c, const Matrices& C, const real* a,
              const Matrices& A, const real* b, const Matrices& B, Index K) {
  const int last = batch.ndim - 1;
  const Index c_size = C.rows * C.columns, a_size = A.rows * A.columns, b_size = B.rows * B.columns;
  const MatmulSizes sizes{batch.size[last],
                          C.rows,
                          C.columns,
                          K,
                          A.transposed,
                          B.transposed,
                          A.columns,
                          B.columns,
                          C.columns,
                          A.strides.stride[last] * a_size,
                          B.strides.stride[last] * b_size,
                          C.strides.stride[last] * c_size};
  // The last dimension is one call; the others are counted here.
  for (Index i = 0; i < batch.numel / batch.size[last]; ++i) {
    Index rest = i, c_at = 0, a_at = 0, b_at = 0;
    bool first = true;  // of the products of this matrix of C
    for (int d = last; d-- > 0;) {
      const Index index = rest % batch.size[d];
      rest /= batch.size[d];
      c_at += index * C.strides.stride[d];
      a_at += index * A.strides.stride[d];
      b_at += index * B.strides.stride[d];
      first = first && (index == 0 || C.strides.stride[d] != 0);
    }
    backend.matmul({c.data + c_at * c_size, c.overwrite && first}, a + a_at * a_size,
                   b + b_at * b_size, sizes);
  }
}

}  // namespace

// C = A B:   dA += dC B^T,   dB += A^T dC, summed where a matrix was repeated
Tensor matmul(const Tensor& a, const Tensor& b) {
  const Products p = products_of(a.shape(), b.shape());
  Tensor y = result("matmul", p.result, {a, b});
  if (y.numel() > 0) {
    multiply(a.backend(), p.batch, {y.node().data, true}, {false, p.M, p.N, p.of_result}, a.data(),
             {false, p.M, p.K, p.batch.a}, b.data(), {false, p.K, p.N, p.batch.b}, p.K);
  }
  const unsigned saved = (a.requires_grad() ? saves::input1 : saves::nothing) |
                         (b.requires_grad() ? saves::input0 : saves::nothing);
  return record(y, saved, [](Node& y_node) {
    Node &a_node = y_node.parent(0), &b_node = y_node.parent(1);
    const Products q = products_of(a_node.shape, b_node.shape);
    Backend& backend = *y_node.backend;
    if (y_node.numel() == 0) {
      if (a_node.requires_grad) a_node.zeroed_gradient();
      if (b_node.requires_grad) b_node.zeroed_gradient();
      return;
    }
    if (a_node.requires_grad) {
      multiply(backend, q.batch, a_node.gradient(), {false, q.M, q.K, q.batch.a}, y_node.grad,
               {false, q.M, q.N, q.of_result}, b_node.data, {true, q.K, q.N, q.batch.b}, q.N);
    }
    if (b_node.requires_grad) {
      multiply(backend, q.batch, b_node.gradient(), {false, q.K, q.N, q.batch.b}, a_node.data,
               {true, q.M, q.K, q.batch.a}, y_node.grad, {false, q.M, q.N, q.of_result}, q.M);
    }
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
