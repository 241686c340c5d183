// Scopes and tapes that end in an unusual order, and sizes beyond every limit.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

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
