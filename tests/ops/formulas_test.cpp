// formulas_test.cpp: what the golden cases and the registry leave open: which matrices of a batch
// meet in matmul, which elements a reduction takes, and where the largest one is.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "helpers.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace formulas_test {
namespace {

using namespace holo;
using Doubles = std::vector<double>;

// Few small whole numbers: sums are exact, and there are ties.
Doubles numbers(Index n, std::size_t seed) {
  Doubles x(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<double>((i * 7 + seed * 5 + i / 11) % 9) - 4;
  }
  return x;
}

Tensor tensor_of(const Shape& shape, const Doubles& x) {
  return from_values(shape, std::span<const double>(x));
}

Doubles doubles(const Tensor& x) {
  const std::vector<real> values = x.to_vector();
  return {values.begin(), values.end()};
}

// The rule in words: a vector on the left is a row, on the right a column; the dimensions before
// the matrices are broadcast; a row or column that was put in is taken out of the result.
void check_matmul(const Shape& a_shape, const Shape& b_shape) {
  CAPTURE(a_shape.to_string());
  CAPTURE(b_shape.to_string());
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
  const Doubles a = numbers(a_shape.numel(), 1), b = numbers(b_shape.numel(), 2);
  const Doubles dy = numbers(count * M * N, 3);
  Doubles y(dy.size()), da(a.size()), db(b.size());
  for (Index p = 0; p < count; ++p) {
    Index rest = p, a_at = 0, b_at = 0, a_step = M * K, b_step = K * N;
    for (std::size_t d = batch.size(); d-- > 0; rest /= batch[d]) {
      if (A[d] != 1) a_at += rest % batch[d] * a_step;
      if (B[d] != 1) b_at += rest % batch[d] * b_step;
      a_step *= A[d];
      b_step *= B[d];
    }
    for (Index i = 0; i < M * N * K; ++i) {
      const Index m = i / (N * K), n = i / K % N, k = i % K;
      const auto at = static_cast<std::size_t>((p * M + m) * N + n);
      const auto ai = static_cast<std::size_t>(a_at + m * K + k);
      const auto bi = static_cast<std::size_t>(b_at + k * N + n);
      y[at] += a[ai] * b[bi];
      da[ai] += dy[at] * b[bi];
      db[bi] += dy[at] * a[ai];
    }
  }
  const Tensor left = tensor_of(a_shape, a).set_requires_grad();
  const Tensor right = tensor_of(b_shape, b).set_requires_grad();
  const Tensor got = matmul(left, right);
  REQUIRE(got.shape() == Shape(std::span<const Index>(sizes)));
  CHECK(doubles(got) == y);
  got.backward(tensor_of(got.shape(), dy));
  CHECK(doubles(left.grad()) == da);
  CHECK(doubles(right.grad()) == db);
}

// The elements that are reduced to each result, in their order.
std::vector<Doubles> groups_of(const Shape& shape, unsigned reduced, const Doubles& x) {
  Index results = 1;
  for (int d = 0; d < shape.ndim(); ++d) results *= (reduced >> d & 1) != 0 ? 1 : shape[d];
  std::vector<Doubles> groups(static_cast<std::size_t>(results));
  for (Index i = 0; i < shape.numel(); ++i) {
    Index rest = i, step = 1, result = 0;
    for (int d = shape.ndim() - 1; d >= 0; rest /= shape[d], --d) {
      if ((reduced >> d & 1) != 0) continue;
      result += rest % shape[d] * step;
      step *= shape[d];
    }
    groups[static_cast<std::size_t>(result)].push_back(x[static_cast<std::size_t>(i)]);
  }
  return groups;
}

void check_near(const char* what, const Tensor& got, const Doubles& want) {
  CAPTURE(std::string(what));
  const Doubles found = doubles(got);
  REQUIRE(found.size() == want.size());
  for (std::size_t i = 0; i < want.size(); ++i) {
    if (std::isnan(found[i]) && std::isnan(want[i])) continue;
    CHECK(std::fabs(found[i] - want[i]) <= (sizeof(real) == 4 ? 1e-5 : 1e-13));
  }
}

void check_reductions(const Shape& shape, unsigned reduced) {
  CAPTURE(shape.to_string());
  CAPTURE(reduced);
  std::vector<int> dims;  // some of them counted from the end, and the last one first
  for (int d = 0; d < shape.ndim(); ++d) {
    if ((reduced >> d & 1) != 0) dims.insert(dims.begin(), d % 2 == 0 ? d : d - shape.ndim());
  }
  const Doubles x = numbers(shape.numel(), 1);
  Doubles sums, means, vars, largest, smallest;
  std::vector<Index> places;
  for (const Doubles& group : groups_of(shape, reduced, x)) {
    const double n = static_cast<double>(group.size());
    double total = 0, squares = 0;
    for (const double v : group) total += v;
    for (const double v : group) squares += (v - total / n) * (v - total / n);
    sums.push_back(total);
    means.push_back(total / n);
    vars.push_back(n < 2 ? NAN : squares / (n - 1));
    if (group.empty()) continue;
    const auto top = std::max_element(group.begin(), group.end());  // the first of equal ones
    largest.push_back(*top);
    places.push_back(top - group.begin());
    smallest.push_back(*std::min_element(group.begin(), group.end()));
  }
  const Tensor t = tensor_of(shape, x);
  for (const bool keepdim : {false, true}) {
    const Dims over{std::span<const int>(dims)};
    CHECK(doubles(sum(t, over, keepdim)) == sums);
    check_near("mean", mean(t, over, keepdim), means);
    check_near("var", var(t, over, Correction(1), keepdim), vars);
    CHECK(sum(t, over, keepdim).ndim() ==
          shape.ndim() - (keepdim ? 0 : static_cast<int>(dims.size())));
    if (dims.size() != 1 || largest.size() != sums.size()) continue;
    CHECK(doubles(max(t, dims[0], keepdim)) == largest);
    CHECK(doubles(min(t, dims[0], keepdim)) == smallest);
    CHECK(argmax(t, dims[0], keepdim).values() == places);
    CHECK(argmax(t, dims[0], keepdim).shape() == max(t, dims[0], keepdim).shape());
  }
}

}  // namespace

