// optim_test.cpp: a step is its formula; parameters without a gradient stay; nothing is trained on
// NaN; the flat memory is not seen from outside.
#include "holo/optim.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "helpers.h"
#include "holo/creation.h"
#include "holo/nn/layers.h"
#include "holo/ops.h"

namespace optim_test {
namespace {

using namespace holo;

constexpr double tolerance = sizeof(real) == 4 ? 2e-6 : 1e-14;
const double nan_ = std::nan("");
constexpr double inf = std::numeric_limits<double>::infinity();

std::vector<double> numbers(Index n, double seed) {
  std::vector<double> x(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<double>(static_cast<real>(std::sin(seed + 1.3 * static_cast<double>(i))));
  }
  return x;
}

Tensor parameter(const Shape& shape, double seed) {
  return tensor(numbers(shape.numel(), seed), shape).set_requires_grad();
}

// The gradient becomes, or gets in addition, these numbers.
void add_gradient(Tensor& p, const std::vector<double>& g) { p.backward(tensor(g, p.shape())); }

void set_gradient(Tensor& p, double seed) {
  p.zero_grad();
  add_gradient(p, numbers(p.numel(), seed));
}

double gradient_seed(std::size_t i, Index step) {
  return 10 + static_cast<double>(i) + 0.37 * static_cast<double>(step);
}

// One parameter, in double.
struct Model {
  std::vector<double> p, m, v;
  Index steps = 0;
  explicit Model(const Tensor& from) {
    for (const real x : from.to_vector()) p.push_back(static_cast<double>(x));
    m.resize(p.size());
    v.resize(p.size());
  }

  void adam(const std::vector<double>& gradient, double rate, double beta1, double beta2,
            double epsilon, double decay, bool decoupled) {
    ++steps;
    const double t = static_cast<double>(steps);
    for (std::size_t i = 0; i < p.size(); ++i) {
      const double g = gradient[i] + (decoupled ? 0 : decay * p[i]);
      if (decoupled) p[i] *= 1 - rate * decay;
      m[i] = beta1 * m[i] + (1 - beta1) * g;
      v[i] = beta2 * v[i] + (1 - beta2) * g * g;
      const double mhat = m[i] / (1 - std::pow(beta1, t)), vhat = v[i] / (1 - std::pow(beta2, t));
      p[i] -= rate * mhat / (std::sqrt(vhat) + epsilon);
    }
  }
};

void check_near(const Tensor& got, const std::vector<double>& want) {
  const std::vector<real> values = got.to_vector();
  REQUIRE(values.size() == want.size());
  double worst = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    const double error = std::fabs(static_cast<double>(values[i]) - want[i]);
    worst = std::isnan(error) ? inf : std::max(worst, error);
  }
  CHECK(worst <= tolerance);
}

// Odd sizes, none at all, and one that threads share.
std::vector<Tensor> some_parameters() {
  return {parameter({3, 5}, 1), parameter({}, 2),   parameter({0, 4}, 3),
          parameter({16}, 4),   parameter({33}, 5), parameter({150, 151}, 6)};
}

// Steps of an optimizer beside those of the formula: every parameter skips one of them.
template <class Step>
void check_steps(Optimizer& optimizer, std::vector<Tensor> parameters, Step&& formula) {
  std::vector<Model> models(parameters.begin(), parameters.end());
  for (Index step = 0; step < 8; ++step) {
    optimizer.zero_grad();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (static_cast<Index>(i) == step) continue;
      set_gradient(parameters[i], gradient_seed(i, step));
      formula(models[i], numbers(parameters[i].numel(), gradient_seed(i, step)), i);
    }
    optimizer.step();
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    CAPTURE(i);
    check_near(parameters[i], models[i].p);
    CHECK(optimizer.step_count(i) == models[i].steps);
    const std::vector<Tensor> state = optimizer.state(i);
    if (state.size() > 0) {
      CHECK(state[0].shape() == parameters[i].shape());
      check_near(state[0], models[i].m);
    }
    if (state.size() > 1) check_near(state[1], models[i].v);
  }
}

}  // namespace

