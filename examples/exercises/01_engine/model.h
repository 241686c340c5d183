// model.h: what a tape calculates, right and with known mistakes.
#pragma once

#include <string>
#include <vector>

#include "exercises/support/judge.h"

namespace exercise::engine {

enum {
  overwritten,
  last_use,
  in_order,
  stale,
  no_upstream,
  own_value,
  sent_twice,
  no_seed,
  place_zero,
  nothing_sent,
  from_the_end,
  behind_kept,
  behind_sent,
  leaves_reset,
  results_reset,
  second_forgotten,
  first_forgotten,
  sum_second_forgotten,
  values_of_sum,
  seed_is_value,
  b_gets_a,
  a_gets_b,
  product_as_sum,
  product_adds,
  sum_multiplies,
  seed_kept,
  value_sent,
  second_overwrites,
  first_overwrites,
  added_to_derivative,
  all_begin_with_one,
  subtracted,
  stale_to_loss,
  square_once,
  reset_after,
  both_to_a
};
inline const std::vector<std::string> sentences = {
    "your gradient is overwritten where a number is used twice: add to it with +=",
    "only the last use of a number gives it a gradient: add the gradients of all its uses",
    "you follow the tape in the order of creation: begin at the loss and go back to the first "
    "number",
    "the gradients of the call before are still there: set all of them to 0 when backward begins",
    "a gradient is multiplied by the gradient of the result, not only by the local derivative: "
    "grad += node.grad * node.da",
    "the derivative of x * y for x is y, not x",
    "a number passes its gradient on before all its uses have added to it: visit each number once, "
    "after everything that was made of it",
    "no gradient begins at the loss: d(loss) / d(loss) is 1",
    "the first number of the tape has place 0, and gets a gradient as the others do: only -1 is no "
    "place",
    "the loss has its gradient 1, but hands nothing on: begin with the loss itself, and change the "
    "nodes of the tape, no copies of them (Node& node)",
    "the gradient 1 belongs to the loss, which need not be the last number of the tape",
    "numbers made after the loss keep the gradients of the call before: set all of the tape to 0",
    "numbers made after the loss keep the gradients of the call before, and hand them on: set all "
    "of the tape to 0",
    "the gradients of sums and products are still those of the call before: set them to 0 too",
    "the gradients of the first numbers, made of none, are still those of the call before: set "
    "them to 0 too",
    "the second number of a product gets no gradient: the derivative for y is x",
    "the first number of a product gets no gradient: the derivative for x is y",
    "the second number of a sum gets no gradient: both derivatives of a sum are 1",
    "the derivatives of x + y are 1 and 1: yours are values",
    "the gradient of the loss for itself is 1, not its value",
    "the number b gets its gradient through db: yours goes through da",
    "the number a gets its gradient through da: yours goes through db",
    "the derivatives of a product are the values of the other number: yours are those of a sum",
    "your product adds",
    "your sum multiplies",
    "the gradient of the loss grows with each call: set it to 1, do not add 1",
    "what a number hands on is its gradient times the local derivative: yours is its value times "
    "it",
    "the second number of an operation loses what it had: add to its gradient with += as well",
    "the first number of an operation loses what it had: add to its gradient with += as well",
    "the gradient and the local derivative are multiplied: yours are added",
    "all gradients begin with 1 in your backward: only that of the loss does, the others with 0",
    "a gradient is added to what is there: yours is subtracted",
    "the gradients of the call before are still there, those of numbers made after the loss too: "
    "set all of the tape to 0 when backward begins",
    "in x * x the same number is both a and b: it gets a gradient through each, yours leaves the "
    "second out",
    "a number keeps its gradient when it has handed it on: yours is set to 0 again",
    "what goes through db belongs to the number b: yours is added to the number a"};

struct Op {
  char kind;  // n: a number, +, *
  int a, b;
  double value, grad = 0;
};

inline void calculate(Op& op, const std::vector<Op>& tape, const Made& made) {
  if (op.kind == 'n') return;
  const double x = tape[static_cast<size_t>(op.a)].value;
  const double y = tape[static_cast<size_t>(op.b)].value;
  const bool adds = op.kind == '+' ? !made(sum_multiplies) : made(product_adds);
  op.value = adds ? x + y : x * y;
}

// Sends the gradient of number i to the two that it was made of.
inline void send(std::vector<Op>& tape, int i, const Made& made) {
  const Op op = tape[static_cast<size_t>(i)];
  if (op.kind == 'n') return;
  Op &a = tape[static_cast<size_t>(op.a)], &b = tape[static_cast<size_t>(op.b)];
  double da = 1, db = 1;
  if (op.kind == '*' && !made(product_as_sum)) {
    da = made(own_value) ? a.value : b.value;
    db = made(own_value) ? b.value : a.value;
    if (made(first_forgotten)) da = 0;
    if (made(second_forgotten)) db = 0;
  } else if (op.kind == '+') {
    if (made(values_of_sum)) da = a.value, db = b.value;
    if (made(sum_second_forgotten)) db = 0;
  }
  if (made(b_gets_a)) db = da;
  if (made(a_gets_b)) da = db;
  const auto give = [&](Op& to, int place, double d, bool second) {
    double gradient = made(no_upstream) ? d : op.grad * d;
    if (made(value_sent)) gradient = op.value * d;
    if (made(subtracted)) gradient = -gradient;
    if (made(added_to_derivative)) gradient = op.grad + d;
    const bool overwrites =
        made(overwritten) || made(second ? second_overwrites : first_overwrites);
    if (made(place_zero) && place == 0) return;
    if (made(last_use)) {
      if (to.grad == 0) to.grad = gradient;
    } else {
      to.grad = overwrites ? gradient : to.grad + gradient;
    }
  };
  give(a, op.a, da, false);
  if (made(sent_twice)) send(tape, op.a, made);
  if (made(both_to_a)) return give(a, op.a, db, true);
  if (!made(square_once) || op.a != op.b) give(b, op.b, db, true);
  if (made(sent_twice)) send(tape, op.b, made);
  if (made(reset_after)) tape[static_cast<size_t>(i)].grad = 0;
}

inline void backward(std::vector<Op>& tape, int loss, const Made& made) {
  const int size = static_cast<int>(tape.size());
  for (int i = 0; i < size; ++i) {
    Op& op = tape[static_cast<size_t>(i)];
    const bool leaf = op.kind == 'n';
    const bool kept = made(stale) || made(stale_to_loss) ||
                      ((made(behind_kept) || made(behind_sent)) && i > loss) ||
                      (made(leaves_reset) && !leaf) || (made(results_reset) && leaf) ||
                      (made(seed_kept) && i == loss);
    if (!kept) op.grad = made(all_begin_with_one) ? 1 : 0;
  }
  Op& seed = tape[static_cast<size_t>(made(from_the_end) ? size - 1 : loss)];
  if (made(seed_kept)) {
    seed.grad += 1;
  } else if (!made(no_seed)) {
    seed.grad = made(seed_is_value) ? seed.value : 1;
  }
  if (made(nothing_sent)) return;
  if (made(sent_twice)) return send(tape, loss, made);
  const int last = made(behind_kept) || made(stale_to_loss) ? loss : size - 1;
  for (int i = 0; i <= last; ++i) send(tape, made(in_order) ? i : last - i, made);
}

// Numbers are used once, twice and squared. After loss 11, the last, come two calls for the same
// one in the middle, then one before it.
inline const std::vector<Op> program = {{'n', -1, -1, 1.3}, {'n', -1, -1, -0.7}, {'n', -1, -1, 2.1},
                                        {'*', 1, 0, 0},     {'+', 3, 2, 0},      {'*', 4, 1, 0},
                                        {'*', 5, 5, 0},     {'+', 6, 0, 0},      {'*', 7, 4, 0},
                                        {'*', 8, 2, 0},     {'+', 9, 3, 0},      {'*', 10, 0, 0}};
inline const std::vector<int> losses = {11, 8, 8, 5};

inline std::vector<double> numbers_with(const Made& made) {
  std::vector<Op> tape;
  std::vector<double> numbers;
  for (Op op : program) {
    calculate(op, tape, made);
    tape.push_back(op);
    numbers.push_back(op.value);
  }
  for (int loss : losses) {
    backward(tape, loss, made);
    for (const Op& op : tape) numbers.push_back(op.grad);
  }
  return numbers;
}

}  // namespace exercise::engine
