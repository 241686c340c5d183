// What the stepper's check says of Tensors: near an edge, at a kink, of little numbers, of
// constants and of logs that do not have what it needs.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <string>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/random.h"
#include "holo/tensor.h"
#include "holo/trace.h"
#include "holo/value.h"
#include "trace/ask_stepper.h"
#include "trace/recorded.h"

namespace stepper_check_test {

using namespace holo;

namespace {

// What `check` says of x, of which a program makes a root.
TraceLog log_of(Tensor x, const std::function<void(const Tensor&)>& program,
                const TraceOptions& options = {.places = false}) {
  TraceLog log;
  x.set_label("x").set_requires_grad();
  const Trace trace(log, options);
  program(x);
  return log;
}

std::string check_of(const TraceLog& log, const std::string& name = "x") {
  return session(log, "g end\ncheck " + name + "\n");
}

std::string check_of(const Tensor& x, const std::function<void(const Tensor&)>& program,
                     const TraceOptions& options = {.places = false}) {
  return check_of(log_of(x, program, options));
}

void change_contributions(TraceLog& log, const std::function<double(double)>& change) {
  for (const TraceEvent& event : log.events) {
    if (event.kind != TraceEvent::Kind::contribution) continue;
    for (std::size_t i = 0; i < event.size; ++i) {
      double& after = log.numbers[static_cast<std::size_t>(event.first + event.size) + i];
      after = change(after);
    }
  }
}

}  // namespace

TEST_CASE("stepper: check takes a smaller step near the edge of a domain") {
  const auto agrees = [](double x, Tensor (*f)(const Tensor&)) {
    return contains(check_of(tensor({x}), [f](const Tensor& t) { f(t).backward(); }),
                    ": they agree\n");
  };
  CHECK(agrees(0.005, log));
  CHECK(agrees(0.005, sqrt));
  CHECK(agrees(0.02, reciprocal));
  CHECK(agrees(0.3, [](const Tensor& x) { return sin(x * 100.0); }));
  TraceLog wrong = log_of(tensor({0.005}), [](const Tensor& x) { log(x).backward(); });
  change_contributions(wrong, [](double grad) { return grad / 2; });
  CHECK(contains(check_of(wrong), "gradient 100: they differ\n"));
  CHECK(!contains(check_of(wrong), "a kink"));
}

TEST_CASE("stepper: check sees a wrong gradient of small numbers, and says which are too small") {
  const auto scaled = [](double factor) {
    return log_of(tensor({0.5}),
                  [factor](const Tensor& x) { (square(x) * factor + 0.1).backward(); });
  };
  TraceLog log = scaled(2e-5);
  CHECK(contains(check_of(log), ": they agree\n"));
  change_contributions(log, [](double grad) { return -grad; });
  CHECK(contains(check_of(log), ": they differ\n"));
  CHECK(contains(check_of(scaled(sizeof(real) == 4 ? 1e-7 : 1e-16)),
                 ": both are too small to tell\n"));
  const auto many = log_of(tensor({0.5, 1}), [](const Tensor& x) {
    sum(square(x) * tensor({1, 1e-12})).backward();
  });
  CHECK(contains(check_of(many),
                 "x [2]: slopes and gradients agree, 1 too small to tell; farthest apart at x["));
}

TEST_CASE("stepper: check counts the kinks of a Tensor, and compares no NaN") {
  const std::string kink =
      check_of(tensor({0, 1}), [](const Tensor& x) { sum(relu(x)).backward(); });
  CHECK(contains(kink,
                 "x [2]: 1 of 2 differ, 1 of them at a kink; farthest apart at x[0]: slope "
                 "0.5, gradient 0\n"));
  TraceLog nan = log_of(tensor({1, 2}), [](const Tensor& x) {
    sum(square(x) * static_cast<double>(NAN)).backward();
  });
  CHECK(contains(check_of(nan), "x [2]: all are NaN: nothing to compare; farthest apart at x["));
  CHECK(contains(check_of(zeros({0}), [](const Tensor& x) { sum(x).backward(); }),
                 "x has no numbers; expected a Tensor that has some\n"));
}

TEST_CASE("stepper: check leaves alone what no gradient flows through") {
  CHECK(contains(check_of(tensor({3}),
                          [](const Tensor& x) {
                            Tensor c;
                            {
                              const NoGrad no_grad;
                              c = square(x);
                            }
                            sum(x * c).backward();
                          }),
                 "gradient 9: they agree\n"));
  // A node that the root is not made of; its inputs are a summary.
  CHECK(contains(check_of(tensor({3}),
                          [](const Tensor& x) {
                            const Tensor y = square(x), beside = x * ones({30}),
                                         more = beside * 2.0;
                            sum(y + x).backward();
                          },
                          {.whole_up_to = TraceSummary::size, .places = false}),
                 "gradient 7: they agree\n"));
}

TEST_CASE("stepper: check computes a summary that depends on the number, not one of a constant") {
  const TraceOptions small{.whole_up_to = TraceSummary::size, .places = false};
  CHECK(contains(check_of(
                     tensor({2}),
                     [](const Tensor& x) { sum(square(broadcast_to(x, {30}))).backward(); }, small),
                 "gradient 120: they agree\n"));
  CHECK(contains(
      check_of(
          tensor({2}), [](const Tensor& x) { broadcast_to(x, {30}).backward(ones({30})); }, small),
      "; expected one with fewer numbers\n"));
}

TEST_CASE("stepper: check refuses a root whose op makes other numbers than the log says") {
  TraceLog log =
      log_of(tensor({2}), [](const Tensor& x) { broadcast_to(x, {3}).backward(ones({3})); });
  log.nodes.back().op = "sum";
  log.nodes.back().options = op_options::Over{.dims = 1, .keepdim = false};
  CHECK(contains(check_of(log), "; expected all its numbers\n"));
}

TEST_CASE("stepper: check is not heard by a Trace of the program") {
  TraceLog log;
  Tensor x = tensor({2}).set_requires_grad();
  x.set_label("x");
  const Trace trace(log, {.places = false});
  square(x).backward();
  const std::size_t nodes = log.nodes.size(), events = log.events.size();
  CHECK(contains(check_of(log), "gradient 4: they agree\n"));
  CHECK(log.nodes.size() == nodes);
  CHECK(log.events.size() == events);
  static_cast<void>(square(x));  // and it goes on
  CHECK(log.events.size() == events + 1);
}

TEST_CASE("stepper: an op of a log whose shapes do not fit it") {
  const TraceLog log = log_of(ones({3}), [](const Tensor& x) {
    Tensor y = exp(x) * x;
    y.set_label("y");
    sum(y).backward();
  });
  std::uint32_t y = 0;
  while (log.nodes[y].label != "y") ++y;
  const auto with = [&](const char* op, const OpOptions& options) {
    TraceLog changed = log;
    changed.nodes[y].op = op, changed.nodes[y].options = options;
    return changed;
  };
  const TraceLog linear = with("exp", op_options::Linear{});
  CHECK(contains(session(linear, "g end\np y[0]\n"), "  data 2.71828\n"));
  CHECK(contains(session(with("linear", op_options::Linear{}), "g end\np y[0]\n"),
                 "  data 2.71828\n"));
  CHECK(contains(session(with("matmul", {}), "g end\np y[2]\nwhy x[1]\n"), "  data 2.71828\n"));
  for (const char* const op : {"embedding", "cross_entropy"}) {
    TraceLog scalar = log_of(ones({}), [](const Tensor& x) { square(x).backward(); });
    scalar.nodes.back().op = op;
    if (op == std::string("cross_entropy")) {
      scalar.nodes.back().options = op_options::CrossEntropy{};
    }
    CHECK(contains(check_of(scalar), std::string(op) + ": a shape []; expected a last dimension"));
  }
  TraceLog far = log_of(ones({4096}), [](const Tensor& x) {
    sum(slice(x, {{0, 4096, 1}})).backward();
  });
  for (TracedNode& node : far.nodes) {
    if (auto* const part = std::get_if<op_options::Part>(&node.options))
      part->step[0] = Index{1} << 53;
  }
  CHECK(contains(check_of(far), "slice: "));
}

TEST_CASE("stepper: check names itself where it does not know an op") {
  TraceLog log = log_of(tensor({2}), [](const Tensor& x) { square(x).backward(); });
  log.nodes.back().op = "foo";
  CHECK(contains(check_of(log), "check: foo of 1 tensors; expected an op of ops.h\n"));
}

}  // namespace stepper_check_test

