// tensor_backward_test.cpp: backward: gradients add up in leaves and along every path, a graph is
// freed or retained as asked, and what cannot be done is said. After a change in place, a backward
// that needs the old numbers refuses with both ops, both versions and the name of the change; one
// that does not need them goes on and is right.
#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "helpers.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "tensor/record.h"

namespace tensor_backward_test {

using namespace holo;

// ---- backward ----

namespace {

using Reals = std::vector<real>;

Tensor parameter(const Numbers& values) { return tensor(values).set_requires_grad(); }

}  // namespace

TEST_CASE("backward: leaves add up what every backward brings, until zero_grad") {
  Tensor x = parameter({1, 2, 3});
  sum(x * x).backward();
  CHECK(x.grad().to_vector() == Reals{2, 4, 6});
  sum(x * x).backward();
  CHECK(x.grad().to_vector() == Reals{4, 8, 12});
  x.zero_grad();
  CHECK(!x.grad().defined());
  sum(x * x).backward();
  CHECK(x.grad().to_vector() == Reals{2, 4, 6});
}

TEST_CASE("backward: a retained graph keeps the gradients in between; again they are the same") {
  const Tensor x = parameter({1, 2, 3});
  const Tensor y = x * x, z = y * y;
  const Tensor loss = sum(z + y);
  for (const real times : {real(1), real(2), real(3)}) {
    loss.backward(true);
    CHECK(loss.grad().item() == 1);
    CHECK(z.grad().to_vector() == Reals{1, 1, 1});
    CHECK(y.grad().to_vector() == Reals{3, 9, 19});
    CHECK(x.grad().to_vector() == Reals{6 * times, 36 * times, 114 * times});
  }
  loss.backward();
  CHECK(x.grad().to_vector() == Reals{24, 144, 456});
  CHECK(!y.grad().defined());
  CHECK(!loss.grad().defined());
}

TEST_CASE("backward: a second one through a freed graph is an error that names the op") {
  const Tensor x = parameter({1, 2});
  const Tensor y = exp(x), loss = sum(y);
  loss.backward();
  const std::string rest =
      " was freed by an earlier backward; expected a graph that is still there";
  CHECK(message_without_hint([&] { loss.backward(); }) ==
        "backward: the graph of " + name_of(loss.node()) + rest);
  CHECK(!loss.grad().defined());
  CHECK(message_without_hint([&] { sum(y).backward(); }) ==
        "backward: the graph of " + name_of(y.node()) + rest);
  Tensor(y).set_label("hidden");
  CHECK(message_without_hint([&] { sum(y * x).backward(); }) ==
        "backward: the graph of #" + std::to_string(y.node().id) + " exp (hidden)" + rest);
}

TEST_CASE("backward: two losses share a graph") {
  const Tensor x = parameter({1, 2});
  const Tensor y = x * x;
  const Tensor first = sum(y), second = sum(y * y);
  first.backward(true);
  second.backward();
  CHECK(x.grad().to_vector() == Reals{2 + 4, 4 + 32});
  const Tensor z = x * x;
  const Tensor third = sum(z), fourth = sum(z * z);
  third.backward();
  CHECK(message_without_hint([&] {
          fourth.backward();
        }).find("the graph of " + name_of(z.node()) + " was freed") != std::string::npos);
}

TEST_CASE("backward: a seed, and what is refused") {
  const Tensor x = parameter({1, 2, 3});
  (x * x).backward(tensor({1, 10, 100}));
  CHECK(x.grad().to_vector() == Reals{2, 40, 600});
  CHECK(message_without_hint([&] { (x * x).backward(); }) ==
        "backward: the gradient of a [3]; expected a single number, or a seed of that shape");
  CHECK(message_without_hint([&] {
          (x * x).backward(ones({1, 3}));
        }) == "backward: a seed of [1,3] for a [3]; expected equal shapes");
  const Tensor constant = sum(ones({2}) * ones({2})), c = tensor(1).set_label("c");
  CHECK(message_without_hint([&] { constant.backward(); }) ==
        "backward: #" + std::to_string(constant.node().id) +
            " sum is a constant; expected something made from a tensor that requires a gradient");
  CHECK(message_without_hint([&] {
          c.backward();
        }).rfind("backward: #" + std::to_string(c.node().id) + " leaf (c) is a constant", 0) == 0);
  CHECK(x.grad().to_vector() == Reals{2, 40, 600});
}

TEST_CASE("backward: of a leaf, of a single number in any shape, of nothing") {
  const Tensor x = parameter({4});
  x.backward();
  CHECK(x.grad().to_vector() == Reals{1});
  x.backward(tensor({2}));
  CHECK(x.grad().to_vector() == Reals{3});
  reshape(x, {1, 1}).backward();
  CHECK(x.grad().to_vector() == Reals{4});
  const Tensor none = zeros({0, 2}).set_requires_grad();
  (none * none).backward(zeros({0, 2}));
  CHECK(none.grad().shape() == Shape{0, 2});
  sum(none).backward();
  CHECK(none.grad().shape() == Shape{0, 2});
}

TEST_CASE("no grad: nothing is recorded; scopes nest and end with an exception") {
  const Tensor x = parameter({1, 2});
  CHECK(grad_enabled());
  {
    const NoGrad no_grad;
    CHECK(!grad_enabled());
    { const NoGrad inner; }
    CHECK(!grad_enabled());
    const Tensor y = x * x;
    CHECK(!y.requires_grad());
    CHECK(y.to_vector() == Reals{1, 4});
    CHECK_THROWS_AS(sum(y).backward(), Error);
    const Tensor made = ones({2}).set_requires_grad();
    CHECK(made.requires_grad());
  }
  CHECK(grad_enabled());
  try {
    const NoGrad no_grad;
    x + ones({3});
  } catch (const Error&) {
  }
  CHECK(grad_enabled());
  CHECK((x * x).requires_grad());
}

TEST_CASE("detach: no gradient passes") {
  const Tensor x = parameter({2, 3});
  sum(x.detach() * x).backward();
  CHECK(x.grad().to_vector() == Reals{2, 3});
  CHECK(!(x.detach() * x.detach()).requires_grad());
  const Tensor w = parameter({1, 1});
  const Tensor y = w * w;
  sum(y.detach() * w).backward();
  CHECK(w.grad().to_vector() == Reals{1, 1});
}

TEST_CASE("set_requires_grad: for leaves alone") {
  const Tensor x = parameter({1});
  Tensor y = x * x;
  const std::string refused =
      "set_requires_grad: the result of mul; expected a leaf: a tensor that no op made";
  CHECK(message_without_hint([&] { y.set_requires_grad(); }) == refused);
  CHECK(message_without_hint([&] { y.set_requires_grad(false); }) == refused);
  y.backward();
  CHECK(message_without_hint([&] { y.set_requires_grad(); }) == refused);
  CHECK(y.detach().set_requires_grad().requires_grad());
}

TEST_CASE("backward: only what requires a gradient gets one") {
  const Tensor x = parameter({1, 2}), c = tensor({3, 4});
  Tensor frozen = parameter({5, 6});
  frozen.set_requires_grad(false);
  const Tensor y = x * c, z = frozen * c;
  CHECK(!z.requires_grad());
  sum(y * z).backward(true);
  CHECK(x.grad().to_vector() == Reals{45, 96});
  CHECK(!c.grad().defined());
  CHECK(!frozen.grad().defined());
  CHECK(!z.grad().defined());
}

TEST_CASE("backward: a tensor that is used many times gets every gradient") {
  const Tensor x = parameter({2, 3});
  sum(x * x * x + x + x).backward();
  CHECK(x.grad().to_vector() == Reals{3 * 4 + 2, 3 * 9 + 2});

  const Tensor w = parameter({1});
  Tensor total = w;
  for (int i = 1; i < 1000; ++i) total = total + w;
  total.backward();
  CHECK(w.grad().to_vector() == Reals{1000});

  // Both inputs of one op, through different ops, at different depths.
  const Tensor v = parameter({3});
  const Tensor square = v * v, cube = square * v;
  sum(cube * square + cube).backward();  // v^5 + v^3
  CHECK(v.grad().to_vector() == Reals{5 * 81 + 3 * 9});
}

namespace {

// An op that counts how often its backward runs, and how often its gradient was not there yet.
struct Counts {
  int backwards = 0, overwrite = 0;
};

Tensor counted(const Tensor& x, Counts& counts) {
  Tensor y = result("counted", x.shape(), {x});
  x.backend().copy(y.node().data, x.data(), x.numel());
  return record(std::move(y), saves::nothing, [&counts](Node& y_node) {
    const Output dx = y_node.parent(0).gradient();
    ++counts.backwards;
    counts.overwrite += dx.overwrite;
    y_node.backend->add_scaled(dx, y_node.grad, 1, y_node.numel());
  });
}

}  // namespace

TEST_CASE("backward: each node once, after all that use it; the first gradient overwrites") {
  Counts counts;
  const Tensor x = parameter({1, 2});
  const Tensor a = counted(x, counts);
  const Tensor b = counted(a, counts), c = counted(a, counts);
  const Tensor d = counted(a * b, counts), e = counted(c * d, counts);
  sum(e + a).backward();
  CHECK(counts.backwards == 5);
  CHECK(x.grad().to_vector() == Reals{3 + 1, 12 + 1});  // x^3 + x
  // c and d are written; a has got d(e + a) when b and c send theirs; x is written
  CHECK(counts.overwrite == 2 + 1);
}

TEST_CASE("backward: a node that no gradient reaches counts as zero") {
  // The backward of this op sends nothing.
  const Tensor x = parameter({1, 2});
  const Tensor y = x * x;
  Tensor z = result("sends nothing", {}, {y});
  z.backend().fill(z.node().data, 0, 1);
  z = record(std::move(z), saves::nothing, [](Node&) {});
  z.backward();
  CHECK(x.grad().to_vector() == Reals{0, 0});
}

TEST_CASE("backward: what was repeated into a tensor without elements has a gradient of zeros") {
  const Tensor x = parameter({1, 2});
  sum(x * zeros({0, 2})).backward();
  CHECK(x.grad().to_vector() == Reals{0, 0});
}

TEST_CASE("backward: an exception on the way leaves a graph that can still be used") {
  const Tensor x = parameter({1, 2});
  const Tensor y = x * x;
  Tensor z = result("fails once", x.shape(), {y});
  x.backend().copy(z.node().data, y.data(), 2);
  bool fail = true;
  z = record(std::move(z), saves::nothing, [&fail](Node& z_node) {
    if (fail) throw Error("test", "a failure", "none");
    z_node.backend->add_scaled(z_node.parent(0).gradient(), z_node.grad, 1, z_node.numel());
  });
  const Tensor loss = sum(z);
  CHECK_THROWS_AS(loss.backward(true), Error);
  CHECK(!x.grad().defined());
  fail = false;
  loss.backward(true);
  CHECK(x.grad().to_vector() == Reals{2, 4});
}

TEST_CASE("backward: a leaf that began or ceased to require a gradient after the forward pass") {
  Tensor x = tensor({{1, 2}}), w = tensor({{3, 4}}).set_requires_grad();
  const Tensor y = linear(x, w);
  x.set_requires_grad();
  const std::string message =
      "backward: " + name_of(x.node()) + " requires a gradient now, but did not when " +
      name_of(y.node()) + " was made from it; expected set_requires_grad() before the forward pass";
  CHECK_THROWS_WITH_AS(y.backward(), message.c_str(), Error);
  const Tensor again = linear(x, w);
  again.backward();
  CHECK(x.grad().to_vector() == std::vector<real>{3, 4});
  for (const Tensor& z : {relu(x), linear(x, w)}) {  // of one input, and of two
    const Tensor loss = sum(z);
    x.set_requires_grad(false);
    CHECK(message_without_hint([&] { loss.backward(true); }) ==
          "backward: " + name_of(x.node()) + " requires no gradient now, but did when " +
              name_of(z.node()) +
              " was made from it; expected set_requires_grad() before the forward pass");
    x.set_requires_grad();
    loss.backward();
  }
}

TEST_CASE("backward: a graph of two threads is refused") {
  const Tensor x = tensor({1, 2}).set_requires_grad();
  Tensor h;
  std::thread([&] { h = x * x; }).join();  // the numbers of a later thread are larger
  const Tensor y = h * h;
  CHECK(message_without_hint([&] { sum(y).backward(); }) ==
        "backward: " + name_of(y.node()) + ", and its parent " + name_of(h.node()) +
            " of another thread; expected a graph that one thread has made");
}

TEST_CASE("numbers of nodes: one after the other in a thread, never the same in two") {
  const Tensor a = ones({1}), b = ones({1});
  CHECK(b.node().id == a.node().id + 1);
  std::vector<std::uint64_t> ids;
  std::thread([&] {
    for (int i = 0; i < 3; ++i) ids.push_back(ones({1}).node().id);
  }).join();
  CHECK(ids[1] == ids[0] + 1);
  CHECK(ids[2] == ids[0] + 2);
  CHECK(ids[0] > b.node().id + 3);
  const Tensor x = parameter({1, 2});
  sum(x * x).backward();
  const Tensor gradient = x.grad(), other = x.grad();
  CHECK(gradient.node().id != other.node().id);
}

// ---- changes in place ----

namespace {

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

}  // namespace tensor_backward_test
