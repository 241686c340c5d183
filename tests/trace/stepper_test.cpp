// The stepper: tables of programs, of commands and of what it answers; then what a table cannot
// say.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "base/words.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/nn/layers.h"
#include "holo/ops.h"
#include "holo/random.h"
#include "holo/scope.h"
#include "holo/trace.h"
#include "holo/trace_log.h"
#include "holo/value.h"
#include "trace/logs.h"

namespace stepper_test {

using namespace holo;

namespace {

constexpr bool in_float = sizeof(real) == sizeof(float);

// ---- programs ----

// y = x w + b, loss = y^2 for x = 3, w = 2, b = -4.
void chapter_1() {
  const Value x(3.0, "x"), w(2.0, "w"), b(-4.0, "b");
  Value y = x * w + b, loss = y * y;
  y.set_label("y");
  loss.set_label("loss");
  loss.backward();
}

// Two backwards, zero_grad, new numbers in a leaf, scopes, a node that is used often.
void scopes() {
  Value x(0.5, "x");
  for (int i = 0; i < 5; ++i) {
    const Tape::Scope forgotten;
    const Scope scope(i % 2 == 0 ? "even" : "odd");
    const Value y = tanh(x * x + x) * x - exp(x);
    y.backward();
    if (i == 2) y.backward();
    if (i == 3) Tape::current().zero_grad();
    x.set_data(x.data() - 0.1 * x.grad());
  }
}

// Of two nodes x the second has the number of the first.
void same_name_twice() {
  for (const double number : {1.0, 2.0}) {
    const Tape::Scope forgotten;
    const Value x(number, "x");
    static_cast<void>(x + x);
  }
}

void infinite() {
  const Value zero(0.0, "zero");
  const Value y = log(zero + 0.0);
  static_cast<void>(y * zero);
}

void matrix_of_values() {
  const Value a(1.0, "w[0][0]"), b(2.0, "w[0][1]"), c(3.0, "w[1][0]"), other(4.0, "ww[0]");
  const Value sign(3.0, "a=b");
}

// x = 3, y = x x, z = 2 y; a backward from y, steps 4 to 6, then one from z, steps 7 to 10.
void two_passes() {
  const Value x(3.0, "x");
  Value y = x * x, z = y * 2.0;
  y.set_label("y"), z.set_label("z");
  y.backward();
  z.backward();
}

// The second backward does not reach y.
void cleared() {
  const Value x(3.0, "x");
  Value y = x * x, z = x * 2.0;
  y.set_label("y"), z.set_label("z");
  y.backward();
  z.backward();
}

// y = x w, with so many backwards and a zero_grad behind one of them.
void backwards(int passes, int zero) {
  const Value x(3.0, "x"), w(2.0, "w");
  Value y = x * w;
  y.set_label("y");
  for (int i = 1; i <= passes; ++i) {
    y.backward();
    if (i == zero) Tape::current().zero_grad();
  }
}

void set_grad_first() {
  Value x(3.0, "x");
  const Value w(2.0, "w");
  x.set_grad(5);
  (x * w).backward();
  (x * w).backward();
}

void three_paths() {
  const Value x(3.0, "x"), w(2.0, "w");
  Value y = x * w, z = y * y + x;
  y.set_label("y");
  z.set_label("z");
  z.backward();
}

// x^(2^n), with as many paths.
void squares(int n) {
  Value y(1.0, "x");
  for (int i = 0; i < n; ++i) y = y * y;
  y.set_label("y");
  y.backward();
}

void negations(int nodes) {
  Value y(1.0, "x");
  for (int i = 0; i < nodes; ++i) y = -y;
  y.backward();
}

void nothing_comes() {
  const Value x(3.0, "x"), other(2.0, "other");
  (x * x).backward();
  const Tensor c = tensor({2}).set_label("c");
  Tensor w = tensor({3}).set_label("w").set_requires_grad();
  sum(w * c).backward();
}

void all_ops_of_values() {
  const Value a(0.7, "a"), b(0.4, "b");
  const std::vector<Value> x = {a, b, a}, y = {b, a, a};
  const Value one = exp(a) + log(b) - sqrt(a) + tanh(b) * sigmoid(a) + relu(a) + relu2(b);
  const Value two = gelu(a) / silu(b) + abs(-a) + max(a, b) * min(a, b) + pow(a, 2.5) +
                    sin(a) * cos(b) * softplus(a);
  const Value three = sum(x) * dot(x, y) + (2.0 / a) * (1.0 - b) + max(a, 0.1) + 3.0 * min(0.2, b);
  (one * two + three).backward();
}

Tensor labelled(Tensor x, const char* label) { return x.set_label(label).set_requires_grad(); }

// y = f(x, w) for x [2, 3] and w [3, 2], and a backward from the sum of its squares.
void of_tensors(const std::function<Tensor(Tensor, Tensor)>& f) {
  const Tensor x = labelled(tensor({{1, 2, 3}, {4, 5, 6}}), "x");
  const Tensor w = labelled(tensor({{7, 8}, {9, 10}, {-1, -2}}), "w");
  Tensor y = f(x, w);
  y.set_label("y");
  sum(y * y).backward();
}

// f(x) with a backward from it.
void of_tensor(const Tensor& x, const std::function<Tensor(Tensor)>& f) {
  f(labelled(x, "x")).backward();
}

void tensor_twice(bool zero) {
  Tensor w = labelled(tensor({1, 2}), "w");
  const Tensor x = tensor({3, 5}).set_label("x");
  sum(w * x).backward();
  sum(w * x).backward();
  if (zero) w.zero_grad();
}

void changed_by_optimizer() {
  Tensor w = labelled(tensor({2, 3}), "w");
  Tensor y = w * w;
  y.set_label("y");
  sum(y).backward();
  const NoGrad no_grad;
  w.copy_(std::vector<real>{1, 1});
}

void small_model() {
  const Tensor table = labelled(normal({7, 16}, CounterRandom(1)), "table");
  const Tensor weight = labelled(normal({9, 8}, CounterRandom(2)), "weight");
  const Tensor x = dropout(embedding(table, {0, 4, 2}), 0.25, CounterRandom(7, 9));
  const Tensor y = linear(gated(layer_norm(x), Activation::silu, Gate::second), weight);
  cross_entropy(y, {4, 8, 1}, Reduction::none).backward(tensor({1, -0.5, 2}));
}

// ---- tables ----

struct Answer {
  const char *commands, *says;  // commands with "; " between them; "!" before what it does not say
};
struct Program {
  const char* name;
  std::function<void()> run;
  std::vector<Answer> answers;
  TraceOptions options = {};
};

void check_table(const std::vector<Program>& programs) {
  for (const Program& program : programs) {
    const TraceLog log = recorded(program.run, program.options);
    for (const Answer& row : program.answers) {
      std::string commands = std::string(row.commands) + "\n", says = row.says;
      for (std::size_t at; (at = commands.find("; ")) != commands.npos;)
        commands.replace(at, 2, "\n");
      const std::string text = session(log, commands);
      CAPTURE(says);
      CAPTURE(text);
      const bool is_not = says.starts_with("!");
      CHECK(contains(text, is_not ? says.substr(1) : says) != is_not);
    }
  }
}

}  // namespace

TEST_CASE("stepper: forward and backward, an operation a line") {
  CHECK(session(recorded(chapter_1), "s 6\n\n\ns\nb\ns 99\nq\n") ==
        "stepper: 13 steps, before the first one; h lists the commands\n"
        "> s 6\n"
        "1/13  #0 leaf x  3\n"
        "2/13  #1 leaf w  2\n"
        "3/13  #2 leaf b  -4\n"
        "4/13  #3 mul = x * w  6 = 3 * 2\n"
        "5/13  #4 add y = #3 + b  2 = 6 + (-4)\n"
        "6/13  #5 mul loss = y * y  4 = 2 * 2\n"
        ">\n"
        "7/13  backward from #5 loss  grad 1\n"
        ">\n"
        "8/13  mul #5 loss -> #4 y (1 of 2)  d 2 (= y) times upstream 1 = 2; grad 0 -> 2\n"
        "> s\n"
        "9/13  mul #5 loss -> #4 y (2 of 2)  d 2 (= y) times upstream 1 = 2; grad 2 -> 4\n"
        "> b\n"
        "8/13  mul #5 loss -> #4 y (1 of 2)  d 2 (= y) times upstream 1 = 2; grad 0 -> 2\n"
        "> s 99\n"
        "9/13  mul #5 loss -> #4 y (2 of 2)  d 2 (= y) times upstream 1 = 2; grad 2 -> 4\n"
        "10/13  add #4 y -> #3 (x * w)  d 1 times upstream 4 = 4; grad 0 -> 4\n"
        "11/13  add #4 y -> #2 b  d 1 times upstream 4 = 4; grad 0 -> 4\n"
        "12/13  mul #3 (x * w) -> #0 x  d 2 (= w) times upstream 4 = 8; grad 0 -> 8\n"
        "13/13  mul #3 (x * w) -> #1 w  d 3 (= x) times upstream 4 = 12; grad 0 -> 12\n"
        "the end: 13 steps; b goes back, q quits\n"
        "> q\n");
}

// Rows are as wide as they are long.
// clang-format off

TEST_CASE("stepper: moves, breaks and watches") {
  check_table({
      {"chapter 1",
       chapter_1,
       {{"b", "the beginning: no step before this one; s goes forward, q quits\n"},
        {"g 14", "g: '14'; expected a number from 0 to 13\n"},
        {"g -1", "g: '-1'; expected a number from 0 to 13\n"},
        {"s none", "s: 'none'; expected a number from 1 to 1000\n"},
        {"s 5000", "expected a number from 1 to 1000. Try: g N, to step N\n"},
        {"g end; g", "> g\n13/13  mul #3"},
        {"goto 4", "4/13  #3 mul = x * w"},
        {"step 2; back", "> back\n1/13  #0 leaf x"},
        {"break op=add; c", "> c\n5/13"},
        {"break param=w; c", "> c\n2/13"},
        {"break param=w; c; c; c; c", "4/13  #3 mul = x * w  6 = 3 * 2\nbreak param=w\n> c\n13/13  mul #3"},
        {"break param=#3; c", "> c\n4/13"},
        {"break backward; continue", "> continue\n7/13  backward from #5 loss  grad 1\nbreak backward\n"},
        {"break nan; c", "> c\n13/13"},
        {"break nan; break; break nan; break", "> break\nbreak nan\n> break nan\nc no longer stops at nan\n"},
        {"break", "there is no break; try: break op=add\n"},
        {"w", "no node is watched; try: w NAME\n"},
        {"g 4; w #3; w x; c; c; c",
         "> c\n10/13  add #4 y -> #3 (x * w)  d 1 times upstream 4 = 4; grad 0 -> 4\nwatch #3: grad 0 -> 4\n"
         "> c\n12/13  mul #3 (x * w) -> #0 x  d 2 (= w) times upstream 4 = 8; grad 0 -> 8\nwatch #0 x: grad 0 -> 8\n"
         "> c\n13/13"},
        {"w #3; w x; w", "> w\nwatching #3 (x * w)\nwatching #0 x\n"},
        {"w x; watch x; w", "no longer watching #0 x\n> w\nno node is watched"},
        {"w y; c", "5/13  #4 add y = #3 + b  2 = 6 + (-4)\nwatch #4 y: made: 2\n"},
        {"g end; c", "> c\nthe end: 13 steps; b goes back, q quits\n"},
        {"break op=tahn", "'tahn': no op of this log; expected one of add, leaf, mul\n"},
        {"break op=mull", "'mull': no op of this log; expected one of add, leaf, mul. Try: mul\n"},
        {"break param=q", "there are b, loss, w, x, y\n"},
        {"break param=", "there are b, loss, w, x, y\n"},
        {"break up", "break: 'up'; expected op=NAME, param=NAME, nan or backward\n"}}},
      {"infinite", infinite, {{"break nan; c; c", "> c\n3/4  #2 log = log(#1)  -inf = log(0)\nbreak nan\n> c\n4/4"}}},
      {"a matrix of Values",
       matrix_of_values,
       {{"break param=w; c; c; c; c", "3/5  #2 leaf w[1][0]  3\nbreak param=w\n> c\n5/5"},
        {"break param=w[0]; c; c; c", "2/5  #1 leaf w[0][1]  2\nbreak param=w[0]\n> c\n5/5"},
        {"break param=v", "'v': no node has this name"},
        {"break param=a=b; c", "5/5  #4 leaf a=b  3\nbreak param=a=b\n"}}},
      {"a Tensor that changes",
       [] {
         Tensor w = labelled(tensor({1, 2, 3}), "w");
         static_cast<void>(w * 2);
         const NoGrad no_grad;
         w.copy_(std::vector<real>{1, 2, 4});
       },
       {{"g 1; w w; c", " w: data 1 2 3 -> 1 2 4\n"}}},
  });
}

TEST_CASE("stepper: a NaN or an infinity that only a summary counts") {
  for (const double number : {HUGE_VAL, -HUGE_VAL, std::nan("")}) {
    const auto program = [number] {
      Tensor big = zeros({60}).set_requires_grad();
      std::vector<real> numbers(60, 1);
      numbers[30] = static_cast<real>(number);  // neither among the first nor among the last
      static_cast<void>(big * 2);
      const NoGrad no_grad;
      big.copy_(numbers);
    };
    check_table({{"summary", program, {{"break nan; c", "the program sets #"}, {"break nan; c", "\nbreak nan\n"}},
                  {.whole_up_to = 0}}});
  }
}

TEST_CASE("stepper: print, names and what cannot be done") {
  check_table({
      {"chapter 1",
       chapter_1,
       {{"p y", "#4 y: add #3 + b, made at step 5\n  not there yet at step 0\n"},
        {"g end; print #4 y",
         "#4 y: add #3 + b, made at step 5\n  data 2 = 6 + (-4)\n  grad 4\n"},
        {"p lost",
         "'lost': no node has this name; expected a label or a number as #3; there are b, "
         "loss, w, x, y. Try: loss\n"},
        {"p #9", "'#9': no node has this name; expected a label or a number as #3; there are b, loss, w, x, y\n"},
        {"print", "print: no NAME; expected a label, as x, or a number, as #3\n"},
        {"braek nan", "'braek': no command; expected one that h lists. Try: break\n"},
        {"x", "'x': no command; expected one that h lists\n"},
        {"wy", "Try: why\n"},
        {"continue x", "continue: 'x'; expected nothing after it\n"},
        {"quit; s", "!> s"},
        {"why x", "why: no backward has begun at step 0; expected a step of a backward. Try: break backward, then c\n"},
        {"g end; why x; check x; g 0; check x", "check: no backward has begun at step 0;"},
        {"save", "save: no file; expected a name that ends in .json, .html or .txt\n"},
        {"h", "\nsave FILE"}}},
      {"one name twice",
       same_name_twice,
       {{"g 2; p x", "2/4  #1 add = x + x  2 = 1 + 1\n> p x\n#0 x: leaf, made at step 1\n  data 1\n"},
        {"g end; p x", "#0 x: leaf, made at step 3\n  data 2\n"},
        {"p x", "#0 x: leaf, made at step 1\n  not there yet"}}},
      {"no labels", [] { static_cast<void>(Value(1.0) + 1.0); }, {{"p x", "a number as #3: no node has a label\n"}}},
      {"ten names", [] { for (int i = 0; i < 10; ++i) Value(i, fmt::format("n{}", i)); }, {{"p x", "n7 and 2 more\n"}}},
      {"a summary",
       [] {
         Tensor big = labelled(ones({60}), "big");
         sum(big * 2).backward();
         const NoGrad no_grad;
         std::vector<real> numbers(60, 1);
         numbers[30] = static_cast<real>(std::nan(""));
         big.copy_(numbers);
       },
       {{"g end; p big", "1 ... (1 to 1, mean 1, 1 NaN)\n"},
        {"g end; why big[0]", "'big[0]': the log has a summary of this Tensor; expected one with fewer numbers\n"},
        {"g end; why big", "grad of #"}},
       {.whole_up_to = 0}},
      {"an empty Tensor",
       [] {
         const Tensor a = labelled(zeros({0, 3}), "a");
         sum(a * a).backward();
       },
       {{"s 9; p a", "leaf a  [0, 3]  no numbers\n"}, {"s 9", "grad no numbers -> no numbers\n"}}},
      {"a log that was cut",
       [] { static_cast<void>(Value(1.0) + 1.0); },
       {{"c", "h lists the commands\nthe log ends early: 1 events, the most that a log keeps\n"},
        {"c", "q quits\nthe log ends early: 1 events"}},
       {.max_events = 1}},
  });
}

TEST_CASE("stepper: why of Values") {
  check_table({
      {"three paths",
       three_paths,
       {{"g end; why x",
         "grad of #0 x is 25: how #4 z changes with it\n"
         "  z -> x:  1 = 1\n"
         "  z -> #3 (y * y) -> y -> x:  1 * 6 (= y) * 2 (= w) = 12\n"
         "  z -> #3 (y * y) -> y -> x:  1 * 6 (= y) * 2 (= w) = 12\n"
         "  the sum: 1 + 12 + 12 = 25\n"}}},
      {"8 paths", [] { squares(3); }, {{"g end; why x", "  the sum: 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 = 8\n"}}},
      {"16 paths",
       [] { squares(4); },
       {{"g end; why x", "  the first 8 of 16 paths; these 8 sum to 8\n"},
        {"g end; why x", "in one step of the chain rule:\n  from mul #1 (x * x), step "},
        {"g end; why x", "1 (= x) times its grad 8 = 8\n"}}},
      {"2^60 paths", [] { squares(60); }, {{"g end; why x", "the first 8 of 1152921504606846976 paths"}}},
      {"chapter 1",
       chapter_1,
       {{"g 8; why y", "grad of #4 y is 2 so far: 1 more to come from #5 loss\n"},
        {"g 9; why y", "grad of #4 y is 4: how #5 loss changes with it\n"}}},
      {"a longer path",
       [] { negations(14); },
       {{"g end; why x",
         "  #14 -> #13 -> #12 -> #11 -> #10 -> #9 -> (3 more) -> #5 -> #4 -> #3 -> #2 -> #1 (-x) -> x:  "
         "-1 * (-1) * (-1) * (-1) * (-1) * (-1) * (2 more) * (-1) * (-1) * (-1) * (-1) * (-1) * (-1) = 1\n"}}},
      {"20,000 nodes", [] { negations(20'000); }, {{"g end; why x", " -> (19989 more) -> "}}},
      {"two passes",
       two_passes,
       {{"g 6; why x",
         "grad of #0 x is 6: how #1 y changes with it\n  y -> x:  3 (= x) = 3\n  y -> x:  3 (= x) = 3\n"
         "  the sum: 3 + 3 = 6\n"},
        {"g 5; why x", "grad of #0 x is 3 so far: 1 more to come from #1 y\n  y -> x:  3 (= x) = 3\n"},
        {"g end; why x",
         "grad of #0 x is 18: what it had, and how #2 z changes with it\n"
         "  before this backward it had 6, from an earlier one with no zero_grad since; this one adds 12\n"
         "  z -> y -> x:  2 * 3 (= x) = 6\n  z -> y -> x:  2 * 3 (= x) = 6\n"
         "  the sum: 6 before this backward + 6 + 6 = 18\n"},
        {"g 7; p y", "  grad 0: nothing has arrived so far\n"},
        {"g 8; p y", "  grad 2\n"}}},
      {"cleared",
       cleared,
       {{"g 7", "7/9  backward clears #1 y  grad 0, before it begins\n"},
        {"g 6; p y", "  grad 1\n"},
        {"g 7; p y", "  grad 0\n"},
        {"g 7; why y",
         "grad of #1 y is 0: the next backward has cleared it at step 7; before that the backward from #1 y "
         "had brought\n"}}},
      {"one backward", [] { backwards(1, 0); }, {{"g end; why x", "grad of #0 x is 2: how #2 y changes with it\n  y -> x:  2 (= w) = 2\n"}}},
      {"zero_grad in the middle",
       [] { backwards(3, 1); },
       {{"g end; why x", "it had 2, from an earlier one with no zero_grad since; this one adds 2\n"}}},
      {"zero_grad at the end",
       [] { backwards(1, 1); },
       {{"g end; why x",
         "grad of #0 x is 0: the program has set it at step 7; before that the backward from #2 y had brought\n"
         "  y -> x:  2 (= w) = 2\n"},
        {"g 7", "7/9  the program sets #0 x  grad 0\n"},
        {"g 6; why x", "grad of #0 x is 2: how #2 y changes"}}},
      {"a gradient that was set",
       set_grad_first,
       {{"break backward; c; s 2; why x", "before this backward it had 5, which the program has set at step "},
        {"g end; why x", ", from an earlier one with no zero_grad since; this"}}},
      {"nothing comes",
       nothing_comes,
       {{"break backward; c; why x",
         "#0 x: nothing has come to it since the backward from #2 (x * x) began, at step 4: 2 to "
         "come; w NAME and c lead there\n"},
        {"g 6; why other", "#1 other: nothing has come to it since the backward from #2 (x * x) began, at step 4\n"},
        {"g end; why c", " c [1]: no gradient: none was asked for\n"}}},
      {"a backward from a leaf",
       [] {
         Value x(3.0, "x");
         x.set_grad(5);
         x.backward();
       },
       {{"g end; why x",
         "grad of #0 x is 6: what it had, and how #0 x changes with it\n"
         "  before this backward it had 5, which the program has set at step 2; this one adds 1\n"
         "  x:  1 = 1\n"
         "  the sum: 5 before this backward + 1 = 6\n"},
        {"g end; check x", "slope 1, gradient 1: they agree"}}},
      {"a product of -0",
       [] { (Value(-3.0, "x") * relu(Value(-1.0, "w"))).backward(); },
       {{"s 9", "d 0 (= 1 where w > 0, else 0) times upstream -3 = 0; grad 0 -> "}}},
  });
}

TEST_CASE("stepper: one number of a Tensor, and where its gradient comes from") {
  check_table({
      {"matmul",
       [] { of_tensors([](Tensor x, Tensor w) { return matmul(x, w); }); },
       {{"g end; p y[0][1]", "y[0][1]: of #"},
        {"g end; p y[0][1]", "  data 22\n  grad 44\n"},
        {"g end; p w[2, 1]", "  data -2\n"},
        {"g end; why w[0][1]", "grad 0 -> 604\n    grad w += x^T @ grad y\n"},
        {"break backward; c; why w[0][0]", "w[0][0]: nothing has come to it since the backward from #"},
        {"why w[0][0]", "why: no backward has begun at step 0;"},
        {"g end; p w[3][0]", "'w[3][0]': no such number; expected indices from 0 of #"},
        {"g end; p w[0]", "'w[0]': no such number; expected indices from 0 of "},
        {"g end; p w[]", "'w[]': no node has this name;"},
        {"g end; p q[0][0]", "'q': no node has this name;"},
        {"g end; p w[-1][0]", "'w[-1][0]': no node has this name;"}}},
      {"both factors are x",
       [] { of_tensor(tensor({{1, 2}, {3, 4}}), [](Tensor x) { return sum(matmul(x, x)); }); },
       {{"g end; why x[0][0]", "  (1 of 2)\n    grad x += x^T @ grad #"}}},
      {"changed by an optimizer",
       changed_by_optimizer,
       {{"g end; p y[0]", "  data 4\n"}, {"g end; p w[0]", "  data 1\n"}, {"g end; why w[0]", "grad 0 -> 4\n"}}},
      {"a root of two numbers",
       [] {
         Tensor y = labelled(tensor({2, 3}), "x") * 2;
         y.set_label("y").backward(tensor({1, 5}));
       },
       {{"g end; why y[1]", "grad of y[1] is 5: how #"},
        {"g end; why y[1]", " y [2] changes with it\n  a backward begins with this gradient\n"}}},
      {"two backwards",
       [] { tensor_twice(false); },
       {{"g end; why w", " w [2] is 6 10: what it had, and how #"},
        {"g end; why w", "\n  before this backward it had 3 5, from an earlier one with no zero_grad since; this one adds 3 5\n"},
        {"g end; why w[1]", "grad of w[1] is 10: what it had, and how #"},
        {"g end; why w[1]", "\n  before this backward it had 5, from an earlier one with no zero_grad since; this one adds 5\n"}}},
      {"two backwards and zero_grad",
       [] { tensor_twice(true); },
       {{"g end; why w", " w [2] is 0 0: the program has set it at step "},
        {"g end; why w[1]", "w[1] is 0: the program has set it at step "}}},
  });
}

TEST_CASE("stepper: check") {
  const TraceOptions small{.whole_up_to = TraceSummary::size};
  const char* const both = "both are too small to tell\n";
  check_table({
      {"every op of Values",
       all_ops_of_values,
       {{"g end; check a", ": they agree\n"}, {"g end; check b", ": they agree\n"}, {"g end; check #9", ": they agree\n"}}},
      {"chapter 1",
       chapter_1,
       {{"g end; check x", "loss with x = 3.00003: 4.000240004\nloss with x = 2.99997: 3.999760004\nslope 8, gradient 8: they agree\n"}}},
      {"a kink", [] { relu(Value(0.0, "x")).backward(); }, {{"g end; check x", "slope 0.5, gradient 0: they differ\nthe slope is 0 below 0 and 1 above: a kink"}}},
      {"NaN", [] { log(Value(-1.0, "x")).backward(); }, {{"g end; check x", "= -0.99999: nan\n"}, {"g end; check x", "!-nan"}}},
      {"beside the backward",
       [] {
         const Value x(3.0, "x"), w(5.0, "w"), other(1.0, "other");
         (x * w).backward();
       },
       {{"g end; check other", "check: the backward from #3 brings nothing to #2 other;"}}},
      {"near an edge", [] { of_tensor(tensor({0.005}), [](Tensor x) { return log(x); }); }, {{"g end; check x", ": they agree\n"}}},
      {"smaller ones",
       [] { of_tensor(tensor({0.5}), [](Tensor x) { return square(x) * (in_float ? 1e-7 : 1e-16) + 0.1; }); },
       {{"g end; check x", both}}},
      {"one of two is too small",
       [] { of_tensor(tensor({0.5, 1}), [](Tensor x) { return sum(square(x) * tensor({1, 1e-12})); }); },
       {{"g end; check x", "x [2]: slopes and gradients agree, 1 too small to tell; farthest apart at x["}}},
      {"a kink of a Tensor",
       [] { of_tensor(tensor({0, 1}), [](Tensor x) { return sum(relu(x)); }); },
       {{"g end; check x", "x [2]: 1 of 2 differ, 1 of them at a kink; farthest apart at x[0]: slope 0.5, gradient 0\n"}}},
      {"NaN of a Tensor",
       [] { of_tensor(tensor({1, 2}), [](Tensor x) { return sum(square(x) * static_cast<double>(NAN)); }); },
       {{"g end; check x", "x [2]: all are NaN: nothing to compare; farthest apart at x["}}},
      {"no numbers", [] { of_tensor(zeros({0}), [](Tensor x) { return sum(x); }); }, {{"g end; check x", "x has no numbers; expected a Tensor that has some\n"}}},
      {"a summary beside the way",
       [] {
         of_tensor(tensor({3}), [](Tensor x) {
           const Tensor y = square(x), beside = x * ones({30}), more = beside * 2.0;
           return sum(y + x);
         });
       },
       {{"g end; check x", "gradient 7: they agree\n"}},
       small},
      {"a summary on the way",
       [] { of_tensor(tensor({2}), [](Tensor x) { return sum(square(broadcast_to(x, {30}))); }); },
       {{"g end; check x", "gradient 120: they agree\n"}},
       small},
      {"a summary of a parent",
       [] {
         const Tensor x = labelled(tensor({2}), "x"), large = labelled(ones({30}), "large");
         sum(x * large).backward();
       },
       {{"g end; check x", " large; expected all its numbers"}, {"g end; check large", " large; expected one with fewer numbers"}},
       small},
      {"a model with a seed",
       small_model,
       // In float one slope may be too small to tell.
       {{"g end; check table", "table [7, 16], 64 of its numbers: slopes and gradients agree"},
        {"g end; check weight", in_float ? "weight [9, 8], 64 of its numbers: slopes and gradients agree"
                                         : "weight [9, 8], 64 of its numbers: slopes and gradients agree; farthest"}}},
  });
}

// clang-format on

// ---- logs that a program does not write ----

namespace {

// Multiplies what has come to x by `factor`; of a Value its local derivatives.
void spoil(TraceLog& log, double factor) {
  std::uint32_t x = 0;
  while (log.nodes[x].label != "x") ++x;
  for (const TraceEvent& event : log.events) {
    if (event.kind != TraceEvent::Kind::contribution || event.parent != x) continue;
    const std::uint64_t first = event.first + (log.nodes[x].is_tensor ? event.size : 0);
    for (std::uint64_t i = 0; i < event.size; ++i)
      log.numbers[static_cast<std::size_t>(first + i)] *= factor;
  }
}

std::string check_of(const TraceLog& log) { return session(log, "g end\ncheck x\n"); }

TraceLog log_of(double number, const std::function<Value(Value)>& root) {
  return recorded([&] { root(Value(number, "x")).backward(); });
}

// "they agree", say
std::string verdict_of(const TraceLog& log) {
  const std::string text = check_of(log);
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
    spoil(log, factors[i % 6]);
    CHECK(verdict_of(log) == "they differ");
  }
}

TEST_CASE("stepper: check calls nothing right or wrong that rounding hides") {
  const auto beside_one = [](double factor) {
    return log_of(0.5, [factor](Value x) { return x * factor + 1.0; });
  };
  CHECK(verdict_of(beside_one(1e-9)) == "they agree");
  CHECK(verdict_of(beside_one(1e-14)) == "both are too small to tell");
  TraceLog wrong = beside_one(1e-9), hidden = beside_one(1e-17);
  spoil(wrong, 10), spoil(hidden, 2);
  CHECK(verdict_of(wrong) == "they differ");
  CHECK(verdict_of(hidden) == "both are too small to tell");
  CHECK(verdict_of(log_of(0, [](Value x) { return sqrt(x); })) == "NaN: nothing to compare");
  TraceLog nan = log_of(1, [](Value x) { return x * x; });
  spoil(nan, NAN);
  CHECK(verdict_of(nan) == "NaN: nothing to compare");

  CHECK(verdict_of(log_of(1e-9, [](Value x) { return relu(x); })) == "they agree");
}

TEST_CASE("stepper: check sees a gradient of a Tensor that is wrong") {
  TraceLog wrong = recorded([] { of_tensor(tensor({0.005}), [](Tensor x) { return log(x); }); });
  spoil(wrong, 0.5);
  CHECK(contains(check_of(wrong), "gradient 100: they differ\n"));
  CHECK(!contains(check_of(wrong), "a kink"));
  // One of 100, of which 64 are checked; of equals the first.
  for (const auto& [at, says] : {std::pair(90, "1 of 64 differ; farthest apart at x[90]: "),
                                 std::pair(-1, "farthest apart at x[0]")}) {
    TraceLog many = recorded([] { of_tensor(ones({100}), [](Tensor x) { return sum(x * 2); }); });
    const TraceEvent& last = many.events.back();
    if (at >= 0) many.numbers[static_cast<std::size_t>(last.first + last.size) + 90] = 5;
    CHECK(contains(check_of(many), says));
  }
}

TEST_CASE("stepper: check is not heard by a Trace of the program, and knows no other op") {
  TraceLog log;
  const Tape tape;
  const Value x(2.0, "x");
  const Tensor t = labelled(tensor({3}), "t");
  const Trace trace(log, {.places = false});
  square(t).backward();
  CHECK(contains(session(log, "g end\ncheck t\n"), "gradient 6: they agree\n"));
  CHECK(log.events.size() == 4);
  (x * x).backward();
  const std::size_t events = log.events.size();
  CHECK(contains(check_of(log), "gradient 4: they agree\n"));
  CHECK(log.events.size() == events);
  TraceLog other = log;
  for (TracedNode& node : other.nodes) node.op = "foo";
  CHECK(contains(check_of(other), "check: foo of 2 numbers; expected an op of Values\n"));
  CHECK(contains(session(other, "g 4\ncheck t\n"), "check: foo; expected an op of ops.h\n"));
}

TEST_CASE("stepper: a log that was cut in a backward, or began after an op") {
  TraceLog values = recorded(chapter_1);
  values.cut = "so many events";
  CHECK(contains(answer(values, "g end\nwhy x"),
                 "so far: the log ends in the backward from #5 loss\n"));
  CHECK(contains(answer(values, "g end\nwhy loss"),
                 "grad of #5 loss is 1: how #5 loss changes with it\n"));

  TraceLog log;
  const Tape tape;
  const Value x(3.0, "x"), old = x * x;
  {
    const Trace trace(log, {.places = false});
    (old * 2.0).backward();
    old.backward();
  }
  const std::string older = "check: #1 is older than the log, which has no formula of it";
  CHECK(contains(check_of(log), older));
  CHECK(contains(session(log, "g 4\ncheck #1\n"), "slope 2, gradient 2: they agree"));
  CHECK(contains(session(log, "g end\nwhy x\n"), "#1 -> x:  3 = 3\n"));
}

// ---- the session ----

TEST_CASE("stepper: any input is answered, and the end of the input is an end") {
  const TraceLog log = recorded(chapter_1);
  CHECK(contains(session(log, ""), "h lists the commands\nthe end of the input\n"));
  CHECK(contains(session(log, "s"), "> s\n1/13  #0 leaf x  3\nthe end of the input\n"));
  CHECK(contains(session(log, "s\r\n"), "> s\n1/13"));
  const std::string long_line = session(log, "p " + std::string(2000, 'x') + "\ns\n");
  CHECK(contains(long_line, "xx'... (2000 bytes): no node has this name;"));
  CHECK(contains(long_line, "> s\n1/13"));
  CHECK(long_line.size() < 1000);
  const std::string nul = session(log, std::string("p\0x\nq\x1b[31m\n\xff\xfe\ns\n", 17));
  CHECK(nul.find('\0') == std::string::npos);
  CHECK(nul.find('\x1b') == std::string::npos);
  CHECK(contains(nul, "> s\n1/13"));
  for (const char* const word : {"why", "check", "p", "w", "save", "s", "break"}) {
    session(log, std::string(word) + "\n" + word + " " + std::string(500, '\xc3') + "\n");
  }
  CHECK(session({}, "s\n").starts_with("stepper: the log is empty"));
  TraceLog without_lines = log;
  without_lines.no_lines = "built without -g";
  CHECK(contains(session(without_lines, ""),
                 "h lists the commands\nno source lines: built without -g\n"));
}

TEST_CASE("stepper: names of the user make no control characters and no new lines") {
  const TraceLog log = recorded([] {
    const Value x(1.0, "a\nb\x1b[2J");
    const Scope scope("s\n");
    const Value y = x * x;
    y.backward();
  });
  const std::string text = session(log, "s 99\np #1\nwhy #0\nw #0\nbreak op=s\\n\n");
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(contains(text, "#1 mul = a\\nb\\x1b[2J * a\\nb\\x1b[2J  1 = 1 * 1"));
  CHECK(plain_label("a\u009b\u202eb\u2066") == "a\\u009b\\u202eb\\u2066");
  CHECK(plain_label("größe 数\xe4") == "größe 数\\xe4");
}

TEST_CASE("stepper: save writes the log, or says why it cannot") {
  const TemporaryFolder folder;
  const TraceLog log = recorded(chapter_1);
  const std::string path = folder.name("t.txt");
  const std::string text = session(log, "save " + path + "\nsave no/such/folder.txt\nsave t.pdf\n");
  CHECK(folder.read("t.txt").ends_with(log.to_text()));
  CHECK(contains(text, "wrote " + path + "\n"));
  CHECK(contains(text, "> save no/such/folder.txt\nno/such/folder.txt"));
  CHECK(contains(text, "a name that ends in .html, .json or .txt"));
}

TEST_CASE("stepper: random walks come back to every value and gradient, bit for bit") {
  const auto same = [](std::span<const double> a, std::span<const double> b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
  };
  const TraceLog log = recorded(scopes);
  TraceState state(log);
  std::mt19937 random(1);
  for (int walk = 0; walk < 200; ++walk) {
    const std::size_t n = random() % 30;
    for (std::size_t i = 0; i < n; ++i) random() % 3 == 0 ? state.back() : state.step();
    if (walk % 10 == 0) state.go_to(random() % (log.events.size() + 5));
    TraceState fresh(log);
    while (fresh.position() < state.position()) fresh.step();
    for (std::uint32_t node = 0; node < log.nodes.size(); ++node) {
      REQUIRE(state.has_value(node) == fresh.has_value(node));
      REQUIRE(state.has_grad(node) == fresh.has_grad(node));
      REQUIRE(same(state.value(node), fresh.value(node)));
      REQUIRE(same(state.grad(node), fresh.grad(node)));
    }
  }
}

}  // namespace stepper_test
