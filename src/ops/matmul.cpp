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

// The matrices of A, B or C: their size, and the distance between them along each batch dimension.
struct Matrices {
  Index rows, columns;  // as stored in memory
  Strides strides;      // counted in matrices
  bool transposed = false;
};

Matrices transposed(Matrices x) {
  x.transposed = !x.transposed;
  return x;
}

// The number of elements in one matrix.
Index size_of(const Matrices& x) { return x.rows * x.columns; }

// A batch of products: for each index of the batch, a matrix of A times a matrix of B.
struct Products {
  Broadcast batch;
  Matrices A, B, C;  // shapes [M, K], [K, N] and [M, N]; the matrices of C are contiguous
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
  Index M = a.ndim() == 1 ? 1 : a.size(-2);
  const Index N = b.ndim() == 1 ? 1 : b.size(-1), K = a.size(-1);
  const Index K_b = b.ndim() == 1 ? b[0] : b.size(-2);
  if (K != K_b) throw_inner(a, b, K, K_b);
  const Shape a_batch = batch_of(a), b_batch = batch_of(b);
  Products p{};
  try {
    const Shape batch = broadcast_shape("matmul", a_batch, b_batch);
    p.result = result_shape(batch, a, b, M, N);
    p.batch = broadcast(a_batch, b_batch, batch);
  } catch (const ShapeError& error) {
    throw ShapeError("matmul",
                     fmt::format("{} @ {}: before the matrices, {}", a.to_string(), b.to_string(),
                                 error.found()),
                     error.expected(), "reshape or unsqueeze one of them");
  }
  if (p.result.numel() == 0) return p;
  if (a.ndim() > 1 && b.ndim() <= 2) {
    // b is a single matrix, so all rows of a together form one matrix.
    M = p.result.numel() / N;
    p.batch = broadcast({}, {}, {});
  }
  Strides of_result{};
  Index step = 1;
  for (int d = p.batch.ndim; d-- > 0;) {
    of_result.stride[d] = step;
    step *= p.batch.size[d];
  }
  p.A = {.rows = M, .columns = K, .strides = p.batch.a};
  p.B = {.rows = K, .columns = N, .strides = p.batch.b};
  p.C = {.rows = M, .columns = N, .strides = of_result};
  return p;
}

// The sizes for one kernel call, which computes all products along the last batch dimension.
MatmulSizes sizes_of_call(const Broadcast& batch, const Matrices& C, const Matrices& A,
                          const Matrices& B) {
  const int last = batch.ndim - 1;
  return {.batch = batch.size[last],
          .M = C.rows,
          .N = C.columns,
          .K = A.transposed ? A.rows : A.columns,
          .transpose_a = A.transposed,
          .transpose_b = B.transposed,
          .lda = A.columns,
          .ldb = B.columns,
          .ldc = C.columns,
          .a_step = A.strides.stride[last] * size_of(A),
          .b_step = B.strides.stride[last] * size_of(B),
          .c_step = C.strides.stride[last] * size_of(C)};
}

// C = op(A) op(B), or C += op(A) op(B), for every product. If several products share a matrix of C,
// it becomes the sum of the products, in batch order. REQUIRES: there is at least one product.
void multiply(Backend& backend, const Broadcast& batch, Output c, const Matrices& C, const real* a,
              const Matrices& A, const real* b, const Matrices& B) {
  const MatmulSizes sizes = sizes_of_call(batch, C, A, B);
  if (batch.ndim == 1) return backend.matmul(c, a, b, sizes);
  // Calls the kernel once for each index of the batch dimensions before the last.
  for (Index i = 0; i < batch.numel / sizes.batch; ++i) {
    Index rest = i, c_at = 0, a_at = 0, b_at = 0;
    bool first = true;  // true if no earlier product uses this matrix of C
    for (int d = batch.ndim - 1; d-- > 0;) {
      const Index index = rest % batch.size[d];
      rest /= batch.size[d];
      c_at += index * C.strides.stride[d];
      a_at += index * A.strides.stride[d];
      b_at += index * B.strides.stride[d];
      first = first && (index == 0 || C.strides.stride[d] != 0);
    }
    backend.matmul({c.data + c_at * size_of(C), c.overwrite && first}, a + a_at * size_of(A),
                   b + b_at * size_of(B), sizes);
  }
}

}  // namespace

// C = A B:   dA += dC B^T,   dB += A^T dC, summed over the repeated dimensions of the batch
Tensor matmul(const Tensor& a, const Tensor& b) {
  const Products p = products_of(a.shape(), b.shape());
  Tensor c = result("matmul", p.result, {a, b});
  if (c.numel() > 0) {
    multiply(a.backend(), p.batch, {c.node().data, true}, p.C, a.data(), p.A, b.data(), p.B);
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
    Backend& backend = *c_node.backend;
    const real* const dc = c_node.grad;
    if (a_node.requires_grad) {
      const Output da = a_node.gradient();
      multiply(backend, p.batch, da, p.A, dc, p.C, b_node.data, transposed(p.B));
    }
    if (b_node.requires_grad) {
      const Output db = b_node.gradient();
      multiply(backend, p.batch, db, p.B, a_node.data, transposed(p.A), dc, p.C);
    }
  });
}

}  // namespace holo
