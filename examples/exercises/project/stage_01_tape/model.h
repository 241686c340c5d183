// model.h: a tape that makes known mistakes: what a check compares an answer with.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "exercises/project/judge.h"

namespace project::tape {

// Inputs have the first places of a calculation, each step the next one.
struct Step {
  char operation;
  int a, b;
};
struct Calculation {
  std::string text;
  std::vector<double> inputs;
  std::vector<Step> steps;
  std::vector<std::string> names;
  int loss;
  int second_loss;  // of a second pass, -1 for none
};

inline const std::vector<Calculation> calculations = {
    {"loss = (x * y) * z + x",
     {1.7, -0.6, 2.3},
     {{'*', 0, 1}, {'*', 3, 2}, {'+', 4, 0}},
     {"x", "y", "z", "x * y", "(x * y) * z", "loss"},
     5,
     -1},
    {"u = x * w, v = u * u, t = v + u, loss = t * x, after = loss * u",
     {1.3, 0.45},
     {{'*', 0, 1}, {'*', 2, 2}, {'+', 3, 2}, {'*', 4, 0}, {'*', 5, 2}},
     {"x", "w", "u", "v", "t", "loss", "after"},
     5,
     3},
    {"s = x + x, r = y * s, loss = r + r * s, after = y + y",
     {0.35, -1.25},
     {{'+', 0, 0}, {'*', 1, 2}, {'*', 3, 2}, {'+', 3, 4}, {'+', 1, 1}},
     {"x", "y", "s", "r", "r * s", "loss", "after"},
     5,
     4}};

enum {
  overwritten,
  last_use,
  from_end,
  oldest_first,
  no_upstream,
  kept,
  kept_behind,
  not_passed_on,
  no_seed,
  own_factor,
  one_factor,
  place_zero,
  sent_twice,
  sum_as_product,
  first_only,
  second_only,
  seed_is_loss,
  whole_numbers,
  upstream_of_loss,
  second_overwrites,
  first_overwrites,
  all_begin_with_one,
  visited_again,
  value_sent,
  added_to_derivative
};
inline const std::vector<std::string> sentences = {
    "your gradient is overwritten where a number is used twice: each use adds its part",
    "only the last use of a number gives it a gradient: each use adds its part",
    "you begin at the end of the tape: begin at the loss, which need not be the last number",
    "only what the loss was made of directly gets a gradient: the loss has its turn first, the "
    "oldest number last, since a number needs its whole gradient before it hands it on",
    "a number hands on its local derivative alone: it is to be multiplied by the gradient of that "
    "number",
    "the gradients of an earlier pass are still there: what has to be done before a new one?",
    "numbers that are younger than the loss keep the gradient of an earlier pass: it is 0 now",
    "only the loss has a gradient: nothing is handed on. Does backward visit the loss itself, and "
    "does it change the numbers on the tape, not copies of them?",
    "not even the loss has a gradient: d loss / d loss is no 0. Do you set it in the number itself "
    "and not in a copy?",
    "each factor of a product gets its own value as the local derivative: if x grows, how fast "
    "does x * y grow?",
    "both factors of a product get the same local derivative, the second factor",
    "the first number of the tape gets no gradient: place 0 is a place as any other",
    "a number hands its gradient on each time that a part arrives, so the first parts are counted "
    "twice: once is enough, when all have arrived",
    "the local derivatives of a sum are those of a product: how fast does x + y grow with x?",
    "only the first number of each operation gets a gradient",
    "only the second number of each operation gets a gradient",
    "backward begins with the value of the loss: how fast does the loss grow with itself?",
    "your numbers lose what is behind the decimal point: is there an int?",
    "every number hands on the gradient of the loss times a local derivative: it is the number's "
    "own gradient that is handed on",
    "the second number of an operation loses the gradient it had: each use adds its part",
    "the first number of an operation loses the gradient it had: each use adds its part",
    "each number begins with the gradient 1: only the loss does, the others begin with 0",
    "a number that is used twice has its turn twice, with its whole gradient each time: each "
    "number has one turn",
    "a number hands on its value times the local derivative: it is its gradient that is handed on",
    "gradient and local derivative are added: multiply them"};

struct ModelNode {
  double data = 0, grad = 0;
  int a = -1, b = -1;
  double da = 0, db = 0;
};

class ModelTape {
 public:
  ModelTape(const Calculation& calculation, bool is_first, const Made& mistakes)
      : first(is_first), made(mistakes) {
    for (double input : calculation.inputs) nodes.push_back({kept_part(input)});
    for (const Step& step : calculation.steps) {
      const double x = at(step.a).data, y = at(step.b).data;
      ModelNode node;
      const bool product = step.operation == '*';
      node.data = kept_part(product ? x * y : x + y);
      node.a = step.a, node.b = step.b;
      node.da = product || made(sum_as_product) ? (made(own_factor) ? x : y) : 1;
      node.db =
          product || made(sum_as_product) ? (made(own_factor) || made(one_factor) ? y : x) : 1;
      nodes.push_back(node);
    }
  }

