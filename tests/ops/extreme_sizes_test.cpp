// extreme_sizes_test.cpp: every op at empty tensors whose other sizes are as large as a number can
// be: a result or an Error, on every device. `make SAN=undefined` says that no product overflows.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/creation.h"
#include "holo/nn/attention.h"
#include "holo/ops.h"
#include "registry/registry.h"

namespace extreme_sizes_test {
namespace {

using namespace holo;
using registry::Entry, registry::Sample;

constexpr Index most = std::numeric_limits<Index>::max();

struct Tried {
  int results = 0, errors = 0;
};

// Forward and backward; only an Error may come.
void try_at(const Sample& sample, const std::vector<Shape>& shapes, Tried& tried) {
  try {
    std::vector<Tensor> leaves;
    for (const Shape& shape : shapes) leaves.push_back(zeros(shape));
    for (Tensor& leaf : leaves) leaf.set_requires_grad();
    const Tensor y = sample.f(leaves);
    if (y.requires_grad()) y.backward(zeros(y.shape()));
    ++tried.results;
  } catch (const Error& error) {
    CHECK_FALSE(error.expected().empty());
    ++tried.errors;
  }
}

// The shapes of the inputs with `zero` as 0 and every other size but 1 as `large`; none when one of
// them is not empty and large, which the other tests have.
std::vector<Shape> extreme(const Sample& sample, Index zero, Index large) {
  std::vector<Shape> shapes;
  for (const registry::Input& input : sample.inputs) {
    std::vector<Index> sizes(input.shape.begin(), input.shape.end());
    for (Index& size : sizes) size = size == zero ? 0 : size == 1 ? 1 : large;
    shapes.emplace_back(std::span<const Index>(sizes));
    if (shapes.back().numel() > 1) return {};
  }
  return shapes;
}

// One size after the other is 0.
void try_all(const Sample& sample, Index large, Tried& tried) {
  std::set<Index> sizes;
  for (const registry::Input& input : sample.inputs) {
    sizes.insert(input.shape.begin(), input.shape.end());
  }
  for (const Index zero : sizes) {
    try {
      const std::vector<Shape> shapes = extreme(sample, zero, large);
      if (!shapes.empty()) try_at(sample, shapes, tried);
    } catch (const ShapeError&) {
      ++tried.errors;
    }
  }
}

}  // namespace

TEST_CASE("extreme sizes: every op gives a result or an Error") {
  for (const Index large : {Index{1} << 40, Index{1} << 62}) {
    Tried tried;
    for (const Entry& entry : registry::entries()) {
      CAPTURE(entry.name);
      for (const Sample& sample : entry.samples) {
        CAPTURE(sample.form);
        try_all(sample, large, tried);
      }
    }
    CHECK(tried.results > 100);
    CHECK(tried.errors > 100);
  }
}

TEST_CASE("extreme sizes: a shape whose sizes other than 0 cannot be multiplied is refused") {
  constexpr Index large = Index{1} << 40;
  CHECK(error_of<ShapeError>([] {
          zeros({0, large, large});
        }).found() ==
        "[0,1099511627776,1099511627776] has more elements than a 64-bit number counts, without "
        "its sizes of 0");
  CHECK(Shape{0, large, 1 << 22}.numel() == 0);
  CHECK_THROWS_AS((Shape{most, 2, 0}), ShapeError);
}

TEST_CASE("extreme sizes: attention of many positions in no batch") {
  const Index large = Index{1} << 40;
  const Tensor few = zeros({0, 1 << 20, 4}), many = zeros({0, large, 4});
  for (const bool causal : {true, false}) {
    const AttentionOptions options{.n_head = 2, .causal = causal};
    CHECK(attention(few, few, few, options).shape() == few.shape());
    CHECK(attention(many, many, many, options).shape() == many.shape());
  }
  const Tensor wide = zeros({0, 1, most});
  CHECK_THROWS_AS(attention(wide, wide, wide, {.n_head = Index{1} << 62}), ShapeError);
}

TEST_CASE("extreme sizes: the gradient of rows of a table that were not taken") {
  const Tensor table = zeros({0, Index{1} << 62}).set_requires_grad();
  embedding(table, Indices(Shape{0}, {})).backward(zeros({0, Index{1} << 62}));
  CHECK(table.grad().shape() == table.shape());
}

TEST_CASE("extreme sizes: rotary positions and chunks at the end of what can be counted") {
  const RotaryOptions options{.channels = 2};
  const Tensor empty = zeros({0, Index{1} << 40, 1, 2});
  CHECK(rotary(empty, options, 0).shape() == empty.shape());
  for (const Index first : {most, most - 1}) {
    CHECK(error_of<ShapeError>([&] {
            rotary(ones({1, 2, 1, 2}), options, first);
          }).where() == "rotary");
  }
  CHECK(rotary(ones({1, 2, 1, 2}), options, most - 2).shape() == Shape{1, 2, 1, 2});
  const std::vector<Tensor> halves = chunk(zeros({most, 0}), 2, 0);
  REQUIRE(halves.size() == 2);
  CHECK(halves[0].shape() == Shape{Index{1} << 62, 0});
  CHECK(halves[1].shape() == Shape{(Index{1} << 62) - 1, 0});
}

}  // namespace extreme_sizes_test