// Their numbers are golden cases too, and so are those of SGD and of groups with another decay;
// here each parameter skips a step, and threads share the largest.
TEST_CASE("optim: AdamW and Adam are their formulas; in Adam the decay is part of the gradient") {
  for (const bool decoupled : {true, false}) {
    const std::vector<Tensor> p = some_parameters();
    std::unique_ptr<Optimizer> optimizer;
    if (decoupled) {
      optimizer = std::make_unique<AdamW>(p, 0.01, AdamWOptions{0.8, 0.95, 1e-3, 0.3});
    } else {
      optimizer = std::make_unique<Adam>(p, 0.01, AdamOptions{0.8, 0.95, 1e-3, 0.3});
    }
    check_steps(*optimizer, p, [=](Model& model, const std::vector<double>& g, std::size_t) {
      model.adam(g, 0.01, 0.8, 0.95, 1e-3, 0.3, decoupled);
    });
  }
}

TEST_CASE("optim: the learning rate can be set") {
  Tensor p = parameter({3}, 1);
  SGD optimizer({p}, 1);
  CHECK(optimizer.learning_rate() == 1);
  const std::vector<double> gradient = numbers(3, 2);
  std::vector<double> want = numbers(3, 1);
  for (const double rate : {0.5, 0.0, 0.125}) {
    optimizer.set_learning_rate(rate);
    set_gradient(p, 2);
    optimizer.step();
    for (std::size_t i = 0; i < 3; ++i) want[i] -= rate * gradient[i];
  }
  check_near(p, want);
  for (const double rate : {-1.0, nan_, inf}) {
    check_error_with<UsageError>("SGD: learning rate", [&] { optimizer.set_learning_rate(rate); });
  }
  CHECK(optimizer.learning_rate() == 0.125);
}

TEST_CASE("optim: the memory moves, handles, numbers and gradients stay") {
  Tensor a = parameter({3, 5}, 1), b = parameter({7}, 2), c = parameter({2}, 3);
  const Tensor same = a;
  set_gradient(a, 4);
  const std::vector<real> values = a.to_vector(), gradient = a.grad().to_vector();
  AdamW optimizer({a, b, c}, 0.1);
  CHECK(a.to_vector() == values);
  CHECK(same.data() == a.data());
  CHECK(a.grad().to_vector() == gradient);
  CHECK(!b.grad().defined());
  for (const Tensor& tensor : {a, b, c}) {
    CHECK(reinterpret_cast<std::uintptr_t>(tensor.data()) % 64 == 0);
  }
  CHECK(b.data() > a.data());
  CHECK(c.data() - a.data() <= 64);  // one after the other
  // the first backward after zero_grad writes, the second adds
  optimizer.zero_grad();
  CHECK(!a.grad().defined());
  add_gradient(a, numbers(15, 4));
  CHECK(a.grad().to_vector() == gradient);
  const real* const place = a.grad().data();
  add_gradient(a, numbers(15, 4));
  for (std::size_t i = 0; i < 15; ++i) CHECK(a.grad().to_vector()[i] == 2 * gradient[i]);
  a.zero_grad();
  add_gradient(a, numbers(15, 4));
  CHECK(a.grad().data() == place);
}

TEST_CASE("optim: a step is a change in place") {
  Tensor w = parameter({4}, 1);
  AdamW optimizer({w}, 0.1);
  const Tensor y = rms_norm(w);
  y.backward(ones({4}), true);
  optimizer.step();
  check_error_with<Error>("AdamW::step", [&] { y.backward(ones({4})); });
  // also through a graph that is older than the optimizer
  Tensor v = parameter({4}, 1);
  const Tensor z = rms_norm(v);
  SGD later({v}, 0.1);
  z.backward(ones({4}), true);
  later.step();
  check_error_with<Error>("changed by SGD::step to version", [&] { z.backward(ones({4})); });
  // making one is no change, also when there have been changes before
  Tensor u = parameter({4}, 1);
  {
    const NoGrad no_grad;
    u.fill_(2);
  }
  const Tensor t = rms_norm(u);
  const AdamW last({u}, 0.1);
  CHECK_NOTHROW(t.backward(ones({4})));
}