  void backward(int loss) {
    for (int i = 0; i < size(); ++i) {
      if (!made(kept) && !(made(kept_behind) && i > loss))
        at(i).grad = made(all_begin_with_one) ? 1 : 0;
    }
    const int begin = made(from_end) ? size() - 1 : loss;
    if (!made(no_seed)) at(begin).grad = made(seed_is_loss) ? at(begin).data : 1;
    if (made(not_passed_on)) return;
    if (made(sent_twice)) return send(begin);
    if (made(visited_again)) {
      std::vector<int> order;
      list(begin, order);
      for (size_t i = order.size(); i-- > 0;) {
        const ModelNode node = at(order[i]);
        give(node.a, node.da * node.grad);
        give(node.b, node.db * node.grad);
      }
      return;
    }
    for (int step = 0; step <= begin; ++step) {
      const int i = made(oldest_first) ? step : begin - step;
      const ModelNode node = at(i);
      const double upstream = made(no_upstream) || made(upstream_of_loss) ? 1
                              : made(value_sent)                          ? node.data
                                                                          : node.grad;
      if (node.grad == 0 && made(upstream_of_loss)) continue;
      const double added = made(added_to_derivative) ? upstream : 0;
      if (!made(second_only))
        give(node.a, added > 0 || added < 0 ? node.da + added : node.da * upstream,
             made(first_overwrites));
      if (!made(first_only))
        give(node.b, added > 0 || added < 0 ? node.db + added : node.db * upstream,
             made(second_overwrites));
    }
  }

  std::vector<ModelNode> nodes;

 private:
  int size() const { return static_cast<int>(nodes.size()); }
  ModelNode& at(int i) { return nodes[static_cast<size_t>(i)]; }
  double kept_part(double x) const { return made(whole_numbers) ? std::trunc(x) : x; }
  void give(int to, double part, bool overwrites = false) {
    if (to < 0 || (to == 0 && first && made(place_zero))) return;
    if (made(last_use) && at(to).grad != 0) return;
    at(to).grad = made(overwritten) || made(last_use) || overwrites ? part : at(to).grad + part;
  }
  void list(int i, std::vector<int>& order) {
    if (i < 0) return;
    list(at(i).a, order), list(at(i).b, order);
    order.push_back(i);
  }
  void send(int i) {
    const ModelNode node = at(i);
    if (node.a < 0) return;
    give(node.a, node.da * node.grad);
    send(node.a);
    give(node.b, node.db * node.grad);
    send(node.b);
  }

  bool first;
  Made made;
};

inline std::vector<double> numbers(const Made& made) {
  std::vector<double> all;
  bool first = true;
  for (const Calculation& calculation : calculations) {
    ModelTape tape_of(calculation, first, made);
    first = false;
    for (const ModelNode& node : tape_of.nodes) all.push_back(node.data);
    for (int loss : {calculation.loss, calculation.second_loss}) {
      if (loss < 0) continue;
      tape_of.backward(loss);
      for (const ModelNode& node : tape_of.nodes) all.push_back(node.grad);
    }
  }
  return all;
}

}  // namespace project::tape
