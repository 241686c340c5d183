// backward_test.cpp: the two loops of backward, the plain one and the fast one, give the same bits:
// on random graphs with lists of every length, with numbers that are not finite, from several roots
// and after one another, on tapes that keep old nodes.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/check.h"
#include "holo/random.h"
#include "holo/value.h"

namespace backward_test {
namespace {

using holo::PythonRandom, holo::Tape, holo::Value;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// Equal in every bit, with NaN equal to NaN.
bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

// The nodes that a root depends on, as a list for backward, which visits a list with the plain
// loop.
std::vector<Value> newest_first(Value root) {
  const Tape& tape = Tape::current();
  std::vector<Value> order;
  std::vector<bool> used(root.index() + std::size_t{1});
  used[root.index()] = true;
  for (std::size_t i = used.size(); i-- > 0;) {
    if (!used[i]) continue;
    order.push_back(tape.node(i));
    for (const std::uint32_t parent : tape.parents_of(tape.node(i))) used[parent] = true;
  }
  return order;
}

// All nodes of the tape, also those that a root does not use.
std::vector<Value> all_newest_first() {
  const Tape& tape = Tape::current();
  std::vector<Value> all;
  for (std::size_t i = tape.node_count(); i-- > 0;) all.push_back(tape.node(i));
  return all;
}

// The grads of all nodes after a backward from each root in turn.
std::vector<double> grads(bool plain, std::span<const Value> roots) {
  Tape& tape = Tape::current();
  tape.zero_grad();
  for (const Value root : roots) {
    plain ? root.backward(all_newest_first()) : root.backward();
  }
  std::vector<double> all;
  for (std::size_t i = 0; i < tape.node_count(); ++i) all.push_back(tape.view(i).grad);
  return all;
}

struct Differences {
  int different = 0, not_zero = 0, nan = 0;
};

Differences compare(std::span<const Value> roots) {
  Differences found;
  const std::vector<double> plain = grads(true, roots), own = grads(false, roots);
  REQUIRE(plain.size() == own.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    found.different += !same_bits(plain[i], own[i]);
    found.not_zero += plain[i] != 0;
    found.nan += std::isnan(plain[i]);
  }
  return found;
}

// A graph of `size` nodes over 40 leaves. Each node is made from any of those before: many are not
// used by the last, many are used often. `special` numbers are among the leaves.
std::vector<Value> random_graph(PythonRandom& random, std::size_t size,
                                std::span<const double> special) {
  std::vector<Value> nodes;
  for (std::size_t i = 0; i < 40; ++i) nodes.emplace_back(random.uniform(-2, 2));
  for (const double x : special) nodes.emplace_back(x);
  const auto below = [&](std::size_t n) {
    return static_cast<std::size_t>(random.uniform(0, 1) * static_cast<double>(n));
  };
  const auto any = [&] { return nodes[below(nodes.size())]; };
  // Neighbours on the tape, or nodes from anywhere.
  const auto list = [&](std::size_t n) {
    std::vector<Value> x(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(n));
    if (below(2) == 0) {
      for (Value& value : x) value = any();
    }
    return x;
  };
  while (nodes.size() < size) {
    const std::size_t n = below(40);
    switch (below(9)) {
      case 0:
        nodes.push_back(any() + any());
        break;
      case 1:
        nodes.push_back(any() * any());
        break;
      case 2:
        nodes.push_back(tanh(any()));
        break;
      case 3:
        nodes.push_back(relu(any()));
        break;
      case 4:
        nodes.push_back(log(any()));
        break;
      case 5:
        nodes.push_back(any() / any());
        break;
      case 6:
        nodes.push_back(any() * 0.0);
        break;
      case 7:
        nodes.push_back(sum(list(n)) * 0.1);
        break;
      default:
        nodes.push_back(dot(list(n), list(n)));
        break;
    }
  }
  return nodes;
}

// The gradients of a tape by the definition, with a look at every node in every call.
struct Model {
  std::vector<double> grad;

