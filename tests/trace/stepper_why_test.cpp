// What the stepper says of a gradient: the chain rule, a finite difference, a question.
#include <doctest/doctest.h>

#include <functional>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/random.h"
#include "holo/trace.h"
#include "holo/value.h"
#include "see/op_samples.h"
#include "trace/ask_stepper.h"
#include "trace/recorded.h"

namespace stepper_why_test {

using namespace holo;

namespace {

// Two factors more often: x^(2^n), with as many paths.
TraceLog squares(int n) {
  return recorded([n] {
    Value y(1.0, "x");
    for (int i = 0; i < n; ++i) y = y * y;
    y.set_label("y");
    y.backward();
  });
}

// At the end of the log.
std::string answer_at_end(const TraceLog& log, const std::string& command) {
  return answer(log, "g end\n" + command);
}

}  // namespace

TEST_CASE("stepper: why is the sum over all paths, with numbers") {
  const TraceLog log = recorded([] {
    const Value x(3.0, "x"), w(2.0, "w");
    Value y = x * w, z = y * y + x;
    y.set_label("y");
    z.set_label("z");
    z.backward();
  });
  CHECK(answer_at_end(log, "why x") ==
        "grad of #0 x is 25: how #4 z changes with it\n"
        "  z -> x:  1 = 1\n"
        "  z -> #3 (y * y) -> y -> x:  1 * 6 (= y) * 2 (= w) = 12\n"
        "  z -> #3 (y * y) -> y -> x:  1 * 6 (= y) * 2 (= w) = 12\n"
        "  the sum: 1 + 12 + 12 = 25\n");
}

TEST_CASE("stepper: of many paths the first ones are shown, and the last step of the chain rule") {
  const std::string text = answer_at_end(squares(3), "why x 3");
  CHECK(contains(text, "  the first 3 of 8 paths; these 3 sum to 3\n"));
  CHECK(contains(text,
                 "in one step of the chain rule:\n"
                 "  from mul #1 (x * x), step "));
  CHECK(contains(text, "1 (= x) times its grad 4 = 4\n"));
  CHECK(contains(answer_at_end(squares(3), "why x"),
                 "  the sum: 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 = 8\n"));
  CHECK(contains(answer_at_end(squares(60), "why x"), "the first 8 of 1152921504606846976 paths"));
}

TEST_CASE("stepper: why counts what was there before, and what has come so far") {
  const TraceLog log = recorded([] {
    const Value x(3.0, "x");
    const Value y = x * x;
    y.backward();
    y.backward();
  });
  CHECK(contains(answer_at_end(log, "why x"), "  the sum: 6 before this backward + 3 + 3 = 12\n"));
  CHECK(contains(
      answer_at_end(log, "b\nwhy x"),
      "grad of #0 x is 9 so far: 1 more to come from #1 (x * x)\n"
      "  before this backward it had 6, from an earlier one with no zero_grad since; this one adds "
      "3\n"
      "  #1 (x * x) -> x:  3 (= x) = 3\n"
      "  the sum: 6 before this backward + 3 = 9\n"));
  CHECK(answer_at_end(log, "g 6\nwhy x") ==
        "#0 x: nothing has come to it since the backward from #1 (x * x) began, at step 6: 2 to "
        "come; w "
        "NAME and c lead there\n");
  CHECK(contains(answer_at_end(log, "why #1"), "  #1 (x * x):  1 = 1\n"));
}

TEST_CASE("stepper: why of a path of 100,000 nodes shows its ends") {
  const TraceLog log = recorded([] {
    const Value x(1.0, "x");
    Value y = x;
    for (int i = 0; i < 20'000; ++i) y = -y;
    y.backward();
  });
  const std::string text = answer_at_end(log, "why x");
  CHECK(text.size() < 500);
  CHECK(contains(text, " -> (19989 more) -> "));
  CHECK(contains(text, " -> x:  -1 * (-1) * "));
}

TEST_CASE("stepper: check computes the root again, for every op") {
  const TraceLog events = recorded([] {
    const Value a(0.7, "a"), b(0.4, "b");
    const std::vector<Value> x = {a, b, a}, y = {b, a, a};
    const Value one = exp(a) + log(b) - sqrt(a) + tanh(b) * sigmoid(a) + relu(a) + relu2(b);
    const Value two = gelu(a) / silu(b) + abs(-a) + max(a, b) * min(a, b) + pow(a, 2.5) +
                      sin(a) * cos(b) * softplus(a);
    const Value three =
        sum(x) * dot(x, y) + (2.0 / a) * (1.0 - b) + max(a, 0.1) + 3.0 * min(0.2, b);
    (one * two + three).backward();
  });
  CHECK(contains(answer_at_end(events, "check a"), ": they agree\n"));
  CHECK(contains(answer_at_end(events, "check b"), ": they agree\n"));
  CHECK(contains(answer_at_end(events, "check #9"), ": they agree\n"));
}

TEST_CASE("stepper: check sees a derivative that is wrong") {
  TraceLog log = recorded([] {
    const Value x(3.0, "x"), w(5.0, "w"), other(1.0, "other");
    (x * w).backward();
  });
  CHECK(contains(answer_at_end(log, "check x"), "slope 5, gradient 5: they agree\n"));
  CHECK(contains(answer_at_end(log, "check other"),
                 "check: the backward from #3 brings nothing to #2 other;"));
  CHECK(contains(answer_at_end(log, "check x\ng 0\ncheck x"),
                 "check: no backward has begun at step 0;"));
  for (const TraceEvent& event : log.events) {
    if (event.kind == TraceEvent::Kind::contribution)
      log.numbers[static_cast<std::size_t>(event.first)] += 0.01;
  }
  CHECK(contains(answer_at_end(log, "check x"), "slope 5, gradient 5.01: they differ\n"));
}

namespace {

// y = W x of a log that was written by hand.
TraceLog matrix_product() {
  TraceLog log;
  using Kind = TraceEvent::Kind;
  const auto add_node = [&](const char* op, const char* label, std::vector<Index> shape,
                            std::vector<std::uint32_t> parents, std::vector<double> data) {
    const auto index = static_cast<std::uint32_t>(log.nodes.size());
    log.nodes.push_back({.number = index,
                         .is_tensor = true,
                         .requires_grad = index != 1,
                         .op = op,
                         .label = label,
                         .shape = std::move(shape),
                         .parents = std::move(parents),
                         .made_by = static_cast<std::uint32_t>(log.events.size()),
                         .options = {}});
    log.events.push_back({.kind = log.nodes.back().parents.empty() ? Kind::leaf : Kind::forward,
                          .node = index,
                          .first = log.numbers.size(),
                          .size = data.size()});
    log.numbers.insert(log.numbers.end(), data.begin(), data.end());
  };
  add_node("leaf", "W", {2, 2}, {}, {1, 2, 3, 4});
  add_node("leaf", "x", {2}, {}, {5, 6});
  add_node("matmul", "y", {2}, {0, 1}, {17, 39});
  add_node("sum", "", {}, {2}, {56});
  log.nodes[3].options = op_options::Over{.dims = 1, .keepdim = false};
  log.events.push_back({.kind = Kind::backward, .node = 3, .first = log.numbers.size(), .size = 1});
  log.numbers.push_back(1);
  const auto send = [&](std::uint32_t node, std::uint32_t parent, std::vector<double> numbers) {
    log.events.push_back({.kind = Kind::contribution,
                          .node = node,
                          .parent = parent,
                          .first = log.numbers.size(),
                          .size = numbers.size() / 2});
    log.numbers.insert(log.numbers.end(), numbers.begin(), numbers.end());
  };
  send(3, 2, {0, 0, 1, 1});
  send(2, 0, {0, 0, 0, 0, 5, 6, 5, 6});
  return log;
}

}  // namespace

TEST_CASE("stepper: Tensors are shown with their shapes and first numbers") {
  const TraceLog log = matrix_product();
  CHECK(contains(session(log, "s 9\n"),
                 "1/7  #0 leaf W  [2, 2]  1 2 3 4\n"
                 "2/7  #1 leaf x  [2]  5 6\n"
                 "3/7  #2 matmul y = matmul(W, x)  [2]  17 39\n"
                 "4/7  #3 sum = sum(y, dims 0)  56\n"
                 "5/7  backward from #3 (sum(y, dims 0))  grad 1\n"
                 "6/7  sum #3 -> #2 y [2]  grad 0 0 -> 1 1\n"
                 "7/7  matmul #2 y -> #0 W [2, 2]  grad 0 0 0 0 -> 5 6 5 6\n"));
  CHECK(contains(answer_at_end(log, "why W"),
                 "grad of #0 W [2, 2] is 5 6 5 6: how #3 (sum(y, dims 0)) changes with it\n"
                 "  from matmul #2 y, step 7:  grad 0 0 0 0 -> 5 6 5 6\n"));
  CHECK(contains(answer_at_end(log, "p x"), "  no gradient: none was asked for\n"));
}

TEST_CASE("stepper: check moves the numbers of a Tensor") {
  const TraceLog log = matrix_product();
  CHECK(
      contains(answer_at_end(log, "check W"), "#0 W [2, 2]: slopes and gradients agree; farthest"));
  const std::string one = answer_at_end(log, "check W[0][1]");
  CHECK(contains(one, sizeof(real) == 4 ? "#3 with W[0][1] = 2.02" : "#3 with W[0][1] = 2.000"));
  CHECK(contains(one, "gradient 6: they agree\n"));
  CHECK(contains(answer_at_end(log, "check x"),
                 "check: the backward from #3 brings nothing to #1 x;"));
  TraceLog wrong = log;
  wrong.numbers.back() += 0.5;  // what came to W[1][1]
  const std::string differ = answer_at_end(wrong, "check W");
  CHECK(contains(differ, "#0 W [2, 2]: 1 of 4 differ; farthest apart at W[1][1]: slope "));
  CHECK(contains(differ, ", gradient 6.5\n"));
  CHECK(contains(answer_at_end(wrong, "check W[1][1]"), "gradient 6.5: they differ\n"));
}

TEST_CASE("stepper: check computes Tensors again, of many numbers some, and a root with a seed") {
  TraceLog log;
  {
    const Trace trace(log, {.places = false});
    Tensor table = normal({7, 16}, CounterRandom(1)).set_requires_grad();
    Tensor weight = normal({9, 8}, CounterRandom(2)).set_requires_grad();
    table.set_label("table"), weight.set_label("weight");
    const Tensor x = dropout(embedding(table, {0, 4, 2}), 0.25, CounterRandom(7, 9));
    const Tensor y = linear(gated(layer_norm(x), Activation::silu, Gate::second), weight);
    cross_entropy(y, {4, 8, 1}, Reduction::none).backward(tensor({1, -0.5, 2}));
  }
  // In float one slope may be too small to tell.
  const std::string end = sizeof(real) == sizeof(double)
                              ? "numbers: slopes and gradients agree; farthest apart at "
                              : "numbers: slopes and gradients agree";
  CHECK(contains(answer_at_end(log, "check table"), "table [7, 16], 64 of its " + end));
  CHECK(contains(answer_at_end(log, "check weight"), "weight [9, 8], 64 of its " + end));
}

TEST_CASE("stepper: check of a Tensor where no gradient can be compared says so") {
  const TraceLog log = recorded([] {
    Tensor x = tensor({0, 1}).set_requires_grad();
    x.set_label("x");
    sum(sqrt(x) * tensor({0, 1e-20}) + 1).backward();
  });
  CHECK(contains(answer_at_end(log, "check x"),
                 "x [2]: nothing can be told, 1 too small to tell, 1 NaN; farthest apart at "));
}

TEST_CASE("stepper: check knows the rounding of a root whose numbers cancel in the sum") {
  const TraceLog log = recorded([] {
    Tensor x = tensor({1}).set_requires_grad();
    x.set_label("x");
    (x * tensor({1e-9, 0}) + 1e10).backward(tensor({1, -1}));
  });
  CHECK(contains(answer_at_end(log, "check x"), "both are too small to tell"));
}

TEST_CASE("stepper: check of a Tensor whose op needs one that is a summary") {
  TraceLog log;
  {
    const Trace trace(log, {.whole_up_to = TraceSummary::size, .places = false});
    Tensor x = tensor({2}).set_requires_grad(), large = ones({30}).set_requires_grad();
    x.set_label("x"), large.set_label("large");
    sum(x * large).backward();
  }
  CHECK(contains(answer_at_end(log, "check x"), " large; expected all its numbers"));
  CHECK(contains(answer_at_end(log, "check large"), " large; expected one with fewer numbers"));
}

}  // namespace stepper_why_test

// What the stepper says of a gradient that several backward passes have made, and of one that the
// program has set.
namespace stepper_history_test {

using namespace holo;

namespace {

// y = x w for x = 3, w = 2: as many backwards as are asked for, and zero_grad behind `zero`.
TraceLog backwards(int passes, int zero) {
  return recorded([=] {
    const Value x(3.0, "x"), w(2.0, "w");
    Value y = x * w;
    y.set_label("y");
    for (int i = 1; i <= passes; ++i) {
      y.backward();
      if (i == zero) Tape::current().zero_grad();
    }
  });
}

std::string at_end(const TraceLog& log, const std::string& command) {
  return answer(log, "g end\n" + command);
}

}  // namespace

TEST_CASE("stepper: why names the gradient of earlier backwards") {
  CHECK(at_end(backwards(1, 0), "why x") ==
        "grad of #0 x is 2: how #2 y changes with it\n"
        "  y -> x:  2 (= w) = 2\n");
  CHECK(at_end(backwards(2, 0), "why x") ==
        "grad of #0 x is 4: what it had, and how #2 y changes with it\n"
        "  before this backward it had 2, from an earlier one with no zero_grad since; this one "
        "adds 2\n"
        "  y -> x:  2 (= w) = 2\n"
        "  the sum: 2 before this backward + 2 = 4\n");
  CHECK(contains(at_end(backwards(3, 0), "why x"),
                 "it had 4, from 2 earlier ones with no zero_grad since; this one adds 2\n"));
  CHECK(contains(at_end(backwards(3, 1), "why x"),
                 "it had 2, from an earlier one with no zero_grad since; this one adds 2\n"));
  CHECK(
      contains(at_end(backwards(2, 1), "why x"), "grad of #0 x is 2: how #2 y changes with it\n"));
}

TEST_CASE("stepper: why after zero_grad does not show as the gradient what had come before") {
  CHECK(at_end(backwards(1, 1), "why x") ==
        "grad of #0 x is 0: the program has set it at step 7; before that the backward from #2 y "
        "had brought\n"
        "  y -> x:  2 (= w) = 2\n");
  CHECK(contains(answer(backwards(1, 1), "g 6\nwhy x"), "grad of #0 x is 2: how #2 y changes"));
}

TEST_CASE("stepper: why names what the program has set before a backward") {
  const TraceLog log = recorded([] {
    Value x(3.0, "x");
    const Value w(2.0, "w");
    x.set_grad(5);
    (x * w).backward();
    (x * w).backward();
  });
  CHECK(contains(answer(log, "break backward\nc\ns 2\nwhy x"),
                 "before this backward it had 5, which the program has set at step "));
  CHECK(contains(at_end(log, "why x"), ", and from an earlier one with no zero_grad since; this"));
}

TEST_CASE("stepper: the same of a Tensor, and of one number of it") {
  const auto program = [](bool zero) {
    return recorded([zero] {
      Tensor w = tensor({1, 2}).set_label("w").set_requires_grad();
      const Tensor x = tensor({3, 5}).set_label("x");
      sum(w * x).backward();
      sum(w * x).backward();
      if (zero) w.zero_grad();
    });
  };
  const std::string text = at_end(program(false), "why w\nwhy w[1]");
  CHECK(contains(at_end(program(false), "why w"), " w [2] is 6 10: what it had, and how #"));
  CHECK(
      contains(at_end(program(false), "why w"),
               "\n  before this backward it had 3 5, from an earlier one with no zero_grad since; "
               "this one adds 3 5\n"));
  CHECK(contains(text, "grad of w[1] is 10: what it had, and how #"));
  CHECK(contains(text,
                 "\n  before this backward it had 5, from an earlier one with no zero_grad "
                 "since; this one adds 5\n"));
  CHECK(contains(at_end(program(true), "why w"), " w [2] is all 0: the program has set it at") ==
        false);
  CHECK(contains(at_end(program(true), "why w"), " w [2] is 0 0: the program has set it at step "));
  CHECK(contains(at_end(program(true), "why w[1]"), "w[1] is 0: the program has set it at step "));
}

TEST_CASE("stepper: why of a node to which nothing comes says whether something will") {
  const TraceLog log = recorded([] {
    const Value x(3.0, "x"), other(2.0, "other");
    (x * x).backward();
    const Tensor c = tensor({2}).set_label("c");
    Tensor w = tensor({3}).set_label("w").set_requires_grad();
    sum(w * c).backward();
  });
  CHECK(answer(log, "break backward\nc\nwhy x") ==
        "#0 x: nothing has come to it since the backward from #2 (x * x) began, at step 4: 2 to "
        "come; w NAME and c lead there\n");
  CHECK(contains(answer(log, "g 6\nwhy other"),
                 "#1 other: the backward from #2 (x * x), which began at step 4, brings nothing to "
                 "it; w NAME"));
  CHECK(contains(answer(log, "g end\nwhy c"), " c [1]: no gradient: none was asked for\n"));
}

TEST_CASE("stepper: why in a backward that the log has not whole does not say that nothing comes") {
  TraceLog log = recorded([] {
    Tensor w = tensor({3}).set_label("w").set_requires_grad();
    exp(exp(w)).backward(tensor({1}));
  });
  log.cut = "so many events";
  log.events.pop_back();  // what comes to w
  CHECK(contains(at_end(log, "why w"), " w [1]: the log ends in the backward from #"));
  CHECK(contains(at_end(log, "why w[0]"),
                 "  the log ends before this backward brings something to it\n"));
}

TEST_CASE("stepper: why in a backward that the log has not whole calls no gradient complete") {
  TraceLog log = recorded([] {
    const Value x(3.0, "x");
    Value y = x * x;
    y.set_label("y");
    y.backward();
  });
  const TraceLog whole = log;
  log.cut = "so many events";
  CHECK(contains(at_end(whole, "why x"), "grad of #0 x is 6: how #1 y changes with it\n"));
  CHECK(contains(at_end(log, "why x"),
                 "grad of #0 x is 6 so far: the log ends in the backward from #1 y\n"));
  CHECK(contains(answer(log, "g 4\nwhy x"),
                 "grad of #0 x is 3 so far: at least 1 more to come from #1 y\n"));
  CHECK(contains(at_end(log, "why y"), "grad of #1 y is 1: how #1 y changes with it\n"));
}

TEST_CASE("stepper: a clear before the next backward is not the program's doing") {
  const TraceLog log = recorded([] {
    const Value x(3.0, "x");
    Value y = x * x, z = x * 2.0;
    y.set_label("y"), z.set_label("z");
    y.backward();
    z.backward();
  });
  CHECK(contains(answer(log, "g 7\nwhy y"),
                 "grad of #1 y is 0: the next backward has cleared it at step 7; before that the "
                 "backward from #1 y had brought\n"));
}

}  // namespace stepper_history_test
