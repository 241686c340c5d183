// cross_entropy_test.cpp: the loss is -log softmax at the target, in every reduction; logits of any
// size lose no digits; edge rows; what is refused. And mse, and the cross-entropy of two classes.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "any_threads.h"
#include "error_of.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "ops/compare.h"

namespace cross_entropy_test {
namespace {

using namespace holo;

constexpr compare::Near check_near{sizeof(real) == 4 ? 1e-6 : 2e-15, 0};
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan_ = std::numeric_limits<double>::quiet_NaN();
constexpr Index ignored = -100;

std::vector<double> numbers(Index n, double size, double shift = 0) {
  std::vector<double> x(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double wave =
        std::sin(1 + 1.7 * static_cast<double>(i) + 0.01 * static_cast<double>(i % 89));
    x[i] = static_cast<double>(static_cast<real>(size * wave + shift));
  }
  return x;
}

Indices targets(const Shape& shape, Index V, Index every_ignored = 0) {
  std::vector<Index> t(static_cast<std::size_t>(shape.numel()));
  for (std::size_t i = 0; i < t.size(); ++i) {
    const auto k = static_cast<Index>(i);
    t[i] = every_ignored > 0 && k % every_ignored == 1 ? ignored : (k * 7 + 3) % V;
  }
  return {shape, t};
}

Tensor values(const Shape& shape, const std::vector<double>& x) {
  return compare::tensor_of(shape, x);
}

struct Rows {
  std::vector<double> loss, gradient;  // [rows], d loss[r] / d logits [rows, V]
  double count = 0;                    // rows that are not ignored
};

// In double, one number at a time.
Rows expected(const std::vector<double>& logits, const Indices& target, Index V) {
  Rows rows{{}, std::vector<double>(logits.size()), 0};
  for (std::size_t r = 0; r < target.values().size(); ++r) {
    const double* const x = logits.data() + r * static_cast<std::size_t>(V);
    const Index t = target.values()[r];
    rows.loss.push_back(0);
    if (t == ignored) continue;
    ++rows.count;
    double largest = -inf, total = 0;
    for (Index v = 0; v < V; ++v) largest = std::max(largest, x[v]);
    for (Index v = 0; v < V; ++v) total += std::exp(x[v] - largest);
    rows.loss.back() = largest - x[t] + std::log(total);
    for (Index v = 0; v < V; ++v) {
      rows.gradient[r * static_cast<std::size_t>(V) + static_cast<std::size_t>(v)] =
          std::exp(x[v] - largest) / total - (v == t);
    }
  }
  return rows;
}

double total(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v;
  return sum;
}

std::vector<double> times(std::vector<double> x, double factor) {
  for (double& v : x) v *= factor;
  return x;
}

// All reductions of one input; the gradient twice, the second time added.
void check_loss(const Shape& shape, double size, double shift = 0, Index every_ignored = 0) {
  CAPTURE(shape.to_string());
  CAPTURE(shift);
  const Index V = shape.size(-1);
  const Indices target = targets(shape.without(shape.ndim() - 1), V, every_ignored);
  const std::vector<double> x = numbers(shape.numel(), size, shift);
  const Rows want = expected(x, target, V);
  const auto logits = [&] { return values(shape, x).set_requires_grad(); };

  Tensor a = logits();
  const Tensor none = cross_entropy(a, target, Reduction::none);
  CHECK(none.shape() == target.shape());
  check_near("none", none, want.loss);
  std::vector<double> dloss = numbers(target.numel(), 2), gradient = want.gradient;
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    gradient[i] *= dloss[i / static_cast<std::size_t>(V)];
  }
  for (const double n : {1.0, 2.0}) {
    none.backward(values(target.shape(), dloss), true);
    check_near("none, gradient", a.grad(), times(gradient, n));
  }
  const struct {
    Reduction reduction;
    double factor;
  } reductions[] = {{Reduction::sum, 1}, {Reduction::mean, 1 / want.count}};
  for (const auto& row : reductions) {
    CAPTURE(row.reduction);
    const double factor = row.factor;
    Tensor b = logits();
    const Tensor loss = cross_entropy(b, target, row.reduction);
    CHECK(loss.ndim() == 0);
    check_near("loss", loss, {total(want.loss) * factor});
    for (const double n : {1.0, 2.0}) {
      loss.backward(values({}, {0.5}), true);
      check_near("gradient", b.grad(), times(want.gradient, 0.5 * n * factor));
    }
  }
}

bool same(real a, double b) {
  return (std::isnan(a) && std::isnan(b)) || a == static_cast<real>(b);
}

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
    Tensor x = values({1, V}, row.logits).set_requires_grad();
    const Tensor loss = cross_entropy(x, {row.target}, reduction);
    CHECK_MESSAGE(same(loss.item(), row.loss), loss.item(), " is not ", row.loss);
    loss.backward();
    for (Index v = 0; v < V; ++v) {
      const double want = row.gradient[static_cast<std::size_t>(v)];
      CHECK_MESSAGE(same(x.grad().at({0, v}), want), x.grad().at({0, v}), " is not ", want);
    }
  }
}

