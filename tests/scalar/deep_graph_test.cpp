// deep_graph_test.cpp: graphs that are very long, wide or often joined, on this stack and on one of
// 256 KiB. Each check returns a problem, or nothing.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/tape.h"
#include "holo/value.h"
#include "holo/value_graph.h"
#include "support/values/microgpt_math.h"

namespace deep_graph_test {
namespace {

using holo::Tape, holo::Value;

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

}  // namespace deep_graph_test