TEST_CASE("optim: a gradient that is not finite stops the step before anything changes") {
  for (const double bad : {nan_, inf, -inf}) {
    std::vector<Tensor> p{parameter({3}, 1), parameter({40, 50}, 2), parameter({3}, 3)};
    p[1].set_label("fc1.weight");
    AdamW optimizer(p, 0.1);
    for (Tensor& tensor : p) set_gradient(tensor, 5);
    std::vector<double> g = numbers(2000, 5);
    g[1234] = g[1999] = bad;
    p[1].zero_grad();
    add_gradient(p[1], g);
    add_gradient(p[2], {nan_, 0, 0});
    std::vector<std::vector<real>> before;
    for (const Tensor& tensor : p) before.push_back(tensor.to_vector());
    CHECK(!std::isfinite(grad_norm(p)));
    check_error_with<Error>("AdamW::step: the gradient of parameter 1 (fc1.weight) [40,50] is",
                            [&] { optimizer.step(); });
    check_error_with<Error>("at element 1234; nothing was changed", [&] { optimizer.step(); });
    check_error_with<Error>("clip_grad_norm: the gradient of parameter 1 (fc1.weight)",
                            [&] { clip_grad_norm(p, 1); });
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(p[i].to_vector() == before[i]);
      CHECK(optimizer.step_count(i) == 0);
      for (const real v : optimizer.state(i)[0].to_vector()) CHECK(v == 0);
    }
    CHECK(p[0].grad().to_vector()[1] == static_cast<real>(numbers(3, 5)[1]));
    // without a gradient it is not looked at
    p[1].zero_grad();
    p[2].zero_grad();
    CHECK_NOTHROW(optimizer.step());
    CHECK(optimizer.step_count(0) == 1);
    CHECK(optimizer.step_count(1) == 0);
    CHECK(p[1].to_vector() == before[1]);
  }
}

TEST_CASE("optim: a gradient that would make the state infinite stops the step, too") {
  const double root = std::sqrt(static_cast<double>(std::numeric_limits<real>::max()));
  const auto refused = [](Optimizer&& optimizer, const Tensor& p, double g, const char* what) {
    CAPTURE(optimizer.name());
    const real before = p.item();
    (p * g).backward();
    check_error_with<Error>(what, [&] { optimizer.step(); });
    CHECK(p.item() == before);
    CHECK(optimizer.step_count(0) == 0);
    for (const Tensor& state : optimizer.state(0)) CHECK(state.item() == 0);
  };
  const auto one = [](double x) { return full({}, static_cast<real>(x)).set_requires_grad(); };
  const Tensor a = one(1), b = one(1), c = one(1), large = one(2 * root), heavy = one(root);
  using Parameters = std::vector<Tensor>;
  refused(AdamW(Parameters{a}, 0.1), a, root, "at element 0; nothing was changed; expected finite");
  refused(Adam(Parameters{b}, 0.1), b, -root, "nothing was changed");
  refused(SGD(Parameters{c}, 0.1, {.momentum = 0.9}), c, root, "nothing was changed");
  const char* const decay = "a parameter times its weight decay is too large; nothing was changed";
  refused(Adam(Parameters{large}, 0.1, {.weight_decay = 1}), large, 1, decay);
  refused(SGD(Parameters{heavy}, 0.1, {.momentum = 0.9, .weight_decay = 10}), heavy, 1, decay);
  // far enough below it; the decay of AdamW is no part of the gradient
  Tensor q = one(1), r = one(1), s = one(2 * root);
  AdamW apart({s}, 0.1, {.weight_decay = 1});
  (s * 1.0).backward();
  apart.step();
  CHECK(std::isfinite(apart.state(0)[1].item()));
  SGD plain_steps({q}, 8 * 0.5 / root);
  AdamW steps({r}, 0.1);
  ((q + r) * (root / 8)).backward();
  plain_steps.step();
  steps.step();
  CHECK(static_cast<double>(q.item()) == doctest::Approx(0.5));
  CHECK(std::isfinite(steps.state(0)[1].item()));
}

TEST_CASE("optim: the norm of neighbours in the flat memory is theirs alone") {
  for (const Index n : {1, 2, 15, 16, 17, 40}) {
    CAPTURE(n);
    std::vector<Tensor> p{parameter({n}, 1), parameter({1}, 2), parameter({n}, 3)};
    const AdamW optimizer(p, 0.1);
    std::vector<double> g(static_cast<std::size_t>(n), 0);
    g[0] = 3;
    add_gradient(p[0], g);
    add_gradient(p[1], {100});
    add_gradient(p[2], g);
    const std::vector<Tensor> outer{p[0], p[2]}, backwards{p[2], p[1], p[0]};
    CHECK(grad_norm(outer) == std::sqrt(18.0));
    CHECK(grad_norm(backwards) == std::sqrt(10018.0));
    CHECK(grad_norm(p) == std::sqrt(10018.0));
    CHECK(clip_grad_norm(outer, 1) == std::sqrt(18.0));
    CHECK(p[1].grad().item() == 100);
    p[1].zero_grad();  // its number stays in the memory
    add_gradient(p[0], g);
    CHECK(grad_norm(p) > 3);
    CHECK(grad_norm(p) < 5);
  }
}