TEST_CASE("formulas: matmul of every pair of vectors, matrices and batches, with both gradients") {
  const Shape pairs[][2] = {
      {{1}, {1}},
      {{300}, {300}},
      {{3, 4}, {4}},
      {{4}, {4, 3}},
      {{70, 1}, {1, 33}},
      {{17, 31}, {31, 33}},
      {{2, 3, 4}, {4, 5}},
      {{2, 3, 4, 5}, {5, 6}},
      {{2, 3, 4}, {4}},
      {{3, 4}, {2, 4, 5}},
      {{4}, {2, 3, 4, 5}},
      {{2, 3, 4}, {2, 4, 5}},
      {{1, 3, 4}, {4, 5}},
      {{3, 4}, {1, 1, 4, 5}},
      {{6, 4, 3, 5}, {4, 5, 2}},
      {{4, 3, 5}, {6, 4, 5, 2}},
      {{6, 1, 3, 5}, {1, 4, 5, 2}},
      {{2, 1, 3, 1, 2, 3}, {1, 5, 3, 2, 3, 2}},
      {{2, 1, 3, 2, 2, 3}, {5, 1, 2, 3, 2}},
      {{2, 1, 2, 3}, {2, 3, 3, 2}},
      {{9, 70, 40}, {40, 60}},
      {{0}, {0}},
      {{2, 0}, {0, 3}},
      {{0, 2}, {2, 3}},
      {{4}, {4, 0}},
      {{0, 2, 3}, {3, 4}},
      {{1, 2, 3}, {0, 3, 4}},
      {{2, 3, 0}, {0, 4}},
      {{2, 1, 3, 0}, {5, 0, 4}},
      {{2, 0, 4}, {2, 4, 5}},
  };
  for (const auto& pair : pairs) check_matmul(pair[0], pair[1]);
}

TEST_CASE("formulas: sum, mean, var, max, min and argmax over every choice of dimensions") {
  for (const Shape& shape :
       {Shape{}, Shape{5}, Shape{17, 33}, Shape{3, 5, 1, 4}, Shape{0}, Shape{3, 0},
        Shape{2, 3, 0, 2}, Shape{4, 17, 2, 16}, Shape{2, 3, 2, 3, 2, 2}, Shape{5, 9000}}) {
    for (unsigned bits = 0; bits < 1U << shape.ndim(); ++bits) check_reductions(shape, bits);
  }
  const Tensor x = tensor({{1, 2}, {4, 1}});
  CHECK(sum(x).item() == 8);
  CHECK(mean(x).item() == 2);
  CHECK(var(x).item() == 2);
  CHECK(max(x).item() == 4);
  CHECK(min(x).item() == 1);
  CHECK(argmax(x).values() == std::vector<Index>{2});
}

TEST_CASE("formulas: dropout keeps what its uniform number says, with all its 53 bits") {
  const CounterRandom generators[] = {CounterRandom(0), CounterRandom(42, 7),
                                      CounterRandom(0xFEDCBA9876543210, 0x123456789ABCDEF0)};
  for (const CounterRandom& random : generators) {
    for (const double p : {0.0, 0.1, 0.5, 0.97, random.uniform(30), random.uniform(61)}) {
      for (const double q : {p, std::nextafter(p, 1)}) {
        for (const Index n : {0, 1, 15, 17, 65, 4097}) {
          const Tensor x = full({n}, 3).set_requires_grad(), y = dropout(x, q, random);
          y.backward(full({n}, 2));
          Index wrong = 0;
          for (Index i = 0; i < n; ++i) {
            const bool kept = random.uniform(static_cast<std::uint64_t>(i)) >= q;
            const real scale = kept ? static_cast<real>(1 / (1 - q)) : 0;
            wrong += element(y, i) != 3 * scale || element(x.grad(), i) != 2 * scale;
          }
          CHECK(wrong == 0);
        }
      }
    }
  }
  Tensor column = tensor({{1}, {0}});  // a mask may be repeated, and changed afterwards
  const Tensor x = tensor({{1, 2, 3}, {4, 5, 6}}).set_requires_grad();
  const Tensor dropped = dropout(x, 0.5, column);
  CHECK(doubles(dropped) == Doubles{2, 4, 6, 0, 0, 0});
  column.fill_(1);
  dropped.backward(ones({2, 3}));
  CHECK(doubles(x.grad()) == Doubles{2, 2, 2, 0, 0, 0});
}

}  // namespace formulas_test
