// holo_gate_test.cpp: the middle and the end of HoloGateFlow as one node each are what the ops are
// that they combine, forward and backward, also at numbers that are not finite; and what they
// refuse.
#include <doctest/doctest.h>

#include <limits>

#include "holo/nn/activation.h"
#include "nn/layer_check.h"

namespace holo_gate_test {

using namespace layer_check;

namespace {

constexpr real inf = std::numeric_limits<real>::infinity();

Tensor composed(const Tensor& a, const Tensor& b, const Tensor& c, const HoloGateOptions& o) {
  return cat({activate(a, o.first), activate(c, o.gate) * activate(b, o.second)}, -1);
}

Tensor composed_flow(const Tensor& x, const Tensor& scale, const Tensor& y, const Tensor& shift) {
  const Tensor flow = sigmoid(scale) * y + shift;
  return x.defined() ? x + flow : flow;
}

std::vector<double> doubles(const Tensor& x) {
  const std::vector<real> numbers = x.to_vector();
  return {numbers.begin(), numbers.end()};
}

// f and g give the same, and send the same gradients: into nothing, and onto what is there.
using Op = std::function<Tensor(const std::vector<Tensor>&)>;
void check_same(const Shape& shape, int inputs, const Op& f, const Op& g) {
  std::vector<Tensor> x;
  for (int i = 0; i < inputs; ++i) {
    x.push_back(values(shape, 3 + static_cast<std::uint64_t>(i)).set_requires_grad());
  }
  CHECK(f(x).shape() == g(x).shape());
  CHECK(apart(f(x).to_vector(), doubles(g(x))) == "");
  const Tensor seed = values(g(x).shape(), 4);
  for (const bool add : {false, true}) {
    std::vector<std::vector<real>> gradients;
    for (const Op& op : {f, g}) {
      for (Tensor& input : x) {
        input.zero_grad();
        if (add) sum(input * 3).backward();
      }
      op(x).backward(seed);
      for (const Tensor& input : x) gradients.push_back(input.grad().to_vector());
    }
    const auto n = static_cast<std::size_t>(inputs);
    for (std::size_t i = 0; i < n; ++i) {
      const std::vector<real>& want = gradients[n + i];
      CHECK_MESSAGE(apart(gradients[i], {want.begin(), want.end()}) == "", "input ", i);
    }
  }
}

const std::vector<Shape> sizes = {{1}, {5, 17}, {3, 2, 32}, {0, 6}, {4, 0}, {300, 65}, {2, 1100}};

}  // namespace

TEST_CASE("holo_gate: the same as three activations, a product and cat") {
  const Activation all[] = {Activation::none, Activation::relu,      Activation::relu2,
                            Activation::gelu, Activation::gelu_tanh, Activation::silu,
                            Activation::tanh, Activation::sigmoid};
  for (const Activation one : all) {
    for (const HoloGateOptions& options :
         {HoloGateOptions{.first = one}, HoloGateOptions{.second = one},
          HoloGateOptions{.gate = one}, HoloGateOptions{one, one, one}}) {
      for (const Shape& shape : sizes) {
        check_same(
            shape, 3,
            [&](const std::vector<Tensor>& x) { return holo_gate(x[0], x[1], x[2], options); },
            [&](const std::vector<Tensor>& x) { return composed(x[0], x[1], x[2], options); });
      }
    }
  }
}

TEST_CASE("affine_flow: the same as a sigmoid, a product and two sums") {
  for (const Shape& shape : sizes) {
    check_same(
        shape, 4, [](const std::vector<Tensor>& x) { return affine_flow(x[0], x[1], x[2], x[3]); },
        [](const std::vector<Tensor>& x) { return composed_flow(x[0], x[1], x[2], x[3]); });
    check_same(
        shape, 3,
        [](const std::vector<Tensor>& x) { return affine_flow(Tensor(), x[0], x[1], x[2]); },
        [](const std::vector<Tensor>& x) { return composed_flow(Tensor(), x[0], x[1], x[2]); });
  }
}

TEST_CASE("holo_gate, affine_flow: an open and a closed gate, and numbers that are not finite") {
  const auto gate = [](real b, real c, Activation activation) {
    return holo_gate(tensor({0}), tensor({b}), tensor({c}), {.gate = activation}).to_vector()[1];
  };
  CHECK(gate(inf, inf, Activation::sigmoid) == inf);
  CHECK(gate(0, inf, Activation::sigmoid) == 0);
  CHECK(gate(5, -inf, Activation::sigmoid) == 0);
  CHECK(gate(5, -1, Activation::relu) == 0);
  CHECK(std::isnan(gate(inf, -inf, Activation::sigmoid)));
  CHECK(std::isnan(gate(0, inf, Activation::none)));
  const Tensor one = tensor({1}), two = tensor({2}), three = tensor({3});
  CHECK(affine_flow(one, tensor({inf}), two, three).item() == 6);
  CHECK(affine_flow(one, tensor({-inf}), two, three).item() == 4);
  CHECK(affine_flow(Tensor(), tensor({-inf}), two, three).item() == 3);
  CHECK(std::isnan(affine_flow(one, tensor({-inf}), tensor({inf}), three).item()));
  CHECK(affine_flow(tensor({-inf}), one, two, three).item() == -inf);
}

TEST_CASE("holo_gate, affine_flow: a constant gets no gradient, and the others get theirs") {
  const Tensor constant = values({2, 3}, 1), other = values({2, 3}, 2);
  Tensor x = values({2, 3}, 3).set_requires_grad();
  sum(holo_gate(constant, x, other)).backward();
  CHECK_FALSE(constant.grad().defined());
  const std::vector<real> of_gate = x.grad().to_vector();
  x.zero_grad();
  sum(sigmoid(other) * silu(x)).backward();
  CHECK(apart(of_gate, doubles(x.grad())) == "");
  x.zero_grad();
  sum(affine_flow(constant, other, x, constant)).backward();
  CHECK_FALSE(other.grad().defined());
  CHECK(apart(x.grad().to_vector(), doubles(sigmoid(other))) == "");
}

TEST_CASE("holo_gate, affine_flow: one tensor in several places gets the sum of their gradients") {
  const Shape shape = {3, 700};  // a row is more than one piece
  Tensor constants[4];
  for (std::uint64_t i = 0; i < 4; ++i) constants[i] = values(shape, 8 + i);
  for (int places = 1; places < 16; ++places) {
    CAPTURE(places);
    const auto input = [&](const std::vector<Tensor>& x, int place) {
      return (places >> place & 1) != 0 ? x[0] : constants[place];
    };
    check_same(
        shape, 1,
        [&](const std::vector<Tensor>& x) {
          return affine_flow(input(x, 0), input(x, 1), input(x, 2), input(x, 3));
        },
        [&](const std::vector<Tensor>& x) {
          return composed_flow(input(x, 0), input(x, 1), input(x, 2), input(x, 3));
        });
    if (places >= 8) continue;
    check_same(
        shape, 1,
        [&](const std::vector<Tensor>& x) {
          return holo_gate(input(x, 0), input(x, 1), input(x, 2));
        },
        [&](const std::vector<Tensor>& x) {
          return composed(input(x, 0), input(x, 1), input(x, 2), HoloGateOptions());
        });
  }
}

TEST_CASE("holo_gate, affine_flow: what is refused") {
  check_error<ShapeError>("holo_gate: a [2,3] and c [3]; expected equal shapes. Try: broadcast_to",
                          [] {
                            holo_gate(values({2, 3}, 1), values({2, 3}, 2), values({3}, 3));
                          });
  check_error<ShapeError>(
      "holo_gate: a [] has no dimensions; expected channels in the last dimension. Try: reshape(a, "
      "{1, -1})",
      [] { holo_gate(tensor(1), tensor(1), tensor(1)); });
  check_error<ShapeError>(
      "affine_flow: y [2] and x [3]; expected equal shapes. Try: broadcast_to",
      [] { affine_flow(values({3}, 1), values({2}, 2), values({2}, 3), values({2}, 4)); });
}

}  // namespace holo_gate_test