TEST_CASE("optim: the norm of all gradients, and clipping") {
  std::vector<Tensor> p{parameter({2}, 1), parameter({}, 2), parameter({3}, 3)};
  add_gradient(p[0], {3, 0});
  add_gradient(p[1], {-4});
  CHECK(grad_norm(p) == 5);
  CHECK(clip_grad_norm(p, 10) == 5);
  CHECK(p[0].grad().to_vector() == std::vector<real>{3, 0});
  CHECK(clip_grad_norm(p, inf) == 5);
  CHECK(clip_grad_norm(p, 1) == 5);
  const double factor = 1 / (5 + 1e-6);
  check_near(p[0].grad(), {3 * factor, 0});
  check_near(p[1].grad(), {-4 * factor});
  CHECK(!p[2].grad().defined());
  CHECK(clip_grad_norm(p, 0) == doctest::Approx(1));
  CHECK(grad_norm(p) == 0);
  CHECK(clip_grad_norm(p, 1) == 0);
  CHECK(p[0].grad().to_vector() == std::vector<real>{0, 0});
  CHECK(grad_norm(std::vector<Tensor>{}) == 0);
  add_gradient(p[0], {3e-4, 4e-4});
  CHECK(clip_grad_norm(p, 1e-4) * 1e4 == doctest::Approx(5));
  CHECK(static_cast<double>(p[0].grad().at({0})) * 1e4 == doctest::Approx(3 / 5.01).epsilon(1e-5));
  for (const double max_norm : {-1.0, nan_}) {
    check_error_with<UsageError>("clip_grad_norm: max_norm", [&] { clip_grad_norm(p, max_norm); });
  }
  // Squares that no float holds
  add_gradient(p[2], {1e30, -1e30, 0});
  CHECK(grad_norm(p) / 1e30 == doctest::Approx(std::sqrt(2)));
}

TEST_CASE("optim: a gradient of several chunks counts to its last number, in the norm and a step") {
  for (const Index n : {2049, 4096, 4097, 9001, 40001}) {
    CAPTURE(n);
    std::vector<Tensor> p{parameter({n}, 1)};
    SGD optimizer(p, 0.1);
    std::vector<double> g = numbers(n, 2);
    g.back() = 3;
    double squares = 0;
    for (const double x : g) squares += x * x;
    add_gradient(p[0], g);
    CHECK(grad_norm(p) == doctest::Approx(std::sqrt(squares)).epsilon(1e-6));
    for (const std::size_t at : {g.size() - 1, g.size() / 2}) {
      std::vector<double> bad(g.size());
      bad[at] = nan_;
      p[0].zero_grad();
      add_gradient(p[0], bad);
      check_error_with<Error>("SGD::step: the gradient of parameter 0", [&] { optimizer.step(); });
    }
  }
}

TEST_CASE("optim: a loss that is not finite is refused") {
  CHECK(check_finite_loss(tensor(2.5)) == 2.5);
  for (const double bad : {nan_, inf, -inf}) {
    check_error_with<Error>("loss: ", [&] { check_finite_loss(tensor(bad)); });
  }
  CHECK_THROWS_AS(check_finite_loss(tensor({1, 2})), ShapeError);
}

TEST_CASE("optim: the usual groups of a model") {
  struct Tiny : Module {
    Embedding wte;
    Linear fc;
    LayerNorm norm;
    explicit Tiny(PythonRandom& random) : wte(5, 4, random), fc(4, 3, random), norm(4) {
      register_module("wte", wte);
      register_module("fc", fc);
      register_module("norm", norm);
    }
  };
  PythonRandom random(1);
  const Tiny model(random);
  std::vector<ParameterGroup> groups = weight_decay_groups(model, 0.1);
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].weight_decay == 0.1);
  CHECK(groups[1].weight_decay == 0.0);
  REQUIRE(groups[0].parameters.size() == 1);
  CHECK(groups[0].parameters[0].label() == "fc.weight");
  CHECK(groups[1].parameters.size() == 4);
  groups = weight_decay_groups(model, 0.1, true);
  REQUIRE(groups[0].parameters.size() == 2);
  CHECK(groups[0].parameters[0].label() == "wte.weight");
  CHECK(groups[1].parameters.size() == 3);
  CHECK_NOTHROW(AdamW(groups, 0.1));
}

