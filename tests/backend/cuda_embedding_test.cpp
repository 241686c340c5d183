// cuda_embedding_test.cpp: on a GPU, embedding and gather take the same elements as the plain loops
// and add gradients in the same order, bit for bit: for few words, which are searched for, and for
// many, which are sorted.
#include <doctest/doctest.h>

#include <functional>
#include <vector>

#include "backend/device_array.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace cuda_embedding_test {
namespace {

using namespace holo;
using Op = std::function<Tensor(const Tensor&, const Indices&)>;

// Numbers below `limit`: half of them one word, the others spread, some neighbours equal.
Indices choices(const Shape& shape, Index limit) {
  std::vector<Index> list;
  for (Index i = 0; i < shape.numel(); ++i) {
    list.push_back(i % 2 == 0 ? limit / 2 : (i / 3 * 7919 + 5) % limit);
  }
  return {shape, list};
}

struct Result {
  std::vector<real> y, dx;
};

Result run(Device device, const Op& op, const Shape& shape, const Indices& index) {
  Tensor x = normal(shape, CounterRandom(1), 0, 1, Device::cpu).to(device).set_requires_grad();
  const Tensor y = op(x, index);
  y.backward(normal(y.shape(), CounterRandom(2), 0, 1, Device::cpu).to(device));
  return {y.to_vector(), x.grad().to_vector()};
}

void check(const Op& op, const Shape& shape, const Indices& index) {
  CAPTURE(shape.to_string());
  CAPTURE(index.shape().to_string());
  const Result found = run(Device::cuda, op, shape, index);
  const Result expected = run(Device::plain, op, shape, index);
  CHECK(found.y == expected.y);
  CHECK(found.dx == expected.dx);
}

}  // namespace

TEST_CASE("cuda embedding: rows that are taken often, of few words and of many") {
  if (twins::no_cuda()) return;
  for (const Index V : {1, 5, 512, 513, 2000}) {
    for (const Index rows : {1, 2, 3, 31, 64, 255, 256, 257, 1000}) {
      check(embedding, {V, 3}, choices({rows}, V));
    }
    check(embedding, {V, 300}, choices({40}, V));
    check(embedding, {V, 2}, choices({0}, V));
    check(embedding, {V, 0}, choices({7}, V));
  }
}

TEST_CASE("cuda gather: columns, rows, and one column") {
  if (twins::no_cuda()) return;
  for (const Index n : {1, 2, 100, 600}) {
    check([](const Tensor& x, const Indices& i) { return gather(x, 0, i); }, {n}, choices({90}, n));
    check([](const Tensor& x, const Indices& i) { return gather(x, 0, i); }, {n, 1},
          choices({40, 1}, n));
    check([](const Tensor& x, const Indices& i) { return gather(x, 1, i); }, {3, n, 70},
          choices({3, 11, 70}, n));
    check([](const Tensor& x, const Indices& i) { return gather(x, 1, i); }, {300, n},
          choices({300, 5}, n));
    check([](const Tensor& x, const Indices& i) { return gather(x, 1, i); }, {3, n},
          choices({3, 0}, n));
  }
}

}  // namespace cuda_embedding_test