  void backward(const Tape& tape, std::size_t root) {
    for (std::size_t i = 0; i < grad.size(); ++i) {
      if (tape.view(i).op != holo::Op::leaf) grad[i] = 0;
    }
    grad[root] += 1;
    for (std::size_t i = root + 1; i-- > 0;) {
      const holo::TapeView node = tape.view(i);
      for (std::size_t e = 0; e < node.parents.size(); ++e) {
        grad[node.parents[e]] += node.locals[e] * grad[i];
      }
    }
  }
};

// A long run of calls in any order: nodes are recorded and forgotten, backward begins at any node,
// gradients are set and cleared. `new_share` of the parents are among the latest nodes. Returns how
// many gradients differ from the model's.
int differences_from_model(PythonRandom& random, double new_share) {
  Tape tape;
  Model model;
  int different = 0;
  const auto below = [&](std::size_t n) {
    return static_cast<std::size_t>(random.uniform(0, 1) * static_cast<double>(n));
  };
  const auto any = [&] {
    const std::size_t n = tape.node_count(), latest = std::min<std::size_t>(n, 8);
    return Value(tape.node(random.uniform(0, 1) < new_share ? n - 1 - below(latest) : below(n)));
  };
  const auto work = [&](const auto& again, int depth) -> void {
    for (int i = 0; i < 40; ++i) {
      switch (below(10)) {
        case 0: {
          Value root = any();
          below(4) == 0 ? root.backward(newest_first(root)) : root.backward();
          model.backward(tape, root.index());
          break;
        }
        case 1:
          tape.zero_grad();
          model.grad.assign(model.grad.size(), 0);
          break;
        case 2: {
          Value node = any();
          node.set_grad(model.grad[node.index()] = static_cast<double>(below(3)));
          break;
        }
        case 3: {
          const Value node = any();
          tape.grad_of({&node, 1})[0] = model.grad[node.index()] = 0.5;
          break;
        }
        case 4:
          if (depth < 3) {
            const Tape::Scope scope;
            again(again, depth + 1);
          }
          model.grad.resize(tape.node_count());
          break;
        case 5:
          Value(0.5);
          break;
        default:
          for (std::size_t n = below(6); n-- > 0;) below(2) == 0 ? any() + any() : any() * 0.5;
      }
      model.grad.resize(tape.node_count(), 0);
      for (std::size_t n = 0; n < model.grad.size(); ++n) {
        different += tape.view(n).grad != model.grad[n];
      }
    }
  };
  Value(1.0);
  model.grad.assign(1, 0);
  work(work, 0);
  return different;
}

}  // namespace

TEST_CASE("backward: on a tape that keeps old nodes: the gradients of the definition") {
  PythonRandom random(3);
  for (const double new_share : {0.0, 0.5, 0.95, 1.0}) {
    for (int round = 0; round < 40; ++round) {
      REQUIRE(differences_from_model(random, new_share) == 0);
    }
  }
}

// What a program says that keeps the nodes of all its steps, 3 for each of `products`.
std::string said_without_a_scope(int steps, int products) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  ChildProcess child([&] {
    ::dup2(ends[1], STDERR_FILENO);
    Tape tape;
    const Value w(0.5);
    for (int step = 0; step < steps; ++step) {
      Value y = w;
      for (int i = 0; i < products; ++i) y = y * 0.99 + w * 0.01;
      tape.zero_grad();
      y.backward();
    }
    return w.grad() > 0.99 && w.grad() < 1.01 ? 0 : 1;
  });
  ::close(ends[1]);
  std::string said;
  char letters[256];
  for (ssize_t n; (n = ::read(ends[0], letters, sizeof letters)) > 0;) {
    said.append(letters, static_cast<std::size_t>(n));
  }
  ::close(ends[0]);
  CHECK(child.wait() == 0);
  return said;
}

TEST_CASE("backward: a loop without a Scope is told so once, by its nodes or by its visits") {
  const std::string begins = "warning: the tape has grown over ";
  for (const auto& [said, found] :
       {std::pair(said_without_a_scope(120, 5'000), "100 backward passes to 1500001 nodes, 76 MB"),
        std::pair(said_without_a_scope(8'500, 5), "8165 backward passes to 122476 nodes, 6 MB")}) {
    CHECK(said.substr(0, (begins + found).size()) == begins + found);
    CHECK(said.find("Tape::Scope") != std::string::npos);
    CHECK(said.find('\n') == said.size() - 1);
  }
}

TEST_CASE("backward: the plain and the fast loop, infinities and NaN: the same bits") {
  PythonRandom random(2);
  const double special[] = {0, -0.0, inf, -inf, not_a_number, 1e308, 5e-324};
  Differences found;
  for (int round = 0; round < 500; ++round) {
    const Tape::Scope scope;
    const std::size_t kinds = static_cast<std::size_t>(round % 8);
    const std::vector<Value> nodes = random_graph(random, 120, std::span(special).first(kinds));
    const Value roots[] = {nodes.back(), nodes[nodes.size() - 20]};
    const Differences one = compare(roots);
    found.different += one.different;
    found.not_zero += one.not_zero;
    found.nan += one.nan;
  }
  CHECK(found.different == 0);
  CHECK(found.nan > 1000);
  CHECK(found.not_zero - found.nan > 1000);
}

TEST_CASE("backward: in an order, only the nodes in it send, and a Value that is gone is refused") {
  const Tape tape;
  const Value x(0.0), unused = log(x), inner = log(x), outside = inner * 2.0, y = outside + x * 2.0;
  y.backward(std::vector{outside + y, y, unused, inner, x});
  CHECK(x.grad() == 0);  // x * 2 is not in it
  CHECK(outside.grad() == 1);
  CHECK(inner.grad() == 0);
  CHECK(unused.grad() == 0);
  y.backward(std::vector<Value>());
  CHECK(y.grad() == 1);
  Value gone;
  {
    const Tape::Scope scope;
    gone = x * 2.0;
  }
  CHECK_THROWS_AS(y.backward(std::vector{y, gone}), holo::Error);
  CHECK_THROWS_AS(y.backward(std::vector{y, Value()}), holo::Error);
  CHECK(y.grad() == 1);
}

}  // namespace backward_test
