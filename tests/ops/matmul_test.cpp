// matmul_test.cpp: matmul is NumPy's @: every pair of vectors, matrices and batches that fits, with
// gradients to both sides, written and added; and what it refuses. gemm has a test of its own.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "any_threads.h"
#include "element.h"
#include "error_of.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "ops/compare.h"

namespace matmul_test {
namespace {

using namespace holo;

using namespace compare;

constexpr Near check_near{sizeof(real) == 4 ? 2e-6 : 1e-14};

struct Arrays {
  Shape shape;
  std::vector<double> y, da, db;
};

// The rule in words: a vector on the left is a row, on the right a column; the dimensions before
// the matrices are broadcast; a row or column that was put in is taken out of the result.
Arrays expected(const Shape& a_shape, const Shape& b_shape, const std::vector<double>& a,
                const std::vector<double>& b, double dy_seed) {
  std::vector<Index> A(a_shape.begin(), a_shape.end()), B(b_shape.begin(), b_shape.end());
  if (a_shape.ndim() == 1) A.insert(A.begin(), 1);
  if (b_shape.ndim() == 1) B.push_back(1);
  const std::size_t ndim = std::max(A.size(), B.size());
  A.insert(A.begin(), ndim - A.size(), 1);
  B.insert(B.begin(), ndim - B.size(), 1);
  const Index M = A[ndim - 2], K = A[ndim - 1], N = B[ndim - 1];
  std::vector<Index> batch, sizes;
  Index count = 1;
  for (std::size_t d = 0; d + 2 < ndim; ++d) {
    batch.push_back(A[d] == 1 ? B[d] : A[d]);
    count *= batch.back();
  }
  sizes = batch;
  if (a_shape.ndim() > 1) sizes.push_back(M);
  if (b_shape.ndim() > 1) sizes.push_back(N);
  Arrays out{Shape(std::span<const Index>(sizes)), {}, {}, {}};
  out.y.resize(static_cast<std::size_t>(count * M * N));
  out.da.resize(a.size());
  out.db.resize(b.size());
  const std::vector<double> dy = numbers(count * M * N, dy_seed);
  for (Index p = 0; p < count; ++p) {
    Index rest = p, a_at = 0, b_at = 0, a_step = M * K, b_step = K * N;
    for (std::size_t d = batch.size(); d-- > 0;) {
      const Index index = rest % batch[d];
      rest /= batch[d];
      if (A[d] != 1) a_at += index * a_step;
      if (B[d] != 1) b_at += index * b_step;
      a_step *= A[d];
      b_step *= B[d];
    }
    for (Index m = 0; m < M; ++m) {
      for (Index n = 0; n < N; ++n) {
        const auto i = static_cast<std::size_t>((p * M + m) * N + n);
        for (Index k = 0; k < K; ++k) {
          const auto ai = static_cast<std::size_t>(a_at + m * K + k);
          const auto bi = static_cast<std::size_t>(b_at + k * N + n);
          out.y[i] += a[ai] * b[bi];
          out.da[ai] += dy[i] * b[bi];
          out.db[bi] += dy[i] * a[ai];
        }
      }
    }
  }
  return out;
}

struct Pair {
  Shape a, b;
};

const Pair pairs[] = {
    // vectors and matrices
    {{1}, {1}},
    {{5}, {5}},
    {{300}, {300}},
    {{3, 4}, {4}},
    {{4}, {4, 3}},
    {{1, 1}, {1, 1}},
    {{2, 3}, {3, 4}},
    {{1, 70}, {70, 1}},
    {{70, 1}, {1, 33}},
    {{17, 31}, {31, 33}},
    {{33, 16}, {16, 17}},
    {{65, 130}, {130, 47}},
    {{200, 90}, {90, 100}},
    // batches
    {{2, 3, 4}, {4, 5}},
    {{2, 3, 4, 5}, {5, 6}},
    {{2, 3, 4}, {4}},
    {{3, 4}, {2, 4, 5}},
    {{4}, {2, 4, 5}},
    {{4}, {2, 3, 4, 5}},
    {{2, 3, 4}, {2, 4, 5}},
    {{1, 3, 4}, {1, 4, 5}},
    {{1, 3, 4}, {4, 5}},
    {{3, 4}, {1, 1, 4, 5}},
    {{6, 4, 3, 5}, {6, 4, 5, 2}},
    {{6, 4, 3, 5}, {4, 5, 2}},
    {{4, 3, 5}, {6, 4, 5, 2}},
    {{6, 1, 3, 5}, {1, 4, 5, 2}},
    {{1, 4, 3, 5}, {6, 1, 5, 2}},
    {{6, 1, 3, 5}, {4, 5, 2}},
    {{2, 1, 3, 1, 2, 3}, {1, 5, 3, 2, 3, 2}},
    {{2, 1, 3, 2, 2, 3}, {5, 1, 2, 3, 2}},
    {{2, 1, 2, 3}, {2, 3, 3, 2}},
    {{7, 40, 33}, {7, 33, 50}},
    {{9, 70, 40}, {40, 60}},
    {{2, 150, 120}, {2, 120, 110}},
    // nothing in it
    {{0}, {0}},
    {{2, 0}, {0, 3}},
    {{0, 2}, {2, 3}},
    {{3, 2}, {2, 0}},
    {{0}, {0, 3}},
    {{4}, {4, 0}},
    {{0, 4}, {4}},
    {{0, 2, 3}, {3, 4}},
    {{0, 2, 3}, {0, 3, 4}},
    {{2, 3}, {0, 3, 4}},
    {{1, 2, 3}, {0, 3, 4}},
    {{2, 3, 0}, {2, 0, 4}},
    {{2, 3, 0}, {0, 4}},
    {{2, 1, 3, 0}, {5, 0, 4}},
    {{3, 0, 2, 3}, {1, 3, 4}},
    {{2, 0, 4}, {2, 4, 5}},
};

void check_pair(const Pair& pair) {
  CAPTURE(pair.a.to_string());
  CAPTURE(pair.b.to_string());
  const std::vector<double> a_values = numbers(pair.a.numel(), 1);
  const std::vector<double> b_values = numbers(pair.b.numel(), 2);
  const Arrays want = expected(pair.a, pair.b, a_values, b_values, 3);
  for (int grads = 1; grads < 4; ++grads) {  // a's, b's, both
    Tensor a = values(pair.a, 1), b = values(pair.b, 2);
    a.set_requires_grad((grads & 1) != 0);
    b.set_requires_grad((grads & 2) != 0);
    const Tensor y = matmul(a, b);
    REQUIRE(y.shape() == want.shape);
    check_near("y", y, want.y);
    for (const double times : {1.0, 2.0}) {
      y.backward(values(want.shape, 3), true);
      CHECK(a.grad().defined() == ((grads & 1) != 0));
      CHECK(b.grad().defined() == ((grads & 2) != 0));
      if ((grads & 1) != 0) check_near("da", a.grad(), want.da, times);
      if ((grads & 2) != 0) check_near("db", b.grad(), want.db, times);
    }
  }
}

void check_refused(const Shape& a, const Shape& b, const std::string& message,
                   std::optional<int> dimension) {
  CAPTURE(message);
  const ShapeError error = error_of<ShapeError>([&] { matmul(zeros(a), zeros(b)); });
  CHECK(std::string(error.what()) == message);
  CHECK(error.where() == "matmul");
  CHECK(error.dimension() == dimension);
  REQUIRE(error.shapes().size() == 2);
  CHECK(error.shapes()[0] == a);
  CHECK(error.shapes()[1] == b);
}

}  // namespace

TEST_CASE("matmul: values and gradients of every kind of pair, written and added") {
  for (const Pair& pair : pairs) check_pair(pair);
}

TEST_CASE("matmul: one tensor on both sides gets both gradients") {
  for (const Shape& shape : {Shape{7}, Shape{5, 5}, Shape{3, 4, 4}, Shape{70, 70}}) {
    CAPTURE(shape.to_string());
    const std::vector<double> x = numbers(shape.numel(), 1);
    Arrays want = expected(shape, shape, x, x, 3);
    for (std::size_t i = 0; i < want.da.size(); ++i) want.da[i] += want.db[i];
    Tensor leaf = values(shape, 1).set_requires_grad();
    const Tensor y = matmul(leaf, leaf);
    check_near("y", y, want.y);
    y.backward(values(y.shape(), 3));
    check_near("da + db", leaf.grad(), want.da);
  }
}

TEST_CASE("matmul: a product without elements leaves the gradients that its inputs have") {
  const Tensor a = ones({2, 3}).set_requires_grad(), b = ones({3, 2}).set_requires_grad();
  const Tensor right = matmul(a, zeros({3, 0})), left = matmul(zeros({0, 3}), b);
  (sum(right) + sum(left) + sum(a * 2) + sum(b * 3)).backward();  // those of 2 a and 3 b come first
  for (const real g : a.grad().to_vector()) CHECK(g == 2);
  for (const real g : b.grad().to_vector()) CHECK(g == 3);
}

TEST_CASE("matmul: infinity and NaN reach what they take part in, and nothing else") {
  for (const double bad : {HUGE_VAL, -HUGE_VAL, std::nan("")}) {
    Tensor a = ones({3, 20}), b = ones({20, 4});
    set_element(a, 25, static_cast<real>(bad));
    const Tensor y = matmul(a, b);
    for (Index n = 0; n < 4; ++n) {
      CHECK(y.at({0, n}) == 20);
      CHECK(y.at({2, n}) == 20);
      CHECK((std::isnan(bad) ? std::isnan(y.at({1, n})) : y.at({1, n}) == static_cast<real>(bad)));
    }
    set_element(b, 5 * 4 + 2, 0);  // 0 * inf
    CHECK(std::isnan(matmul(a, b).at({1, 2})));
  }
}

TEST_CASE("matmul: the same bits for any number of threads") {
  for (const Pair& pair : {Pair{{300, 200}, {200, 70}}, Pair{{4, 90, 80}, {4, 80, 70}},
                           Pair{{60, 30, 33}, {60, 33, 29}}, Pair{{50, 1, 30, 17}, {4, 17, 50}},
                           Pair{{90, 64}, {30, 64, 16}}, Pair{{900, 300}, {300}}}) {
    check_same_bits([&] {
      const Tensor leaves[] = {values(pair.a, 1).set_requires_grad(),
                               values(pair.b, 2).set_requires_grad()};
      const Tensor y = matmul(leaves[0], leaves[1]);
      y.backward(values(y.shape(), 3));
      return all_numbers(y, leaves);
    });
  }
}

TEST_CASE("matmul: what is refused") {
  check_refused({2, 3}, {4, 5},
                "matmul: [2,3] @ [4,5]: inner dimensions 3 and 4 differ; expected equal inner "
                "dimensions: [M,K] @ [K,N]. Try: reshape or slice one of them",
                1);
  check_refused({2, 3}, {4, 3},
                "matmul: [2,3] @ [4,3]: inner dimensions 3 and 4 differ; expected equal inner "
                "dimensions: [M,K] @ [K,N]. Try: did you mean the transpose of the second? "
                "transpose(b, -2, -1)",
                1);
  check_refused({5, 4, 2, 3}, {2, 5},
                "matmul: [5,4,2,3] @ [2,5]: inner dimensions 3 and 2 differ; expected equal inner "
                "dimensions: [M,K] @ [K,N]. Try: did you mean the transpose of the first? "
                "transpose(a, -2, -1)",
                3);
  check_refused({3}, {4},
                "matmul: [3] @ [4]: inner dimensions 3 and 4 differ; expected equal inner "
                "dimensions: [M,K] @ [K,N]. Try: reshape or slice one of them",
                0);
  check_refused({}, {3},
                "matmul: [] @ [3]: a single number; expected vectors or matrices. Try: a * b", {});
  check_refused({2, 3}, {},
                "matmul: [2,3] @ []: a single number; expected vectors or matrices. Try: a * b",
                {});
  check_refused({2, 3, 4}, {5, 4, 2},
                "matmul: [2,3,4] @ [5,4,2]: before the matrices, cannot broadcast [2] with [5]: "
                "dimension 0 is 2 and 5; expected equal sizes, or one of them 1. Try: reshape or "
                "unsqueeze one of them",
                0);
  check_refused({3, 2, 3, 4}, {3, 4, 4, 2},
                "matmul: [3,2,3,4] @ [3,4,4,2]: before the matrices, cannot broadcast [3,2] with "
                "[3,4]: dimension 1 is 2 and 4; expected equal sizes, or one of them 1. Try: "
                "reshape or unsqueeze one of them",
                1);
  const Index huge = Index{1} << 40;
  check_refused({huge, 0}, {0, huge},
                "matmul: [1099511627776,0] @ [0,1099511627776]: before the matrices, "
                "[1099511627776,1099511627776] has more elements than a 64-bit number counts; "
                "expected a product below 2^63. Try: reshape or unsqueeze one of them",
                {});
}

TEST_CASE("matmul: a change of what the backward reads is noticed, and only of that") {
  for (int grads = 1; grads < 4; ++grads) {
    for (int changed = 0; changed < 2; ++changed) {
      Tensor leaves[] = {values({3, 4}, 1), values({4, 5}, 2)};
      leaves[0].set_requires_grad((grads & 1) != 0);
      leaves[1].set_requires_grad((grads & 2) != 0);
      const Tensor y = matmul(leaves[0], leaves[1]);
      {
        const NoGrad no_grad;
        leaves[changed].fill_(2);
      }
      if (leaves[1 - changed].requires_grad()) {
        CHECK_THROWS_AS(y.backward(values({3, 5}, 3)), Error);
      } else {
        CHECK_NOTHROW(y.backward(values({3, 5}, 3)));
      }
    }
  }
}

}  // namespace matmul_test
