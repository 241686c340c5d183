// tensor_edge_values_test.cpp: zeros, infinities, NaNs, ties, nothing at all and numbers near the
// ends of the range: what the ops of rows and matrices give there, and their gradients, as PyTorch
// does. Functions element by element: elementwise_edge_test.cpp.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "helpers.h"
#include "holo/compositions.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/version.h"

namespace tensor_edge_values_test {

using namespace holo;

namespace {

constexpr bool in_double = sizeof(real) == 8;
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double huge = in_double ? 1e200 : 1e30;  // its square is infinite

using Doubles = std::vector<double>;
using Function = std::function<Tensor(const Tensor&)>;

// NaN is NaN, infinities and zeros are exact, other numbers are within a few roundings.
bool same(double got, double want) {
  if (std::isnan(want)) return std::isnan(got);
  if (want == 0 || std::isinf(want)) return got == want;
  return std::fabs(got - want) <=
         8 * static_cast<double>(std::numeric_limits<real>::epsilon()) * std::fabs(want);
}

Doubles numbers(const Tensor& x) {
  const std::vector<real> values = x.to_vector();
  return Doubles(values.begin(), values.end());
}

Doubles gradient(const Tensor& x) {
  return x.grad().defined() ? numbers(x.grad()) : Doubles(static_cast<std::size_t>(x.numel()));
}

void check_same(const std::string& what, const Doubles& got, const Doubles& want) {
  REQUIRE(got.size() == want.size());
  for (std::size_t i = 0; i < want.size(); ++i) {
    CHECK_MESSAGE(same(got[i], want[i]), what, " [", i, "] is ", got[i], ", expected ", want[i]);
  }
}

Tensor input(const Doubles& values) {
  return tensor(values, {static_cast<Index>(values.size())}).set_requires_grad();
}

struct RowOfMany {
  const char* name;
  Function f;
  Doubles x, y, seed, dx;
};

void check(const RowOfMany& row) {
  CAPTURE(std::string(row.name));
  const Tensor x = input(row.x);
  const Tensor y = row.f(x);
  const Tensor seed = tensor(row.seed, y.shape());
  y.backward(seed);
  check_same("value", numbers(y), row.y);
  check_same("gradient", gradient(x), row.dx);
  // As one row of several.
  if (row.x.empty()) return;
  std::vector<Tensor> rows;
  for (int i = 0; i < 3; ++i) rows.push_back(input(row.x));
  const std::vector<Tensor> seeds(3, seed);
  const Tensor all = row.f(stack(rows, 0));
  all.backward(stack(seeds, 0));
  for (const Tensor& one : rows) check_same("gradient of a row", gradient(one), row.dx);
}

}  // namespace

// clang-format off

TEST_CASE("tensor edge values: rows of numbers") {
  const double nan = not_a_number, e = std::exp(1.0);
  const Function softmax_ = [](const Tensor& x) { return softmax(x, -1); };
  const Function log_softmax_ = [](const Tensor& x) { return log_softmax(x, -1); };
  const Function logsumexp_ = [](const Tensor& x) { return logsumexp(x, -1); };
  const Function max_ = [](const Tensor& x) { return max(x, -1); };
  const Function min_ = [](const Tensor& x) { return min(x, -1); };
  const Function sum_ = [](const Tensor& x) { return sum(x, -1); };
  const Function var_1 = [](const Tensor& x) { return var(x, -1); };
  const Function var_2 = [](const Tensor& x) { return var(x, -1, Correction(2)); };
  const Function rms_norm_0 = [](const Tensor& x) { return rms_norm(x, Tensor(), 0); };
  const Function var_ = [](const Tensor& x) { return var(x, -1, Correction(0)); };
  const Function layer_norm_ = [](const Tensor& x) { return layer_norm(x); };
  const Function layer_norm_0 = [](const Tensor& x) { return layer_norm(x, Tensor(), Tensor(), 0); };
  const Function rms_norm_ = [](const Tensor& x) { return rms_norm(x); };
  const double largest = static_cast<double>(std::numeric_limits<real>::max());
  const double p = 1 / (1 + e), q = e / (1 + e);  // softmax of 0 and 1
  const double slope = p * (1 - 3) * q;           // and its gradient for the seed 1, 3
  const RowOfMany rows[] = {
      {"softmax", softmax_, {1e4, 0, -1e4}, {1, 0, 0}, {1, 2, 3}, {0, 0, 0}},
      {"softmax", softmax_, {0, -inf, 1}, {p, 0, q}, {1, 2, 3}, {slope, 0, -slope}},
      {"softmax", softmax_, {-inf, -inf}, {nan, nan}, {1, 2}, {nan, nan}},
      {"softmax", softmax_, {0, inf}, {nan, nan}, {1, 2}, {nan, nan}},
      {"softmax", softmax_, {0, nan, 1}, {nan, nan, nan}, {1, 2, 3}, {nan, nan, nan}},
      {"softmax", softmax_, {inf, 0, 1}, {nan, nan, nan}, {1, 1, 1}, {nan, nan, nan}},
      {"softmax", softmax_, {largest, -largest}, {1, 0}, {1, 0}, {0, 0}},
      {"log_softmax", log_softmax_, {inf, 0, 1}, {nan, nan, nan}, {1, 1, 1}, {nan, nan, nan}},
      {"log_softmax", log_softmax_, {1, nan, 0}, {nan, nan, nan}, {1, 1, 1}, {nan, nan, nan}},
      {"log_softmax", log_softmax_, {1e4, 0}, {0, -1e4}, {0, 1}, {-1, 1}},
      {"log_softmax", log_softmax_, {0, -inf}, {0, -inf}, {1, 0}, {0, 0}},
      {"log_softmax", log_softmax_, {-inf, -inf}, {nan, nan}, {1, 2}, {nan, nan}},
      {"logsumexp", logsumexp_, {1e4, 1e4}, {1e4 + std::log(2.0)}, {1}, {0.5, 0.5}},
      {"logsumexp", logsumexp_, {-inf, -inf}, {-inf}, {1}, {nan, nan}},
      {"logsumexp", logsumexp_, {inf, 0}, {inf}, {1}, {nan, 0}},
      {"logsumexp", logsumexp_, {-inf, 3}, {3}, {1}, {0, 1}},
      {"logsumexp", logsumexp_, {}, {-inf}, {1}, {}},
      {"logsumexp", logsumexp_, {200, inf, -inf, -200}, {inf}, {1}, {0, nan, 0, 0}},
      {"logsumexp", logsumexp_, {inf, nan}, {nan}, {1}, {nan, nan}},
      {"logsumexp", logsumexp_, {-inf, nan}, {nan}, {1}, {nan, nan}},
      {"logsumexp", logsumexp_, {-inf, 3, -inf}, {3}, {2}, {0, 2, 0}},
      {"logsumexp", logsumexp_, {-largest, -largest}, {-largest}, {1}, {0.5, 0.5}},
      {"sum", sum_, {1, inf, 2}, {inf}, {1}, {1, 1, 1}},
      {"sum", sum_, {1, inf, -inf}, {nan}, {1}, {1, 1, 1}},
      {"sum", sum_, {1, nan, 2}, {nan}, {1}, {1, 1, 1}},
      {"var of one", var_, {3}, {0}, {1}, {0}},
      {"var of one, corrected", var_1, {3}, {nan}, {1}, {nan}},
      {"var, nothing to divide by", var_2, {3, 4}, {inf}, {1}, {-inf, inf}},
      {"var, 0 / 0", var_2, {3, 3}, {nan}, {1}, {nan, nan}},
      {"max, a tie", max_, {1, 3, 3}, {3}, {1}, {0, 1, 0}},
      {"max, NaN", max_, {1, nan, 3, nan}, {nan}, {1}, {0, 1, 0, 0}},
      {"max, -inf", max_, {-inf, -inf}, {-inf}, {1}, {1, 0}},
      {"min, a tie", min_, {3, 1, 1}, {1}, {1}, {0, 1, 0}},
      {"min, NaN", min_, {1, 3, nan}, {nan}, {1}, {0, 0, 1}},
      {"var of equal numbers", var_, {3, 3, 3}, {0}, {1}, {0, 0, 0}},
      {"var of large equal numbers", var_, {1e4, 1e4, 1e4}, {0}, {1}, {0, 0, 0}},
      {"layer_norm of equal numbers", layer_norm_, {3, 3, 3}, {0, 0, 0}, {1, 1, 1}, {0, 0, 0}},
      {"layer_norm of large equal numbers", layer_norm_, {1e4, 1e4, 1e4, 1e4, 1e4}, {0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}, {0, 0, 0, 0, 0}},
      {"layer_norm, variance infinite", layer_norm_, {huge, -huge}, {in_double ? 0.0 : 1, in_double ? 0.0 : -1}, {1, 2}, {0, 0}},
      {"layer_norm without epsilon", layer_norm_0, {3, 3}, {nan, nan}, {1, 2}, {nan, nan}},
      {"layer_norm of infinity", layer_norm_, {inf, 1}, {nan, nan}, {1, 2}, {nan, nan}},
      {"rms_norm without epsilon", rms_norm_0, {0, 0}, {nan, nan}, {1, 2}, {nan, nan}},
      {"rms_norm of NaN", rms_norm_, {1, nan}, {nan, nan}, {1, 2}, {nan, nan}},
      {"rms_norm of zeros", rms_norm_, {0, 0}, {0, 0}, {1, 2}, {std::sqrt(1e5), 2 * std::sqrt(1e5)}},
  };
  for (const RowOfMany& row : rows) check(row);
}

// clang-format on

TEST_CASE("tensor edge values: silu far below 0 is almost 0, and no NaN") {
  const Tensor x = input({-89, -745, -103.5});
  const Tensor y = silu(x);
  y.backward(ones({3}));
  for (const double v : numbers(y)) CHECK((v <= 0 && v > -1e-36));
  for (const double v : gradient(x)) CHECK((v <= 0 && v > -1e-36));
}

TEST_CASE("tensor edge values: the largest of all, ties and NaN, and where it is") {
  const Tensor x = input({1, 3, 3});
  max(x).backward();
  check_same("max", gradient(x), {0, 0.5, 0.5});
  const Tensor y = input({1, not_a_number, 3, not_a_number});
  CHECK(std::isnan(max(y).item()));
  CHECK(argmax(input({1, 3, 3})).values() == std::vector<Index>{1});
  CHECK(argmax(input({1, not_a_number, 3, not_a_number})).values() == std::vector<Index>{1});
  CHECK(argmax(tensor({{1, 3, 3}, {5, 5, 1}}), 1).values() == std::vector<Index>{1, 0});
  const Tensor z = input({2, 2, 5});
  min(z).backward();
  check_same("min", gradient(z), {0.5, 0.5, 0});
}

TEST_CASE("tensor edge values: a result without elements leaves the gradients of its inputs") {
  const Tensor a = ones({2, 3}).set_requires_grad(), b = ones({3, 2}).set_requires_grad();
  const Tensor right = matmul(a, zeros({3, 0})), left = matmul(zeros({0, 3}), b);
  const Tensor empty = a + zeros({0, 2, 3});
  // those of 2 a and 3 b come first
  (sum(right) + sum(left) + sum(empty) + sum(a * 2) + sum(b * 3)).backward();
  CHECK(a.grad().to_vector() == std::vector<real>(6, 2));
  CHECK(b.grad().to_vector() == std::vector<real>(6, 3));
}

TEST_CASE("tensor edge values: nothing at all") {
  CHECK(sum(zeros({0})).item() == 0);
  CHECK(std::isnan(mean(zeros({0})).item()));
  CHECK(std::isnan(var(tensor({1, inf, 2})).item()));
  CHECK(sum(zeros({2, 0}), 1).to_vector() == std::vector<real>{0, 0});
  CHECK(std::isnan(mean(zeros({2, 0}), 1).at({1})));
  CHECK(sum(zeros({2, 0}), 0).shape() == Shape{0});
  CHECK(max(zeros({2, 0}), 0).shape() == Shape{0});
  CHECK(add(zeros({0}), zeros({1})).shape() == Shape{0});
  CHECK(reshape(zeros({0}), {-1, 3}).shape() == Shape{0, 3});
  CHECK(softmax(zeros({2, 0}), -1).shape() == Shape{2, 0});
  CHECK(softmax(zeros({2, 0}), 0).shape() == Shape{2, 0});
  CHECK(logsumexp(zeros({0, 3}), 0).at({2}) == real(-inf));
}

namespace {

struct EdgeRow {
  std::vector<double> logits;
  Index target;
  double loss;
  std::vector<double> gradient;
};

void check_edge(const EdgeRow& row) {
  CAPTURE(row.logits);
  const auto V = static_cast<Index>(row.logits.size());
  for (const Reduction reduction : {Reduction::none, Reduction::sum, Reduction::mean}) {
    Tensor x = tensor(row.logits, {1, V}).set_requires_grad();
    const Tensor loss = cross_entropy(x, {row.target}, reduction);
    check_same("loss", numbers(loss), {row.loss});
    loss.backward();
    check_same("gradient", gradient(x), row.gradient);
  }
}

}  // namespace

TEST_CASE("tensor edge values: cross_entropy, edge rows") {
  const double nan = not_a_number;
  check_edge({{1e4, 0}, 1, 1e4, {1, -1}});
  check_edge({{1e4, 0}, 0, 0, {0, 0}});
  check_edge({{0, -1e4}, 1, 1e4, {1, -1}});
  check_edge({{-inf, -inf}, 0, nan, {nan, nan}});
  check_edge({{inf, 0}, 0, nan, {nan, nan}});
  check_edge({{inf, 0}, 1, nan, {nan, nan}});
  check_edge({{nan, 0, 0}, 1, nan, {nan, nan, nan}});
  check_edge({{0, 0, nan}, 1, nan, {nan, nan, nan}});
  check_edge({{0, -inf}, 1, inf, {1, -1}});
  check_edge({{0, -inf}, 0, 0, {0, 0}});
  check_edge({{5}, 0, 0, {0}});
  // A NaN in the first register and in the last, others between them
  for (const std::size_t at : {0u, 20u, 46u}) {
    std::vector<double> x(47, 1.0);
    x[at] = nan;
    check_edge({x, 3, nan, std::vector<double>(47, nan)});
  }
}

TEST_CASE(
    "tensor edge values: cross_entropy: a bad row leaves the others alone, an ignored one is not "
    "looked at") {
  Tensor x = tensor({{not_a_number, 0}, {1, 1}, {inf, -inf}}).set_requires_grad();
  const Tensor loss = cross_entropy(x, {-100, 0, -100});
  CHECK(static_cast<double>(loss.item()) == doctest::Approx(std::log(2)));
  loss.backward();
  const std::vector<real> grad = x.grad().to_vector();
  for (const std::size_t i : {0u, 1u, 4u, 5u}) CHECK(grad[i] == 0);
  CHECK(static_cast<double>(grad[2]) == doctest::Approx(-0.5));
  CHECK(static_cast<double>(grad[3]) == doctest::Approx(0.5));
}

TEST_CASE("tensor edge values: cross_entropy: all ignored, and nothing at all") {
  for (const Shape& shape : {Shape{3, 4}, Shape{0, 4}}) {
    const Indices none({shape[0]}, std::vector<Index>(static_cast<std::size_t>(shape[0]), -100));
    Tensor x = ones(shape).set_requires_grad();
    const Tensor mean = cross_entropy(x, none);
    CHECK(std::isnan(mean.item()));
    mean.backward();
    REQUIRE(x.grad().defined());
    for (const real v : x.grad().to_vector()) CHECK(v == 0);
    CHECK(cross_entropy(x, none, Reduction::sum).item() == 0);
    const std::vector<real> zeros_of(static_cast<std::size_t>(shape[0]), 0);
    CHECK(cross_entropy(x, none, Reduction::none).to_vector() == zeros_of);
  }
}

TEST_CASE("tensor edge values: cross_entropy: another ignore_index, also one that is a class") {
  const Tensor x = tensor({{1, 2}, {3, 4}, {5, 7}});
  const double want = std::log1p(std::exp(1));  // of row 0, target 0
  CHECK(static_cast<double>(cross_entropy(x, {0, -1, -1}, Reduction::mean, -1).item()) ==
        doctest::Approx(want));
  CHECK(static_cast<double>(cross_entropy(x, {0, 1, 1}, Reduction::mean, 1).item()) ==
        doctest::Approx(want));
}

TEST_CASE(
    "tensor edge values: cross_entropy: a row with the mask 0 does not count, whatever it has") {
  Tensor logits = tensor({{1, 2, -INFINITY}, {not_a_number, 0, 0}, {INFINITY, 0, 0}, {0, 0, 0}});
  const Tensor loss = cross_entropy(logits.set_requires_grad(), {2, 1, 1, 1}, tensor({0, 0, 0, 1}));
  check_same("loss", numbers(loss), {std::log(3.0)});
  loss.backward();
  check_same("gradient", numbers(logits.grad()),
             {0, 0, 0, 0, 0, 0, 0, 0, 0, 1 / 3., -2 / 3., 1 / 3.});
  // Large losses have a mean, though their sum is no float. No wider number keeps a sum of doubles.
  if (in_double) return;
  const double most = static_cast<double>(std::numeric_limits<real>::max()) / 2;
  const Tensor large = tensor({{most, 0}, {most, 0}, {most, 0}});
  check_same("mean", numbers(cross_entropy(large, {1, 1, 1}, ones({3}))), {most});
}

TEST_CASE("tensor edge values: a bad number spoils its row of a norm and no other one") {
  for (const double bad : {inf, -inf, not_a_number}) {
    for (const bool layer : {true, false}) {
      Tensor x = ones({3, 20});
      set_element(x, 20 + 7, bad);
      set_element(x, 0, 2);
      set_element(x, 41, 2);
      const std::vector<real> y = (layer ? layer_norm(x) : rms_norm(x)).to_vector();
      for (std::size_t i = 0; i < 60; ++i) {
        CAPTURE(i);
        if (i < 20 || i >= 40) CHECK(std::isfinite(y[i]));
        if (i == 27 || (i >= 20 && i < 40 && (layer || std::isnan(bad)))) CHECK(std::isnan(y[i]));
      }
    }
  }
  // The gain of a row of equal numbers has no gradient; rstd is 1 / sqrt(1e-5) = 316.2 there.
  Tensor x = full({1, 4}, 3).set_requires_grad(), gain = ones({4}).set_requires_grad();
  layer_norm(x, gain).backward(tensor({{1, 0, 0, 0}}));
  CHECK(static_cast<double>(x.grad().at({0, 0})) == doctest::Approx(316.2278 * 0.75));
  CHECK(static_cast<double>(x.grad().at({0, 1})) == doctest::Approx(316.2278 * -0.25));
  for (const real v : gain.grad().to_vector()) CHECK(v == 0);
  for (const Index C : {1, 2, 7, 16, 17, 768}) {
    for (const real v : layer_norm(full({2, C}, real(0.1))).to_vector()) CHECK(v == 0);
  }
}

TEST_CASE(
    "tensor edge values: matmul: infinity and NaN reach what they take part in, and nothing else") {
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

TEST_CASE("tensor edge values: attention: large scores neither overflow nor lose the row") {
  for (const Index D : {4, 32}) {
    Tensor q = zeros({1, 3, D}), k = zeros({1, 3, D}), v = zeros({1, 3, D});
    for (Index t = 0; t < 3; ++t) {
      set_element(q, t * D, 1);
      set_element(k, t * D, t == 1 ? real(1e4) : real(-1e4));
      set_element(v, t * D, static_cast<real>(t + 1));
    }
    for (Tensor* leaf : {&q, &k, &v}) leaf->set_requires_grad();
    const Tensor y = attention(q, k, v, {1, 0, true, 1});
    CHECK(y.at({0, 0, 0}) == 1);
    CHECK(y.at({0, 1, 0}) == 2);
    CHECK(y.at({0, 2, 0}) == 2);
    y.backward(ones({1, 3, D}));
    for (const Tensor& leaf : {q, k}) {
      for (const real g : leaf.grad().to_vector()) CHECK(g == 0);
    }
    CHECK(v.grad().at({0, 0, 0}) == 1);
    CHECK(v.grad().at({0, 1, 0}) == 2);
    CHECK(v.grad().at({0, 2, 0}) == 0);
  }
}

TEST_CASE(
    "tensor edge values: attention: a NaN or an infinity stays with the queries that see it") {
  for (const auto& [D, T] : {std::pair<Index, Index>{4, 40}, {4, 13}, {32, 40}}) {
    for (const double bad : {inf, -inf, not_a_number}) {
      const Index at = T - 5;
      Tensor k = uniform({2, T, D}, CounterRandom(1), -1, 1);
      set_element(k, at * D, static_cast<real>(bad));
      const Tensor y = attention(ones({2, T, D}), k, uniform({2, T, D}, CounterRandom(2), -1, 1),
                                 {1, 0, true, 0});
      for (Index t = 0; t < 2 * T; ++t) {
        const bool finite = std::isfinite(y.at({t / T, t % T, 0}));
        CAPTURE(t);
        if (t < at || t >= T) CHECK(finite);
        if (t >= at && t < T) CHECK(finite == (bad == -inf));  // e^-inf is 0
      }
    }
  }
}

// Not on the cpu, whose registers have keys in them that are not seen: 0 times NaN; nor on a device
// that is made of its kernels, as `cuda` in a build without CUDA.
TEST_CASE(
    "tensor edge values: attention: a score that overflows spoils the gradients of its query and "
    "keys alone") {
  const bool has_cuda = build_info().find("CUDA") != std::string::npos;
  if (default_device() == Device::cpu || (default_device() == Device::cuda && !has_cuda)) return;
  const double large = std::sqrt(static_cast<double>(std::numeric_limits<real>::max()));
  const Index T = 40, D = 4, query = 10, key = 3;
  Tensor leaves[] = {zeros({1, T, D}), zeros({1, T, D}),
                     uniform({1, T, D}, CounterRandom(2), -1, 1)};
  set_element(leaves[0], query * D, static_cast<real>(4 * large));
  set_element(leaves[1], key * D, static_cast<real>(4 * large));
  for (Tensor& leaf : leaves) leaf.set_requires_grad();
  attention(leaves[0], leaves[1], leaves[2], {1, 0, true, 0})
      .backward(uniform({1, T, D}, CounterRandom(4), -1, 1));
  for (Index t = 0; t < T; ++t) {
    CAPTURE(t);
    CHECK(std::isfinite(leaves[0].grad().at({0, t, 0})) == (t != query));
    CHECK(std::isfinite(leaves[1].grad().at({0, t, 0})) == (t > query));
    CHECK(std::isfinite(leaves[2].grad().at({0, t, 0})) == (t > query));
  }
}

TEST_CASE("tensor edge values: open and closed gates, and numbers that are not finite") {
  const auto gate = [](double x, double of_gate, Activation activation) {
    return numbers(gated(tensor({of_gate, x}), activation, Gate::first))[0];
  };
  CHECK(gate(5, -1, Activation::relu) == 0);
  CHECK(numbers(gated(tensor({5, -1}), Activation::relu, Gate::second))[0] == 0);
  CHECK(gate(2, inf, Activation::sigmoid) == 2);
  CHECK(gate(2, -inf, Activation::sigmoid) == 0);
  CHECK(std::isnan(gate(inf, 0, Activation::none)));
  const auto holo = [](double b, double c, Activation activation) {
    return numbers(holo_gate(tensor({0}), tensor({b}), tensor({c}), {.gate = activation}))[1];
  };
  CHECK(holo(inf, inf, Activation::sigmoid) == inf);
  CHECK(holo(0, inf, Activation::sigmoid) == 0);
  CHECK(holo(5, -inf, Activation::sigmoid) == 0);
  CHECK(std::isnan(holo(inf, -inf, Activation::sigmoid)));
  CHECK(std::isnan(holo(0, inf, Activation::none)));
  const Tensor one = tensor({1}), two = tensor({2}), three = tensor({3});
  CHECK(affine_flow(one, tensor({inf}), two, three).item() == 6);
  CHECK(affine_flow(one, tensor({-inf}), two, three).item() == 4);
  CHECK(affine_flow(Tensor(), tensor({-inf}), two, three).item() == 3);
  CHECK(std::isnan(affine_flow(one, tensor({-inf}), tensor({inf}), three).item()));
  CHECK(affine_flow(tensor({-inf}), one, two, three).item() == real(-inf));
}

TEST_CASE("tensor edge values: what a condition or a dropout leaves out is 0, also NaN") {
  const Tensor x = tensor({inf, not_a_number, 1}).set_requires_grad();
  const Tensor y = where(tensor({0, 0, 1}), x, tensor({4, 5, 6}));
  check_same("where", numbers(y), {4, 5, 1});
  y.backward(tensor({inf, not_a_number, 2}));
  check_same("gradient", gradient(x), {0, 0, 2});
  check_same("masked_fill", numbers(masked_fill(x, tensor({0, 1, 1}), -inf)), {inf, -inf, -inf});
  const Tensor mask = tensor({-3, not_a_number, -0.0, 1});  // true is all but 0
  check_same("where", numbers(where(mask, ones({4}), zeros({4}))), {1, 1, 0, 1});
  check_same("masked_fill", numbers(masked_fill(zeros({4}), mask, 2)), {2, 2, 0, 2});
  const CounterRandom random(1);
  for (const double value : {inf, not_a_number}) {
    const Tensor kept = dropout(full({100}, static_cast<real>(value)), 0.5, random);
    for (Index i = 0; i < 100; ++i) {
      const bool is_kept = random.uniform(static_cast<std::uint64_t>(i)) >= 0.5;
      CHECK((is_kept ? !std::isfinite(element(kept, i)) : element(kept, i) == 0));
    }
  }
}

TEST_CASE("tensor edge values: dropout keeps what its uniform number says, with all its 53 bits") {
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
  check_same("dropped", numbers(dropped), {2, 4, 6, 0, 0, 0});
  column.fill_(1);
  dropped.backward(ones({2, 3}));
  check_same("gradient", gradient(x), {2, 2, 2, 0, 0, 0});
}

TEST_CASE("tensor edge values: softmax of a row whose largest is at any place") {
  for (const Index n : {1, 7, 8, 15, 16, 17, 40}) {
    for (Index at = 0; at < n; ++at) {
      CAPTURE(at);
      Doubles x(static_cast<std::size_t>(n), -1e4), y(x.size(), 0);
      x[static_cast<std::size_t>(at)] = 1e4;
      y[static_cast<std::size_t>(at)] = 1;
      check_same("softmax", numbers(softmax(input(x), 0)), y);
      check_same("log_softmax", {numbers(log_softmax(input(x), 0))[static_cast<std::size_t>(at)]},
                 {0});
    }
  }
}

TEST_CASE("tensor edge values: the largest is found at every place, and so is the first NaN") {
  for (const Index n : {1, 15, 16, 17, 40, 4097, 9001}) {
    for (Index at = 0; at < n; at += n < 100 ? 1 : 509) {
      CAPTURE(at);
      Tensor x = full({n}, real(-inf));
      CHECK(argmax(x).values()[0] == 0);
      for (const double value : {2.0, not_a_number}) {
        set_element(x, n - 1, value);
        set_element(x, 0, 1);
        set_element(x, at, value);
        CHECK(argmax(x).values()[0] == at);
        check_same("max", numbers(max(x)), {value});
        check_same("max along", numbers(max(reshape(x, {1, n}), 1)), {value});
      }
    }
  }
}

}  // namespace tensor_edge_values_test