// What the stepper's check says of Values, from slopes of 1e6 to 1e-12: right gradients agree,
// wrong ones differ, and what nobody can tell is called so.
namespace stepper_slope_test {

using namespace holo;

namespace {

TraceLog log_of(double number, const std::function<Value(Value)>& root) {
  return recorded([&] { root(Value(number, "x")).backward(); });
}

// As if each op that x is an argument of had a derivative so many times too large.
void multiply_gradient(TraceLog& log, double factor) {
  std::uint32_t x = 0;
  while (log.nodes[x].label != "x") ++x;
  for (const TraceEvent& event : log.events) {
    if (event.kind != TraceEvent::Kind::contribution || event.parent != x) continue;
    log.numbers[static_cast<std::size_t>(event.first + event.size)] *= factor;
  }
}

// "they agree", say
std::string verdict_of(const TraceLog& log) {
  const std::string text = session(log, "g end\ncheck x\n");
  const std::size_t at = text.find(": ", text.find("slope "));
  return at == text.npos ? text : text.substr(at + 2, text.find('\n', at) - at - 2);
}

struct Function {
  const char* name;
  Value (*f)(Value);
  double low, high;  // of x, whose logarithm is uniform
};

const Function functions[] = {
    {"-log x", [](Value x) { return -log(x); }, 1e-6, 1},
    {"sqrt x", [](Value x) { return sqrt(x); }, 1e-6, 100},
    {"1 / x", [](Value x) { return 1.0 / x; }, 1e-5, 100},
    {"x^3", [](Value x) { return x * x * x; }, 1e-3, 100},
    {"exp x", [](Value x) { return exp(x); }, 1e-3, 10},
    {"tanh x", [](Value x) { return tanh(x); }, 1e-3, 3},
    {"x relu(x - x / 2)", [](Value x) { return x * relu(x - x / 2.0); }, 1e-9, 10},
    {"exp(-1 / x)", [](Value x) { return exp(-1.0 / x); }, 0.1, 10},
};
constexpr double scales[] = {1, 1e-6, 1e-9, 1e-12};

}  // namespace

TEST_CASE(
    "stepper: check has the right verdict of right and wrong gradients, in 200 random cases") {
  PythonRandom random(7);
  for (int i = 0; i < 200; ++i) {
    const Function& function = functions[i % 8];
    const double scale = scales[i / 8 % 4];
    const double x = std::exp(random.uniform(std::log(function.low), std::log(function.high)));
    CAPTURE(function.name);
    CAPTURE(x);
    CAPTURE(scale);
    TraceLog log = log_of(x, [&](Value v) { return scale * function.f(v); });
    CHECK(verdict_of(log) == "they agree");
    const double factors[] = {0, -1, 0.999, 1.001, 2, 10};
    multiply_gradient(log, factors[i % 6]);
    CHECK(verdict_of(log) == "they differ");
  }
}

TEST_CASE("stepper: check calls nothing right or wrong that the rounding of the root hides") {
  const auto beside_one = [](double factor) {
    return log_of(0.5, [factor](Value x) { return x * factor + 1.0; });
  };
  CHECK(verdict_of(beside_one(1e-9)) == "they agree");
  CHECK(verdict_of(beside_one(1e-14)) == "both are too small to tell");
  TraceLog wrong = beside_one(1e-9);
  multiply_gradient(wrong, 10);
  CHECK(verdict_of(wrong) == "they differ");
  TraceLog hidden = beside_one(1e-17);
  multiply_gradient(hidden, 2);
  CHECK(verdict_of(hidden) == "both are too small to tell");
}

TEST_CASE("stepper: check compares no NaN") {
  CHECK(verdict_of(log_of(1, [](Value x) { return x * NAN; })) == "NaN: nothing to compare");
  CHECK(verdict_of(log_of(0, [](Value x) { return sqrt(x); })) == "NaN: nothing to compare");
  TraceLog log = log_of(1, [](Value x) { return x * x; });
  multiply_gradient(log, NAN);
  CHECK(verdict_of(log) == "NaN: nothing to compare");
}

TEST_CASE("stepper: check calls a kink what stays one nearer by, and no curve") {
  const auto says_kink = [](const TraceLog& log) {
    return contains(session(log, "g end\ncheck x\n"), ": a kink, as that of relu at 0");
  };
  CHECK(says_kink(log_of(0, [](Value x) { return relu(x); })));
  CHECK(says_kink(log_of(0, [](Value x) { return relu(x) * 1e-9; })));
  CHECK(says_kink(log_of(2, [](Value x) { return relu(x - 2.0) + exp(x); })));
  for (const double p : {1e-6, 4e-4, 0.3}) {
    TraceLog log = log_of(p, [](Value x) { return -holo::log(x); });
    CHECK(!says_kink(log));
    multiply_gradient(log, 2);
    CHECK(!says_kink(log));
  }
  // The number is no kink, only near to one.
  CHECK(verdict_of(log_of(1e-9, [](Value x) { return relu(x); })) == "they agree");
}

}  // namespace stepper_slope_test
