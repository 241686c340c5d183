// tensor_deep_test.cpp: graphs of tensors that are very long, wide or often joined, on a stack of
// 256 KiB. Each check returns a problem, or nothing.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/creation.h"
#include "holo/memory.h"
#include "holo/ops.h"
#include "holo/tensor_print.h"

namespace tensor_deep_test {
namespace {

using namespace holo;

// The number of nodes, leaves or edges: many in the chain, above one leaf and under one node. Fewer
// are enough elsewhere, because a stack of 256 KiB has no room for 10,000 calls either. No test
// checks the time.
constexpr int many = 100000, fewer = 10000;

std::string expect(const char* what, double found, double expected) {
  if (found == expected) return "";
  return std::string(what) + " is " + std::to_string(found) + ", expected " +
         std::to_string(expected) + "; ";
}

double grad_of(const Tensor& x) {
  return x.grad().defined() ? static_cast<double>(x.grad().item()) : NAN;
}

Tensor leaf(double value) { return tensor(value).set_requires_grad(); }

// y = -y, many times. Two backwards retain the graph and a third frees it.
std::string chain() {
  const Tensor x = leaf(1.5);
  Tensor y = x;
  for (int i = 0; i < many; ++i) y = -y;
  std::string wrong = expect("data", static_cast<double>(y.item()), 1.5);
  y.backward(true);
  wrong += expect("grad", grad_of(x), 1);
  y.backward(true);
  wrong += expect("grad of two", grad_of(x), 2);
  y.backward();
  return wrong + expect("grad of three", grad_of(x), 3);
}

// Destroys a chain with its graph: from the newest end, and when only the oldest node is held.
std::string destroyed() {
  const std::size_t before = memory_stats().live_nodes;
  const Tensor x = leaf(1.5);
  {
    Tensor y = x;
    for (int i = 0; i < fewer; ++i) y = -y;
  }
  return expect("live nodes", static_cast<double>(memory_stats().live_nodes - before), 1);
}

// Many leaves under one node.
std::string fan_in() {
  std::vector<Tensor> list;
  for (int i = 0; i < many; ++i) list.push_back(tensor({double(i % 7)}).set_requires_grad());
  const Tensor all = cat(list, 0);
  sum(all * all).backward();
  double off = 0;
  for (const Tensor& x : list) off += std::fabs(grad_of(x) - 2 * static_cast<double>(x.item()));
  return expect("grads are off by", off, 0);
}

// Many nodes on one leaf, in one heap of the backward.
std::string fan_out() {
  const Tensor x = tensor({1}).set_requires_grad();
  std::vector<Tensor> list;
  for (int i = 0; i < many; ++i) list.push_back(reshape(x, {1}));
  const Tensor y = cat(list, 0);
  list.clear();
  y.backward(ones({many}));
  return expect("grad", grad_of(x), many);
}

// b = a + a, 10,000 times: 2^10000 ways from the root to the leaf. With halving the gradient is 1;
// without it the gradient is infinite.
std::string diamonds() {
  const Tensor x = leaf(3);
  Tensor halved = x, doubled = x;
  for (int i = 0; i < 10000; ++i) {
    halved = (halved + halved) * 0.5;
    doubled = doubled + doubled;
  }
  halved.backward();
  std::string wrong =
      expect("data", static_cast<double>(halved.item()), 3) + expect("grad", grad_of(x), 1);
  doubled.backward();
  return wrong + expect("data", static_cast<double>(doubled.item()), INFINITY) +
         expect("grad", grad_of(x), INFINITY);
}

// to_text() must be able to show this graph.
std::string shown() {
  Tensor y = leaf(1);
  for (int i = 0; i < fewer; ++i) y = -y;
  const std::string notice = "the newest 3 of " + std::to_string(fewer + 1) + " nodes; " +
                             std::to_string(fewer - 2) + " older ones are left out";
  const bool ok = to_text(y, 3).rfind(notice, 0) == 0;
  return ok ? "" : "the notice is missing; ";
}

}  // namespace

TEST_CASE("deep graph of tensors: exact, on a stack of 256 KiB") {
  struct Check {
    const char* name;
    std::string (*run)();
  };
  for (const Check& check : {Check{"a chain of nodes", chain},
                             {"a chain of nodes destroyed", destroyed},
                             {"leaves joined", fan_in},
                             {"views of one leaf joined", fan_out},
                             {"10,000 diamonds", diamonds},
                             {"many nodes shown", shown}}) {
    CAPTURE(check.name);
    CHECK(on_small_stack(check.run) == "");
  }
}

}  // namespace tensor_deep_test
