// tensor_inplace_test.cpp: changes in place. A backward that needs the old numbers refuses with
// both ops, both versions and the name of the change; one that does not need them goes on and is
// right.
#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace tensor_inplace_test {
namespace {

using namespace holo;
using Reals = std::vector<real>;

Tensor parameter(const Numbers& values) { return tensor(values).set_requires_grad(); }

// One of the ways to change a tensor in place.
struct Change {
  const char* name;
  std::function<void(Tensor&)> apply;
};

const std::vector<Change> changes = {
    {"fill_", [](Tensor& x) { x.fill_(0.5); }},
    {"copy_", [](Tensor& x) { x.copy_(full(x.shape(), 0.5)); }},
    {"copy_", [](Tensor& x) { x.copy_(Reals(static_cast<std::size_t>(x.numel()), real(0.5))); }},
    {"add_", [](Tensor& x) { x.add_(ones(x.shape()), 0.5); }},
};

// What the backward of an op reads: a, b or y, its own result. "?": that is up to the op.
using T = const Tensor&;
struct Case {
  const char* op;
  std::string reads;
  std::function<Tensor(T a, T b)> make;
};

// a and b are 2 x 2 and positive. That no other op goes back from changed numbers:
// tensor_gradcheck_test.cpp.
const std::vector<Case> cases = {
    {"exp", "y", [](T a, T) { return exp(a); }},
    {"log", "a", [](T a, T) { return log(a); }},
    {"add", "", [](T a, T b) { return add(a, b); }},
    {"mul", "ab", [](T a, T b) { return mul(a, b); }},
    {"mul", "", [](T a, T) { return a * 2; }},
    {"max", "ay", [](T a, T) { return max(a); }},
    {"reshape", "", [](T a, T) { return reshape(a, {4}); }},
    {"linear", "?", [](T a, T b) { return linear(a, b, Tensor(), Activation::gelu); }},
    {"holo_gate", "aby", [](T a, T b) { return holo_gate(a, b, b); }},
};

struct Graph {
  Tensor a = parameter({{1, 2}, {3, 4.5}}), b = parameter({{2, 0.5}, {4, 1}}), y;
};

Graph graph_of(const Case& c) {
  Graph graph;
  graph.y = c.make(graph.a, graph.b);
  return graph;
}

Tensor seed_of(const Tensor& y) {
  return reshape(arange(1, 1 + static_cast<double>(y.numel())),
                 std::vector<Index>(y.shape().begin(), y.shape().end()));
}

Reals gradient(const Tensor& x) { return x.grad().defined() ? x.grad().to_vector() : Reals{}; }

}  // namespace

TEST_CASE("in place: each op against each change: refused where numbers are needed, else right") {
  for (const Case& c : cases) {
    CAPTURE(std::string(c.op));
    const Graph untouched = graph_of(c);
    untouched.y.backward(seed_of(untouched.y));
    for (const char* const which : {"a", "b", "y"}) {
      for (const Change& change : changes) {
        CAPTURE(std::string(which));
        CAPTURE(std::string(change.name));
        Graph graph = graph_of(c);
        Tensor& target = *which == 'a' ? graph.a : *which == 'b' ? graph.b : graph.y;
        {
          const NoGrad no_grad;
          change.apply(target);
        }
        const std::string error = message_of([&] { graph.y.backward(seed_of(graph.y)); });
        if (c.reads != "?") CHECK((error != "no error") == contains(c.reads, which));
        if (error != "no error") {
          CHECK(contains(error, std::string(c.op) + ": the data of #"));
          CHECK(contains(error, std::string(", which its backward needs in version 0, was changed "
                                            "by ") +
                                    change.name +
                                    " to version 1; expected data as it was in the forward pass. "
                                    "Try: change it after backward()"));
        } else {
          CHECK(same_bits(gradient(graph.a), gradient(untouched.a)));
          CHECK(same_bits(gradient(graph.b), gradient(untouched.b)));
        }
      }
    }
  }
}

TEST_CASE("in place: the label of the changed tensor is named, and its last change") {
  Tensor x = parameter({1, 2}).set_label("weights");
  const Tensor y = x * x;
  {
    const NoGrad no_grad;
    x.fill_(1).add_(ones({2}));
  }
  const std::string error = message_of([&] { sum(y).backward(); });
  CHECK(contains(error,
                 "mul: the data of #" + std::to_string(x.node().id) +
                     " leaf (weights), which its backward needs in version 0, was changed by add_ "
                     "to version 2;"));
}