template <class F>
void check_refused(const char* op, const std::string& part, F&& call) {
  const ShapeError error = error_of<ShapeError>(call);
  CHECK(error.where() == op);
  CHECK_MESSAGE(std::string(error.what()).find(part) != std::string::npos, error.what());
  CHECK(!error.shapes().empty());
}

}  // namespace

TEST_CASE("cross_entropy: values and gradients of the formula in every reduction") {
  const Shape shapes[] = {{5},     {1, 1},    {6, 5},     {2, 3, 7}, {3, 16},
                          {3, 17}, {40, 27},  {9, 31},    {2, 33},   {300, 100},
                          {3, 96}, {1, 4097}, {2, 50257}, {2000, 11}};
  for (const Shape& shape : shapes) {
    check_loss(shape, 3);
    if (shape.ndim() > 1 && shape[0] > 1) check_loss(shape, 3, 0, 3);
  }
}

TEST_CASE("cross_entropy: large logits lose no digits") {
  // A loss that took the logarithm of the sum as one number would round it to 1e-3.
  check_loss({6, 19}, 3, 8192);
  check_loss({6, 19}, 3, -8192);
  check_loss({6, 19}, 500);
}

TEST_CASE("cross_entropy: edge rows") {
  check_edge({{1e4, 0}, 1, 1e4, {1, -1}});
  check_edge({{1e4, 0}, 0, 0, {0, 0}});
  check_edge({{0, -1e4}, 1, 1e4, {1, -1}});
  check_edge({{-inf, -inf}, 0, nan_, {nan_, nan_}});
  check_edge({{inf, 0}, 0, nan_, {nan_, nan_}});
  check_edge({{inf, 0}, 1, nan_, {nan_, nan_}});
  check_edge({{nan_, 0, 0}, 1, nan_, {nan_, nan_, nan_}});
  check_edge({{0, 0, nan_}, 1, nan_, {nan_, nan_, nan_}});
  check_edge({{0, -inf}, 1, inf, {1, -1}});
  check_edge({{0, -inf}, 0, 0, {0, 0}});
  check_edge({{5}, 0, 0, {0}});
  // A NaN in the first register and in the last, others between them
  for (const std::size_t at : {0u, 20u, 46u}) {
    std::vector<double> x(47, 1.0);
    x[at] = nan_;
    check_edge({x, 3, nan_, std::vector<double>(47, nan_)});
  }
}

TEST_CASE("cross_entropy: a bad row leaves the others alone, an ignored one is not looked at") {
  Tensor x = values({3, 2}, {nan_, 0, 1, 1, inf, -inf}).set_requires_grad();
  const Tensor loss = cross_entropy(x, {ignored, 0, ignored});
  CHECK(static_cast<double>(loss.item()) == doctest::Approx(std::log(2)));
  loss.backward();
  const std::vector<real> grad = x.grad().to_vector();
  for (const std::size_t i : {0u, 1u, 4u, 5u}) CHECK(grad[i] == 0);
  CHECK(static_cast<double>(grad[2]) == doctest::Approx(-0.5));
  CHECK(static_cast<double>(grad[3]) == doctest::Approx(0.5));
}

