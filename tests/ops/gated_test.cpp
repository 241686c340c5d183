// gated_test.cpp: the gate as one node is what split, the activation and a product are, forward and
// backward, and it says what it refuses.
#include <doctest/doctest.h>

#include <limits>

#include "holo/nn/activation.h"
#include "nn/layer_check.h"

namespace gated_test {

using namespace layer_check;

namespace {

const Activation activations[] = {Activation::none, Activation::relu,      Activation::relu2,
                                  Activation::gelu, Activation::gelu_tanh, Activation::silu,
                                  Activation::tanh, Activation::sigmoid};

Tensor composed(const Tensor& x, Activation activation, Gate gate) {
  const Index half = x.size(-1) / 2;
  const std::vector<Tensor> parts = split(x, {half, half}, -1);
  return gate == Gate::first ? activate(parts[0], activation) * parts[1]
                             : parts[0] * activate(parts[1], activation);
}

}  // namespace

TEST_CASE("gated: the same as split, the activation and a product") {
  for (const Activation activation : activations) {
    for (const Gate gate : {Gate::first, Gate::second}) {
      for (const Shape& shape :
           {Shape{2}, Shape{5, 34}, Shape{3, 2, 64}, Shape{0, 6}, Shape{4, 0}, Shape{300, 130}}) {
        Tensor x = values(shape, 3).set_requires_grad();
        const Tensor y = gated(x, activation, gate), want = composed(x, activation, gate);
        CHECK(y.shape() == want.shape());
        const std::vector<real> numbers = want.to_vector();
        CHECK(apart(y.to_vector(), {numbers.begin(), numbers.end()}) == "");
        const Tensor seed = values(y.shape(), 4);
        std::vector<real> gradient[2];
        for (const bool add : {false, true}) {  // into nothing, and onto what is there
          x.zero_grad();
          if (add) sum(x * 3).backward();
          gated(x, activation, gate).backward(seed);
          gradient[0] = x.grad().to_vector();
          x.zero_grad();
          if (add) sum(x * 3).backward();
          composed(x, activation, gate).backward(seed);
          gradient[1] = x.grad().to_vector();
          CHECK(apart(gradient[0], {gradient[1].begin(), gradient[1].end()}) == "");
        }
      }
    }
  }
}

TEST_CASE("gated: a closed gate, and one that is not finite") {
  const real inf = std::numeric_limits<real>::infinity();
  CHECK(gated(tensor({-1, 5}), Activation::relu, Gate::first).item() == 0);
  CHECK(gated(tensor({5, -1}), Activation::relu, Gate::second).item() == 0);
  CHECK(gated(tensor({inf, 2}), Activation::sigmoid, Gate::first).item() == 2);
  CHECK(gated(tensor({-inf, 2}), Activation::sigmoid, Gate::first).item() == 0);
  CHECK(std::isnan(gated(tensor({0, inf}), Activation::none, Gate::first).item()));
}

TEST_CASE("gated: what is refused") {
  check_error<ShapeError>(
      "gated: x [2,3] has 3 channels; expected an even number: two halves. Try: a layer before it "
      "with twice the channels",
      [] {
        gated(values({2, 3}, 1), Activation::silu, Gate::first);
      });
  CHECK_THROWS_AS(gated(tensor(1), Activation::silu, Gate::first), ShapeError);
}

}  // namespace gated_test
