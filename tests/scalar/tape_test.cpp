// tape_test.cpp: what is on the tape, how long it lives, and that a Value that does not live is
// refused with a clear error wherever it is used.
#include "holo/tape.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "holo/check.h"
#include "holo/value.h"

namespace tape_test {
namespace {

using holo::Error, holo::Op, holo::Tape, holo::Value;

struct Use {
  const char* name;
  std::function<void(Value)> use;
};

// Everything that reads or writes through a Value.
std::vector<Use> uses() {
  const auto list = [](Value v, std::size_t at, std::size_t n) {
    std::vector<Value> x;
    for (std::size_t i = 0; i < n; ++i) x.push_back(i == at ? v : Value(1.0));
    return x;
  };
  return {
      {"data", [](Value v) { v.data(); }},
      {"grad", [](Value v) { v.grad(); }},
      {"set_data", [](Value v) { v.set_data(1); }},
      {"set_grad", [](Value v) { v.set_grad(1); }},
      {"label", [](Value v) { v.label(); }},
      {"set_label", [](Value v) { v.set_label("x"); }},
      {"backward", [](Value v) { v.backward(); }},
      {"backward in an order", [](Value v) { v.backward(std::vector{v}); }},
      {"-v", [](Value v) { -v; }},
      {"exp", [](Value v) { exp(v); }},
      {"pow", [](Value v) { pow(v, 2); }},
      {"v + 1", [](Value v) { v + 1.0; }},
      {"1 / v", [](Value v) { 1.0 / v; }},
      {"v + x", [](Value v) { v + Value(1.0); }},
      {"x + v", [](Value v) { Value(1.0) + v; }},
      {"sum of one", [&](Value v) { sum(list(v, 0, 1)); }},
      {"sum, in a block of 8", [=](Value v) { sum(list(v, 3, 20)); }},
      {"sum, at the end of a block", [=](Value v) { sum(list(v, 15, 20)); }},
      {"sum, after the blocks", [=](Value v) { sum(list(v, 19, 20)); }},
      {"dot, left", [=](Value v) { dot(list(v, 2, 9), list(Value(2.0), 2, 9)); }},
      {"dot, right", [=](Value v) { dot(list(Value(2.0), 8, 9), list(v, 8, 9)); }},
      {"data_of",
       [](Value v) {
         Tape::current().data_of({&v, 1});
       }},
      {"grad_of",
       [](Value v) {
         Tape::current().grad_of({&v, 1});
       }},
  };
}

void refuses_everywhere(Value v, const std::string& message) {
  for (const Use& use : uses()) {
    CAPTURE(use.name);
    const Tape::Scope scope;
    CHECK_THROWS_WITH_AS(use.use(v), message.c_str(), Error);
  }
}

const std::string rest =
    "; expected a Value made by this thread, in a Tape::Scope that has not ended. Try: make it "
    "before the Scope, or copy its data() out";

}  // namespace

TEST_CASE("tape: a Value whose scope has ended is refused wherever it is used") {
  const Tape tape;
  const Value before(1.0);
  Value stale;
  {
    const Tape::Scope scope;
    stale = before * 2.0;
    CHECK(stale.data() == 2);
  }
  const std::string message = "Value: #1 mul, which is not on the tape any more" + rest;
  refuses_everywhere(stale, message);
  CHECK(before.data() == 1);

  // Also when its place is taken again, by a node of the same op.
  const Value other = before * 3.0;
  CHECK(other.index() == stale.index());
  refuses_everywhere(stale, message);
  CHECK(other.data() == 6 / 2);
}

TEST_CASE("tape: neighbours in the places of others are refused in sum and dot") {
  const Tape tape;
  const auto make = [] {
    std::vector<Value> x;
    for (int i = 0; i < 16; ++i) x.emplace_back(i);
    return x;
  };
  std::vector<Value> stale;
  {
    const Tape::Scope scope;
    stale = make();
  }
  const std::vector<Value> fresh = make();
  REQUIRE(fresh[0].index() == stale[0].index());
  CHECK(sum(fresh).data() == 120);
  CHECK_THROWS_AS(sum(stale), Error);
  CHECK_THROWS_AS(dot(stale, fresh), Error);
  CHECK_THROWS_AS(dot(fresh, stale), Error);
}

TEST_CASE("tape: an empty Value is refused") {
  refuses_everywhere(Value(),
                     "Value: an empty Value; expected a Value made by this thread, in a "
                     "Tape::Scope that has not ended. Try: Value x(3.0);");
  Value later;
  later = Value(2.0);
  CHECK(later.data() == 2);
}

TEST_CASE("tape: a Value of another tape is refused, and lives on when its tape is back") {
  const Tape::Scope scope;
  const Value outer(5.0);
  Value inner;
  {
    Tape tape;
    CHECK(&Tape::current() == &tape);
    inner = Value(7.0);
    CHECK(inner.data() == 7);
    CHECK(tape.node_count() == 1);
    const std::string index = std::to_string(outer.index());
    refuses_everywhere(outer,
                       "Value: #" + index + " leaf, which is not on the tape any more" + rest);
    {
      const Tape third;
      CHECK_THROWS_AS(inner.data(), Error);
    }
    CHECK(inner.data() == 7);
  }
  CHECK(outer.data() == 5);
  CHECK_THROWS_AS(inner.data(), Error);
  outer.backward();
  CHECK(outer.grad() == 1);
}

TEST_CASE("tape: an op that is refused writes nothing") {
  const Tape tape;
  const Value x(1.0);
  const std::size_t nodes = tape.node_count(), edges = tape.edge_count();
  const std::vector<Value> list = {x, x, Value()};
  CHECK_THROWS_AS(x + Value(), Error);
  CHECK_THROWS_AS(exp(Value()), Error);
  CHECK_THROWS_AS(sum(list), Error);
  CHECK_THROWS_AS(dot(list, list), Error);
  CHECK(tape.node_count() == nodes);
  CHECK(tape.edge_count() == edges);
  CHECK((x + x).data() == 2);
}

TEST_CASE("tape: scopes nest, and end when an exception leaves them") {
  const Tape tape;
  const Value x(2.0);
  {
    const Tape::Scope first;
    const Value y = x * x;
    {
      const Tape::Scope second;
      const Value z = y * y;
      z.backward();
      CHECK(z.data() == 16);
      CHECK(x.grad() == 32);
      CHECK(tape.node_count() == 3);
    }
    CHECK(tape.node_count() == 2);
    CHECK(tape.edge_count() == 2);
    CHECK(y.data() == 4);
    CHECK(x.grad() == 32);
    y.backward();
    CHECK(x.grad() == 36);
  }
  CHECK(tape.node_count() == 1);
  CHECK(tape.edge_count() == 0);
  CHECK(x.grad() == 36);
  try {
    const Tape::Scope scope;
    exp(x);
    throw 1;
  } catch (int) {
  }
  CHECK(tape.node_count() == 1);
}

TEST_CASE("tape: a node in the place of a forgotten one has no gradient and no label") {
  const Tape tape;
  const Value x(2.0);
  for (int i = 0; i < 3; ++i) {
    const Tape::Scope scope;
    Value y(3.0);
    CHECK(y.grad() == 0);
    CHECK(y.label().empty());
    CHECK(tape.view(y.index()).grad == 0);
    (x * y).backward();
    CHECK(y.grad() == 2);
    y.set_label("mine");
    CHECK(y.label() == "mine");
    CHECK(x.grad() == 3 * (i + 1));
  }
}

TEST_CASE("tape: labels") {
  const Tape tape;
  Value x(2.0, "x"), y(3.0);
  CHECK(x.label() == "x");
  CHECK(y.label().empty());
  y.set_label("a \"name\"\nof two lines");
  CHECK(y.label() == "a \"name\"\nof two lines");
  y.set_label("y");
  const Value z = x * y;
  CHECK(z.label().empty());
  const Value copy = y;
  CHECK(copy.label() == "y");
  CHECK(tape.label(y) == "y");
  y.set_label("");
  CHECK(y.label().empty());
}

TEST_CASE("tape: a view shows op, numbers, label, parents and local derivatives") {
  const Tape tape;
  const Value x(3.0, "x"), w(2.0);
  const Value y = x * w;
  y.backward();
  const holo::TapeView view = tape.view(y.index());
  CHECK(view.op == Op::mul);
  CHECK(view.data == 6);
  CHECK(view.grad == 1);
  REQUIRE(view.parents.size() == 2);
  CHECK(view.parents[0] == x.index());
  CHECK(view.parents[1] == w.index());
  CHECK(view.locals[0] == 2);
  CHECK(view.locals[1] == 3);
  CHECK(tape.view(x.index()).label == "x");
  CHECK(tape.view(x.index()).parents.empty());
  CHECK(tape.view(x.index()).grad == 2);
  CHECK_THROWS_AS(tape.view(3), Error);
}

TEST_CASE("tape: a node with two parents takes 48 bytes or less, a handle 8") {
  const Tape tape;
  const Value x(1.0);
  const std::size_t before = tape.bytes();
  Value y = x;
  for (int i = 0; i < 1000; ++i) y = y * x;
  CHECK(tape.bytes() - before <= 48 * 1000);
  CHECK(tape.bytes() - before >= 2 * 8 * 1000);
  CHECK(sizeof(Value) == 8);
}

TEST_CASE("tape: data_of and grad_of are the numbers themselves") {
  Tape tape;
  std::vector<Value> w;
  for (int i = 0; i < 10; ++i) w.push_back(Value(i));
  CHECK(tape.grad_of(w).size() == 10);
  for (const double grad : tape.grad_of(w)) CHECK(grad == 0);
  dot(w, w).backward();
  const std::span<double> data = tape.data_of(w), grad = tape.grad_of(w);
  REQUIRE(data.size() == 10);
  for (std::size_t i = 0; i < 10; ++i) {
    CHECK(data[i] == static_cast<double>(i));
    CHECK(grad[i] == 2.0 * static_cast<double>(i));
    data[i] -= 0.5 * grad[i];
    grad[i] = 7;
    CHECK(w[i].data() == 0);
    CHECK(w[i].grad() == 7);
  }
  tape.zero_grad();
  CHECK(tape.grad_of(w)[3] == 0);
  CHECK(tape.data_of({}).empty());
  CHECK(tape.grad_of(std::span(w).subspan(2, 3)).size() == 3);
  const std::vector<Value> gap = {w[0], w[2]}, backwards = {w[1], w[0]}, twice = {w[0], w[0]};
  for (const auto& list : {gap, backwards, twice}) {
    CHECK_THROWS_AS(tape.data_of(list), Error);
    CHECK_THROWS_AS(tape.grad_of(list), Error);
  }
}

TEST_CASE("tape: each thread has its own, and refuses the Values of others") {
  const Tape::Scope scope;
  const Value mine(2.0);
  std::vector<std::string> errors(4);
  std::vector<double> grads(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      try {
        mine.data();  // a thread without any Value
      } catch (const Error& error) {
        errors[t] = error.what();
      }
      for (int step = 0; step < 200; ++step) {
        const Tape::Scope inner;
        const Value x(static_cast<double>(t));
        Value y = x;
        for (int i = 0; i < 50; ++i) y = y + x * 2.0;
        y.backward();
        grads[t] = x.grad();
        try {
          y* mine;
          errors[t].clear();
        } catch (const Error&) {
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t t = 0; t < 4; ++t) {
    CHECK(grads[t] == 101);
    CHECK(errors[t] == "Value: #" + std::to_string(mine.index()) +
                           " leaf, which is not on the tape any more" + rest);
  }
  CHECK(mine.data() == 2);
  CHECK(mine.grad() == 0);
}

TEST_CASE("tape: of a thread that has ended, nothing can be used") {
  Value theirs;
  std::thread([&] { theirs = Value(1.0) + 1.0; }).join();
  CHECK_THROWS_AS(theirs.data(), Error);
  const Value mine(1.0);
  CHECK_THROWS_AS(mine + theirs, Error);
}

TEST_CASE("tape: a thread without a tape has one on which nothing can be done") {
  const Value mine(1.0);
  int refused = 0;
  std::thread([&] {
    const auto refuses = [&](auto&& call) {
      try {
        call();
      } catch (const Error&) {
        ++refused;
      }
    };
    refuses([&] { mine.data(); });
    refuses([] { Value().backward(); });
    refuses([&] { Tape::of(mine).reserve(100, 100); });
    refuses([&] { Tape::of(mine).watch(nullptr); });
    refused += Tape::newest() == nullptr;
  }).join();
  CHECK(refused == 5);
}

TEST_CASE("tape: an inner scope that ends after its outer one takes nothing with it") {
  Tape tape;
  const Value x(1.0);
  auto outer = std::make_unique<Tape::Scope>();
  for (int i = 0; i < 100; ++i) Value(0.0);
  auto inner = std::make_unique<Tape::Scope>();
  outer.reset();
  CHECK(tape.node_count() == 1);
  Value y = x;
  for (int i = 0; i < 60; ++i) y = y + x;
  inner.reset();
  CHECK(tape.node_count() == 61);
  CHECK(tape.edge_count() == 120);
  const Value z = y * 2.0;
  z.backward();
  CHECK(x.grad() == 122);
}

TEST_CASE("tape: tapes may be destroyed in any order") {
  auto first = std::make_unique<Tape>();
  auto second = std::make_unique<Tape>();
  const Value x(3.0);
  first.reset();
  CHECK(&Tape::current() == second.get());
  CHECK(x.data() == 3);
  second.reset();
  CHECK_THROWS_AS(x.data(), Error);
  CHECK(Value(4.0).data() == 4);
}

TEST_CASE("tape: sizes beyond 32 bits are refused before anything is allocated") {
  Tape tape;
  Value(1.0);
  // Where a size has 32 bits itself, what a vector cannot have.
  const std::size_t too_many = SIZE_MAX >> (sizeof(std::size_t) == 8 ? 31 : 2);
  CHECK_THROWS_AS(tape.reserve(too_many, 0), Error);
  CHECK_THROWS_AS(tape.reserve(0, too_many), Error);
  CHECK_THROWS_AS(tape.reserve(SIZE_MAX, 0), Error);
  CHECK_THROWS_WITH_AS(tape.view(1), "tape: node 1 of 1; expected a number below that of all nodes",
                       Error);
  CHECK_THROWS_AS(tape.view(SIZE_MAX), Error);
}

TEST_CASE("tape: neighbours by index but of two scopes are not parameters side by side") {
  Tape tape;
  std::vector<Value> x = {Value(1.0)};
  { const Tape::Scope scope; }
  x.push_back(Value(2.0));
  CHECK(x[1].index() == x[0].index() + 1);
  CHECK_THROWS_AS(tape.data_of(x), Error);
}

TEST_CASE("value: the empty sum does not keep the gradient of an earlier backward") {
  const Tape tape;
  const Value y = holo::sum({}) + 1.0;
  y.backward();
  y.backward();
  CHECK(tape.view(0).op == holo::Op::sum);
  CHECK(tape.view(0).grad == 1);
}

TEST_CASE("tape: a node whose watcher throws is not on the tape") {
  Tape tape;
  const Value x(3.0);
  tape.watch([](const Tape& watched, holo::TapeEvent event, holo::NodeId node,
                const std::span<const Value>* order) {
    CHECK(order == nullptr);
    CHECK(node.index() + 1 == watched.node_count());
    if (event == holo::TapeEvent::node) throw Error("watcher", "a node", "none");
  });
  CHECK_THROWS_AS(x * 2.0, Error);
  CHECK(tape.node_count() == 1);
  CHECK(tape.edge_count() == 0);
  tape.watch(nullptr);
  const Value y = x + 1;
  y.backward();
  CHECK(x.grad() == 1);
  CHECK(tape.view(1).constant->value == 1);
}

}  // namespace tape_test
