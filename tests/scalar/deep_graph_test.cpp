// deep_graph_test.cpp: graphs that are very long, wide or often joined, on this stack and on one of
// 256 KiB; and a training loop on a tape asks the system for nothing after its first step, which is
// read from glibc's allocator.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/tape.h"
#include "holo/value.h"
#include "holo/value_graph.h"
#include "support/values/microgpt_math.h"

#if defined(__GLIBC__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 33)
#include <malloc.h>
#define HOLO_HAS_MALLINFO2
#endif
#endif

namespace deep_graph_test {

using holo::Tape, holo::Value;
using namespace holo;

// ---- deep graphs: each check returns a problem, or nothing ----

namespace {

constexpr std::size_t million = 1000000;

void backward(Value root, bool in_order) {
  in_order ? root.backward(holo::depth_first(root)) : root.backward();
}

std::string expect(const char* what, double found, double expected) {
  if (found == expected) return "";
  return std::string(what) + " is " + std::to_string(found) + ", expected " +
         std::to_string(expected) + "; ";
}

// x 2 0.5 2 0.5 ... 3, which is exact for any length.
std::string chain(bool in_order) {
  const Tape tape;
  const Value x(1.5);
  Value y = x;
  for (std::size_t i = 0; i < million; ++i) y = y * (i % 2 == 0 ? 2.0 : 0.5);
  y = y * 3.0;
  backward(y, in_order);
  std::string wrong = expect("nodes", static_cast<double>(tape.node_count()), 2 + 1e6);
  wrong += expect("data", y.data(), 4.5) + expect("grad", x.grad(), 3);
  backward(y, in_order);
  return wrong + expect("grad of two", x.grad(), 6);
}

// A million leaves under one node.
std::string fan_in(bool in_order) {
  const Tape tape;
  std::vector<Value> x;
  for (std::size_t i = 0; i < million; ++i) x.push_back(Value(static_cast<double>(i % 7)));
  const Value y = dot(x, x);
  backward(y, in_order);
  double off = 0;
  for (const Value v : x) off += std::fabs(v.grad() - 2 * v.data());
  return expect("grads are off by", off, 0);
}

// b = a + a, 10,000 times: 2^10000 ways from the root to the leaf. With halving the gradient is 1;
// without it the gradient is infinite.
std::string diamonds(bool in_order) {
  const Tape tape;
  const Value x(3.0);
  Value halved = x, doubled = x;
  for (int i = 0; i < 10000; ++i) {
    halved = (halved + halved) * 0.5;
    doubled = doubled + doubled;
  }
  backward(halved, in_order);
  std::string wrong = expect("data", halved.data(), 3) + expect("grad", x.grad(), 1);
  backward(doubled, in_order);
  return wrong + expect("data", doubled.data(), INFINITY) + expect("grad", x.grad(), INFINITY);
}

// to_text() must be able to show this graph.
std::string shown(bool) {
  const Tape tape;
  Value y(1.0);
  for (std::size_t i = 0; i < million; ++i) y = y + 1.0;
  const std::string notice = "the newest 3 of 1000001 nodes; 999998 older ones are left out";
  const bool ok = holo::to_text(y, 3).rfind(notice, 0) == 0;
  return ok ? "" : "the notice is missing; ";
}

}  // namespace

TEST_CASE("deep graph: exact in both orders, on this stack and on one of 256 KiB") {
  struct Check {
    const char* name;
    std::string (*run)(bool in_order);
  };
  for (const Check& check : {Check{"a chain of 1,000,000 nodes", chain},
                             {"a dot of 1,000,000 leaves with themselves", fan_in},
                             {"10,000 diamonds", diamonds},
                             {"1,000,000 nodes shown", shown}}) {
    CAPTURE(check.name);
    for (const bool in_order : {false, true}) {
      CHECK(check.run(in_order) == "");
      CHECK(on_small_stack([&] { return check.run(in_order); }) == "");
    }
  }
}

// ---- the memory of a training loop ----

namespace {

struct Memory {
  std::size_t from_system = 0, in_use = 0;  // bytes
};

// Zeros where nothing can be known: another C library, or a sanitizer's allocator.
Memory memory() {
#ifdef HOLO_HAS_MALLINFO2
  const auto info = mallinfo2();
  return {info.arena + info.hblkhd, info.uordblks + info.hblkhd};
#else
  return {};
#endif
}

// Eight numbers through two layers of eight; each step forgets its graph if it has a scope.
void step(std::vector<Value>& parameters, std::size_t i) {
  std::vector<Value> x;
  for (std::size_t j = 0; j < 8; ++j) x.emplace_back(0.1 * static_cast<double>(i % 7 + j));
  for (std::size_t layer = 0; layer < 2; ++layer) {
    std::vector<Value> y;
    for (std::size_t row = 0; row < 8; ++row) {
      y.push_back(tanh(dot({&parameters[64 * layer + 8 * row], 8}, x)));
    }
    x = y;
  }
  Tape::current().zero_grad();
  sum(x).backward();
  const auto data = Tape::current().data_of(parameters);
  const auto grad = Tape::current().grad_of(parameters);
  for (std::size_t p = 0; p < data.size(); ++p) data[p] -= 0.01 * grad[p];
}

std::vector<Value> make_parameters() {
  std::vector<Value> parameters;
  for (int i = 0; i < 128; ++i) parameters.emplace_back(0.01 * (i % 13 - 6));
  return parameters;
}

}  // namespace

TEST_CASE("memory: a loop with scopes asks the system for nothing after its first step") {
  {
    Tape tape;
    std::vector<Value> parameters = make_parameters();
    Memory first, middle;
    std::size_t nodes = tape.node_count(), bytes = tape.bytes(), wrong = 0;
    for (std::size_t i = 0; i < 200; ++i) {
      {
        const Tape::Scope scope;
        step(parameters, i);
      }
      wrong += tape.node_count() != nodes || tape.bytes() != bytes;
      if (i == 0) first = memory();
      if (i == 100) middle = memory();
    }
    const Memory last = memory();
    CHECK(wrong == 0);
    CHECK(last.from_system == first.from_system);
    CHECK(last.in_use == middle.in_use);  // the allocator keeps small blocks that it has given once
  }
}

}  // namespace deep_graph_test