TEST_CASE("in place: numbers that are shared by a reshape are changed for both") {
  Tensor x = parameter({1, 2, 3, 4});
  const Tensor y = exp(reshape(square(x), {2, 2}));
  Tensor view = reshape(x, {2, 2});
  {
    const NoGrad no_grad;
    view.fill_(9);
  }
  CHECK(x.to_vector() == Reals{9, 9, 9, 9});
  CHECK(
      contains(message_of([&] { sum(y).backward(); }), "square: the data of " + name_of(x.node())));
}

TEST_CASE(
    "in place: a change before the forward pass, or after the backward, is none of its business") {
  Tensor x = parameter({1, 2});
  {
    const NoGrad no_grad;
    x.fill_(3);
  }
  sum(x * x).backward();
  CHECK(x.grad().to_vector() == Reals{6, 6});
  const Tensor loss = sum(x * x);
  loss.backward();
  const NoGrad no_grad;
  x.add_(x.grad(), real(-0.25));
  CHECK(x.to_vector() == Reals{0, 0});
}

TEST_CASE("in place: refused on what takes part in a graph, outside of a NoGrad") {
  Tensor leaf = parameter({1, 2}), y = leaf * leaf;
  const Tensor one = ones({2});
  const std::string leaf_error =
      "a change of a leaf that requires a gradient; expected a constant, or the scope of a NoGrad. "
      "Try: { NoGrad no_grad; ... }";
  const std::string result_error =
      "a change of the result of mul, which has a graph; expected a constant, or the scope of a "
      "NoGrad. Try: { NoGrad no_grad; ... }";
  CHECK(message_of([&] { leaf.fill_(1); }) == "fill_: " + leaf_error);
  CHECK(message_of([&] { leaf.copy_(one); }) == "copy_: " + leaf_error);
  CHECK(message_of([&] { leaf.copy_(Reals{1, 1}); }) == "copy_: " + leaf_error);
  CHECK(message_of([&] { leaf.add_(one); }) == "add_: " + leaf_error);
  CHECK(message_of([&] { y.fill_(1); }) == "fill_: " + result_error);
  CHECK(message_of([&] { y.copy_(one); }) == "copy_: " + result_error);
  CHECK(message_of([&] { y.add_(one); }) == "add_: " + result_error);
  y.backward(one);
  CHECK(message_of([&] { y.fill_(1); }) == "fill_: " + result_error);
  CHECK(leaf.to_vector() == Reals{1, 2});
  CHECK(y.to_vector() == Reals{1, 4});
  y.detach().fill_(3);  // a constant that shares the numbers
  CHECK(y.to_vector() == Reals{3, 3});
}

TEST_CASE("in place: what is refused for its shape changes nothing") {
  Tensor x = tensor({1, 2, 3});
  CHECK(message_of([&] {
          x.copy_(ones({3, 1}));
        }) == "copy_: [3] from [3,1]; expected equal shapes. Try: broadcast_to");
  CHECK(message_of([&] { x.add_(tensor(1)); }) ==
        "add_: [3] from []; expected equal shapes. Try: broadcast_to");
  CHECK(message_of([&] {
          x.copy_(Reals{1, 2});
        }) == "copy_: 2 numbers for [3]; expected 3 of them");
  CHECK(x.to_vector() == Reals{1, 2, 3});
}

TEST_CASE("in place: what the changes do, also with the tensor itself") {
  Tensor x = tensor({1, 2, 3});
  CHECK(x.add_(tensor({10, 20, 30}), 0.5).to_vector() == Reals{6, 12, 18});
  CHECK(x.add_(x).to_vector() == Reals{12, 24, 36});
  CHECK(x.copy_(x).to_vector() == Reals{12, 24, 36});
  CHECK(x.copy_(tensor({7, 8, 9})).to_vector() == Reals{7, 8, 9});
  CHECK(x.copy_(Reals{1, 2, 3}).fill_(4).to_vector() == Reals{4, 4, 4});
  Tensor none = zeros({0});
  CHECK(none.fill_(1).add_(none).copy_(none).shape() == Shape{0});
}

}  // namespace tensor_inplace_test