TEST_CASE("optim: numbers that are refused") {
  const auto p = [] { return std::vector<Tensor>{parameter({2}, 1)}; };
  for (const double bad : {-1.0, nan_, inf}) {
    check_error_with<UsageError>("SGD: learning rate", [&] { SGD(p(), bad); });
    check_error_with<UsageError>("AdamW: learning rate", [&] { AdamW(p(), bad); });
    check_error_with<UsageError>("AdamW: weight decay",
                                 [&] { AdamW(p(), 1, {.weight_decay = bad}); });
    check_error_with<UsageError>("AdamW: weight decay", [&] {
      AdamW(std::vector<ParameterGroup>{{p(), bad}}, 1);
    });
    check_error_with<UsageError>("Adam: weight decay",
                                 [&] { Adam(p(), 1, {.weight_decay = bad}); });
    check_error_with<UsageError>("SGD: weight decay", [&] { SGD(p(), 1, {.weight_decay = bad}); });
  }
  for (const double bad : {-0.1, 1.0, nan_}) {
    check_error_with<UsageError>("expected 0 <= beta1 < 1", [&] { AdamW(p(), 1, {.beta1 = bad}); });
    check_error_with<UsageError>("expected 0 <= beta2 < 1", [&] { Adam(p(), 1, {.beta2 = bad}); });
    check_error_with<UsageError>("expected 0 <= momentum < 1",
                                 [&] { SGD(p(), 1, {.momentum = bad}); });
  }
  for (const double bad : {0.0, -1e-8, nan_, inf}) {
    check_error_with<UsageError>("epsilon", [&] { AdamW(p(), 1, {.epsilon = bad}); });
  }
  if (sizeof(real) == sizeof(float)) {  // in which it is 0
    check_error_with<UsageError>("epsilon", [&] { Adam(p(), 1, {.epsilon = 1e-60}); });
  }
  CHECK_NOTHROW(SGD(p(), 0));
}

TEST_CASE("optim: parameters that are refused") {
  Tensor a = parameter({2}, 1), b = parameter({2}, 2);
  a.set_label("a");
  check_error_with<Error>("no parameters", [] { AdamW(std::vector<Tensor>{}, 1); });
  check_error_with<Error>("parameter 2 (a), given before", [&] { AdamW({a, b, a}, 1); });
  check_error_with<Error>("parameter 1, the result of rms_norm", [&] {
    AdamW({b, rms_norm(a)}, 1);
  });
  const Tensor after_backward = rms_norm(a);  // has no parents left
  sum(after_backward).backward();
  check_error_with<Error>("parameter 1, the result of rms_norm", [&] {
    AdamW({b, after_backward}, 1);
  });
  CHECK_NOTHROW(AdamW({after_backward.detach() * 1}, 1));  // as the error says
  const Tensor view = b.detach();
  check_error_with<Error>("parameter 1, which shares its numbers", [&] { AdamW({a, b}, 1); });
  CHECK_THROWS_AS(AdamW({Tensor()}, 1), Error);
  // one that another optimizer has taken over
  Tensor c = parameter({2}, 3);
  AdamW first({a, c}, 1);
  SGD second({c}, 1);
  set_gradient(a, 1);
  check_error_with<Error>("parameter 1, which has moved", [&] { first.step(); });
  set_gradient(c, 1);
  CHECK_NOTHROW(second.step());
}

TEST_CASE("optimizers: a parameter that is not there, and a count of steps that cannot be") {
  Tensor p = tensor({1, 2}).set_requires_grad();
  SGD sgd({p}, 0.5);
  CHECK_THROWS_AS(sgd.state(1), UsageError);
  CHECK_THROWS_AS(sgd.step_count(1), UsageError);
  CHECK_THROWS_AS(sgd.set_step_count(1, 3), UsageError);
  CHECK_THROWS_AS(sgd.set_step_count(0, -1), UsageError);
  CHECK_THROWS_AS(sgd.set_step_count(0, std::numeric_limits<Index>::max()), UsageError);
}

}  // namespace optim_test
