// Scopes and tapes that end in an unusual order, and sizes beyond every limit.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "failing_allocation.h"
#include "holo/check.h"
#include "holo/value.h"

namespace tape_lifetime_test {

using holo::Error, holo::Tape, holo::Value;

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

TEST_CASE("tape: an ended outer scope stays ended when the inner one follows") {
  Tape tape;
  auto outer = std::make_unique<Tape::Scope>();
  const Value x(1.0);
  auto inner = std::make_unique<Tape::Scope>();
  outer.reset();
  inner.reset();
  CHECK(tape.node_count() == 0);
  CHECK_THROWS_AS(x.data(), Error);
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

TEST_CASE("tape: stale neighbours, or one among live ones, are refused in sum and dot") {
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
  for (std::size_t i = 0; i < 16; ++i) {
    std::vector<Value> mixed = fresh;
    mixed[i] = stale[i];
    CHECK_THROWS_AS(sum(mixed), Error);
    CHECK_THROWS_AS(dot(mixed, fresh), Error);
    CHECK_THROWS_AS(dot(fresh, mixed), Error);
  }
}

TEST_CASE("tape: an operation that finds no memory leaves the tape as it was") {
  int failures = 0;
  // The result and the gradient, where allocation number fail_at fails and its step is done again.
  const auto run = [&](long fail_at) {
    Tape tape;
    const Value x(1.0);
    const std::vector<Value> list(300, x);
    Value y = x;
    const auto until_it_works = [&](const auto& step) {
      for (bool done = false; !done;) {
        try {
          step();
          done = true;
        } catch (const std::bad_alloc&) {
          ++failures;
        }
      }
    };
    failing_allocation::left = fail_at;
    for (int i = 0; i < 3000; ++i) {
      until_it_works([&] { y = y + x; });
      if (i % 50 == 0) until_it_works([&] { y = y + sum(list); });
      if (i % 50 == 25) until_it_works([&] { y = y * 0.5 + dot(list, list); });
    }
    until_it_works([&] {
      tape.zero_grad();
      y.backward();
    });
    failing_allocation::left = -1;
    return std::pair(y.data(), x.grad());
  };
  const auto whole = run(-1);
  for (long fail_at = 0; fail_at < 60; ++fail_at) {
    CAPTURE(fail_at);
    const auto [y, gradient] = run(fail_at);
    CHECK(y == whole.first);
    CHECK(gradient == whole.second);
  }
  CHECK(failures > 20);
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

TEST_CASE("tape: a backward whose watcher throws does not begin") {
  Tape tape;
  const Value x(3.0), y = x * x;
  tape.watch([](const Tape&, holo::TapeEvent, holo::NodeId, const std::span<const Value>*) {
    throw Error("watcher", "a backward", "none");
  });
  CHECK_THROWS_AS(y.backward(), Error);
  CHECK_THROWS_AS(y.backward(std::vector{y, x}), Error);
  tape.watch(nullptr);
  CHECK(x.grad() == 0);
  CHECK(y.grad() == 0);
}

}  // namespace tape_lifetime_test