TEST_CASE("cross_entropy: all ignored, and nothing at all") {
  for (const Shape& shape : {Shape{3, 4}, Shape{0, 4}}) {
    const Indices none({shape[0]}, std::vector<Index>(static_cast<std::size_t>(shape[0]), ignored));
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

TEST_CASE("cross_entropy: an ignored row keeps the gradient that it has") {
  const Tensor logits = zeros({2, 3}).set_requires_grad();
  const Tensor loss = cross_entropy(logits, Indices({2}, {1, ignored}), Reduction::sum);
  (loss + sum(logits * 2)).backward();  // the gradient of 2 logits comes first
  const std::vector<real> gradient = logits.grad().to_vector();
  for (std::size_t v = 3; v < 6; ++v) CHECK(gradient[v] == 2);
  CHECK(gradient[1] < 2);
}

TEST_CASE("cross_entropy: another ignore_index, also one that is a class") {
  const Tensor x = values({3, 2}, {1, 2, 3, 4, 5, 7});
  const double want = std::log1p(std::exp(1));  // of row 0, target 0
  CHECK(static_cast<double>(cross_entropy(x, {0, -1, -1}, Reduction::mean, -1).item()) ==
        doctest::Approx(want));
  CHECK(static_cast<double>(cross_entropy(x, {0, 1, 1}, Reduction::mean, 1).item()) ==
        doctest::Approx(want));
}

TEST_CASE("cross_entropy: a mask weighs the rows") {
  const std::vector<double> x = numbers(24, 2), mask{1, 0, 0.5, 2};
  const Indices target{3, 1, 5, 0};
  const Rows want = expected(x, target, 6);
  Tensor logits = values({4, 6}, x).set_requires_grad();
  Tensor weights = values({4}, mask).set_requires_grad();
  const Tensor loss = cross_entropy(logits, target, weights);
  CHECK(loss.ndim() == 0);
  double sum = 0;
  for (std::size_t r = 0; r < 4; ++r) sum += mask[r] * want.loss[r] / 3.5;
  check_near("loss", loss, {sum});
  loss.backward();
  std::vector<double> gradient = want.gradient;
  for (std::size_t i = 0; i < 24; ++i) gradient[i] *= mask[i / 6] / 3.5;
  check_near("gradient", logits.grad(), gradient);
  CHECK(!weights.grad().defined());
  CHECK(std::isnan(cross_entropy(logits, target, zeros({4})).item()));
  check_refused("cross_entropy", "a mask [3] for targets [4]; expected equal shapes",
                [&] { cross_entropy(logits, target, ones({3})); });
}

TEST_CASE("cross_entropy: a row with the mask 0 does not count, whatever it has") {
  const double nan = std::nan("");
  Tensor logits = tensor({{1, 2, -INFINITY}, {nan, 0, 0}, {INFINITY, 0, 0}, {0, 0, 0}});
  const Tensor loss =
      cross_entropy(logits.set_requires_grad(), {2, 1, 1, 1}, values({4}, {0, 0, 0, 1}));
  check_near("loss", loss, {std::log(3.0)});
  loss.backward();
  check_near("gradient", logits.grad(), {0, 0, 0, 0, 0, 0, 0, 0, 0, 1 / 3., -2 / 3., 1 / 3.});
  // Large losses have a mean, though their sum is no float. No wider number keeps a sum of doubles.
  if (sizeof(real) == sizeof(double)) return;
  const double huge = static_cast<double>(std::numeric_limits<real>::max()) / 2;
  check_near("mean",
             cross_entropy(values({3, 2}, {huge, 0, huge, 0, huge, 0}), {1, 1, 1}, ones({3})),
             {huge});
}

TEST_CASE("cross_entropy: what is refused, with value, position and limit") {
  const Tensor x = zeros({2, 3, 5});
  const auto with = [](Index t) { return Indices({2, 3}, {0, 4, 1, 2, 3, t}); };
  check_refused("cross_entropy",
                "target 5 at [1,2]; expected 0 <= target < 5, the number of classes, or "
                "ignore_index -100",
                [&] { cross_entropy(x, with(5)); });
  check_refused("cross_entropy", "target -1 at [1,2]", [&] { cross_entropy(x, with(-1)); });
  check_refused("cross_entropy", "target -100 at [1,2]",
                [&] { cross_entropy(x, with(-100), Reduction::mean, -1); });
  check_refused("cross_entropy", "target 7 at [1,2]",
                [&] { cross_entropy(x, with(7), Reduction::none); });
  check_refused("cross_entropy", "targets [2] for logits [2,3,5]; expected targets [2,3]", [&] {
    cross_entropy(x, {0, 1});
  });
  check_refused("cross_entropy", "target 2 at []",
                [] { cross_entropy(zeros({2}), Indices({}, {2})); });
  check_refused("cross_entropy", "logits [] have no dimensions",
                [] { cross_entropy(tensor(1), Indices({}, {0})); });
  check_refused("cross_entropy", "target 0 at [1]", [] {
    cross_entropy(zeros({2, 0}), {ignored, 0});
  });
}

TEST_CASE("cross_entropy: the same bits for any number of threads") {
  for (const Shape& shape : {Shape{700, 65}, Shape{9, 50257}, Shape{20000, 3}}) {
    check_same_bits([&] {
      const Tensor x = values(shape, numbers(shape.numel(), 4)).set_requires_grad();
      const Tensor loss = cross_entropy(x, targets({shape[0]}, shape[1], 5));
      loss.backward();
      return compare::all_numbers(loss, {&x, 1});
    });
  }
}

TEST_CASE("cross_entropy: a change of the logits in between is noticed") {
  Tensor x = ones({2, 3}).set_requires_grad();
  const Tensor loss = cross_entropy(x, {0, 1});
  {
    const NoGrad no_grad;
    x.fill_(2);
  }
  CHECK_THROWS_AS(loss.backward(), Error);
}

TEST_CASE("mse: in every reduction, with gradients to both") {
  const std::vector<double> a{1, 2, 3, 4, 5, 6}, b{2, 0, 3, 1, 5, 5.5};
  const struct {
    Reduction reduction;
    std::vector<double> value;
    double factor;
  } rows[] = {{Reduction::none, {1, 4, 0, 9, 0, 0.25}, 1},
              {Reduction::sum, {14.25}, 1},
              {Reduction::mean, {14.25 / 6}, 1.0 / 6}};
  for (const auto& row : rows) {
    CAPTURE(row.reduction);
    Tensor x = values({2, 3}, a).set_requires_grad(), y = values({2, 3}, b).set_requires_grad();
    const Tensor loss = mse(x, y, row.reduction);
    check_near("mse", loss, row.value);
    loss.backward(ones(loss.shape()));
    std::vector<double> gradient(6);
    for (std::size_t i = 0; i < 6; ++i) gradient[i] = 2 * (a[i] - b[i]) * row.factor;
    check_near("for a", x.grad(), gradient);
    check_near("for b", y.grad(), times(gradient, -1));
  }
  check_refused("mse", "[2] and [1]; expected equal shapes", [] { mse(zeros({2}), zeros({1})); });
  CHECK(std::isnan(mse(zeros({0}), zeros({0})).item()));
}

TEST_CASE("binary cross-entropy: in every reduction, with gradients to both") {
  const std::vector<double> logits{-3, -0.5, 0, 0.25, 2, 12}, probability{0, 1, 0.5, 0.125, 1, 0};
  std::vector<double> each, for_x, for_t;
  for (std::size_t i = 0; i < 6; ++i) {
    const double x = logits[i], t = probability[i], p = 1 / (1 + std::exp(-x));
    // -log p and -log(1 - p) without the digits that 1 - p loses
    each.push_back(t * std::log1p(std::exp(-x)) + (1 - t) * std::log1p(std::exp(x)));
    for_x.push_back(p - t);
    for_t.push_back(-x);
  }
  const struct {
    Reduction reduction;
    std::vector<double> value;
    double factor;
  } rows[] = {{Reduction::none, each, 1},
              {Reduction::sum, {total(each)}, 1},
              {Reduction::mean, {total(each) / 6}, 1.0 / 6}};
  for (const auto& row : rows) {
    CAPTURE(row.reduction);
    Tensor x = values({2, 3}, logits).set_requires_grad();
    Tensor t = values({2, 3}, probability).set_requires_grad();
    const Tensor loss = binary_cross_entropy_with_logits(x, t, row.reduction);
    check_near("binary cross-entropy", loss, row.value);
    loss.backward(ones(loss.shape()));
    check_near("for the logits", x.grad(), times(for_x, row.factor));
    check_near("for the targets", t.grad(), times(for_t, row.factor));
  }
  check_refused("binary_cross_entropy_with_logits",
                "logits [2,1] and targets [2]; expected equal shapes", [] {
                  binary_cross_entropy_with_logits(zeros({2, 1}), zeros({2}));
                });
  CHECK(std::isnan(binary_cross_entropy_with_logits(zeros({0}), zeros({0})).item()));
}

}  // namespace cross_entropy_test
