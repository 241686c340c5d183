// tensor_test.cpp: handles and what they tell, the ways to make a leaf, shapes and indices, and
// what each of them refuses. Devices have names; everything that makes a tensor makes it on the
// default device, and what is computed from it stays there; tensors on two devices do not meet.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "helpers.h"
#include "holo/creation.h"
#include "holo/device.h"
#include "holo/ops.h"
#include "holo/safetensors.h"
#include "holo/tensor.h"

namespace tensor_test {

using namespace holo;

// ---- tensors ----

namespace {

using Reals = std::vector<real>;

constexpr Index most = std::numeric_limits<Index>::max();

}  // namespace

TEST_CASE("shape: sizes, their product and their text") {
  const Shape shape{2, 3, 4};
  CHECK(shape.ndim() == 3);
  CHECK(shape.numel() == 24);
  CHECK(shape[1] == 3);
  CHECK(shape.size(0) == 2);
  CHECK(shape.size(-1) == 4);
  CHECK(shape.size(-3) == 2);
  CHECK(shape.to_string() == "[2,3,4]");
  CHECK(shape.with(1, 7) == Shape{2, 7, 4});
  CHECK(shape.without(0) == Shape{3, 4});
  CHECK(shape.inserted(3, 1) == Shape{2, 3, 4, 1});
  CHECK(shape.inserted(0, 5) == Shape{5, 2, 3, 4});
  CHECK(!(shape == Shape{2, 3}));
  CHECK(!(shape == Shape{2, 3, 5}));
  CHECK(std::vector<Index>(shape.begin(), shape.end()) == std::vector<Index>{2, 3, 4});
  CHECK(Shape().numel() == 1);
  CHECK(Shape().to_string() == "[]");
  CHECK(Shape{most, 0, 1}.numel() == 0);
  CHECK(Shape{most}.numel() == most);
  const std::vector<Index> sizes{4, 5};
  CHECK(Shape(std::span<const Index>(sizes)) == Shape{4, 5});
}

TEST_CASE("shape: what it refuses, and how it says it") {
  CHECK(message_without_hint([] { Shape{1, 1, 1, 1, 1, 1, 1}; }) ==
        "shape: [1,1,1,1,1,1,1] has 7 dimensions; expected at most 6");
  CHECK(message_without_hint([] {
          Shape{2, -1};
        }) == "shape: [2,-1]: dimension 1 is -1; expected sizes of 0 or more");
  CHECK(message_without_hint([] {
          Shape{most, 2};
        }) ==
        "shape: [9223372036854775807,2] has more elements than a 64-bit number counts; expected a "
        "product below 2^63");
  CHECK(message_without_hint([] {
          Shape{2, 3}.size(2);
        }) == "size: dimension 2 of [2,3], which has 2; expected -2 to 1");
  CHECK(message_without_hint([] { Shape().size(0); }) ==
        "size: dimension 0 of [], which has 0; expected no dimension: this is a single number");
  CHECK_THROWS_AS((Shape{2, -1}), ShapeError);
  CHECK(checked_mul("op", 3, -4) == -12);
  CHECK(checked_add("op", most, -1) == most - 1);
  CHECK_THROWS_AS(checked_mul("op", most, 2), ShapeError);
  CHECK_THROWS_AS(checked_add("op", most, 1), ShapeError);
}

TEST_CASE("tensor: every use of an empty handle is an error that says so") {
  Tensor none;
  const Tensor x = ones({2});
  CHECK(!none.defined());
  const std::vector<std::function<void()>> uses = {
      [&] { none.node(); },
      [&] { none.shape(); },
      [&] { none.device(); },
      [&] { none.set_label("x"); },
      [&] { none.item(); },
      [&] { none.to_vector(); },
      [&] { none.set_requires_grad(); },
      [&] { none.grad(); },
      [&] { none.backward(); },
      [&] { none.backward(x); },
      [&] { sum(x.detach().set_requires_grad()).backward(none); },
      [&] { none.detach(); },
      [&] { none.to(Device::cpu); },
      [&] { none.fill_(1); },
      [&] { none.add_(x); },
      [&] { x.detach().copy_(none); },
      [&] { x.detach().add_(none); },
      [&] { x + none; },
      [&] {
        cat({x, none}, 0);
      },
      [&] { matmul(none, x); },
      [&] { sum(none); }};
  for (std::size_t i = 0; i < uses.size(); ++i) {
    CAPTURE(i);
    CHECK(message_without_hint(uses[i]) ==
          "tensor: an empty handle; expected a tensor that was made or assigned");
  }
}

TEST_CASE("tensor: copies of a handle name one node, moved ones nothing") {
  Tensor a = tensor({1, 2});
  Tensor b = a;
  b.fill_(5).set_label("b");
  CHECK(a.to_vector() == Reals{5, 5});
  CHECK(a.label() == "b");
  CHECK(&a.node() == &b.node());
  b = tensor({7});
  CHECK(a.to_vector() == Reals{5, 5});
  const Tensor c = std::move(a);
  CHECK(!a.defined());
  CHECK(c.to_vector() == Reals{5, 5});
  Tensor& self = b;
  b = self;
  CHECK(b.item() == 7);
}

TEST_CASE("tensor: what a handle tells") {
  Tensor x = ones({2, 3});
  CHECK(x.shape() == Shape{2, 3});
  CHECK(x.ndim() == 2);
  CHECK(x.size(-1) == 3);
  CHECK(x.numel() == 6);
  CHECK(x.device() == default_device());
  CHECK(std::string(x.op()) == "leaf");
  CHECK(std::string(reshape(x, {6}).op()) == "reshape");
  CHECK(x.label() == "");
  CHECK(x.set_label("weights").label() == "weights");
  CHECK(x.set_label("").label() == "");
  CHECK(!x.requires_grad());
  CHECK(x.set_requires_grad().requires_grad());
  CHECK(!x.set_requires_grad(false).requires_grad());
  CHECK(!x.grad().defined());
  CHECK_THROWS_AS(x.size(2), ShapeError);
}

TEST_CASE("tensor: item, at and to_vector, and what they refuse") {
  const Tensor x = tensor({{1, 2, 3}, {4, 5, 6}});
  CHECK(tensor(3.5).item() == 3.5);
  CHECK(ones({1, 1}).item() == 1);
  CHECK(x.at({1, 0}) == 4);
  CHECK(x.at({-1, -3}) == 4);
  CHECK(x.at({0, 2}) == 3);
  CHECK(tensor(2).at({}) == 2);
  CHECK(x.to_vector() == Reals{1, 2, 3, 4, 5, 6});
  CHECK(zeros({0}).to_vector().empty());
  CHECK(element(x, 5) == 6);
  CHECK(message_without_hint([&] { x.item(); }) ==
        "item: [2,3] has 6 elements; expected one element");
  CHECK(message_without_hint([&] { zeros({0}).item(); }) ==
        "item: [0] has 0 elements; expected one element");
  CHECK(message_without_hint([&] { x.at({1}); }) == "at: 1 indices for [2,3]; expected 2 of them");
  CHECK(message_without_hint([&] {
          x.at({1, 3});
        }) == "at: index 3 in dimension 1 of [2,3]; expected -3 to 2");
  CHECK(message_without_hint([&] {
          x.at({-3, 0});
        }) == "at: index -3 in dimension 0 of [2,3]; expected -2 to 1");
  CHECK(message_without_hint([&] { zeros({0}).at({0}); }) ==
        "at: index 0 in dimension 0 of [0]; expected no index: the size is 0");
}

TEST_CASE("creation: from numbers as they are written") {
  CHECK(tensor(3).shape() == Shape{});
  CHECK(tensor({1, 2, 3}).shape() == Shape{3});
  CHECK(tensor({{1, 2}, {3, 4}, {5, 6}}).shape() == Shape{3, 2});
  CHECK(tensor({{1, 2}, {3, 4}, {5, 6}}).to_vector() == Reals{1, 2, 3, 4, 5, 6});
  const Tensor planes = tensor({{{1, 2}, {3, 4}, {5, 6}}, {{7, 8}, {9, 10}, {11, 12}}});
  CHECK(planes.shape() == Shape{2, 3, 2});
  CHECK(planes.at({1, 0, 1}) == 8);
  CHECK(tensor({}).shape() == Shape{0});
  CHECK(tensor({{}, {}}).shape() == Shape{2, 0});
  CHECK(tensor({1}).shape() == Shape{1});
  CHECK(tensor({{1}, {2}}).shape() == Shape{2, 1});
  CHECK(tensor({{1}}).shape() == Shape{1, 1});
  CHECK(tensor({{{{{{1, 2}}}}}}).shape() == Shape{1, 1, 1, 1, 1, 2});
  CHECK(message_without_hint([] {
          tensor({{1, 2}, {3}});
        }) == "tensor: parts of [2] and [1] side by side; expected rows of one length");
  CHECK(message_without_hint([] {
          tensor({{{1, 2}, {3, 4}}, {{1, 2}}});
        }) == "tensor: parts of [2,2] and [1,2] side by side; expected rows of one length");
  CHECK(message_without_hint([] {
          tensor({1, {2}});
        }) == "tensor: parts of [] and [1] side by side; expected rows of one length");
  CHECK_THROWS_AS(tensor({{{{{{{1, 2}}}}}}}), ShapeError);
}

TEST_CASE("creation: from an array, float or double") {
  const std::vector<double> doubles{0.1, 2, 3, 4};
  const std::vector<float> floats{0.1f, 2, 3, 4};
  CHECK(tensor(doubles, {2, 2}).to_vector() == Reals{real(0.1), 2, 3, 4});
  CHECK(tensor(floats, {4}).to_vector() == Reals{real(0.1f), 2, 3, 4});
  CHECK(tensor(std::vector<double>(), {0, 3}).shape() == Shape{0, 3});
  CHECK(message_without_hint([&] { tensor(doubles, {3}); }) ==
        "tensor: 4 values for [3]; expected 3 of them");
  CHECK(message_without_hint([&] { tensor(floats, {}); }) ==
        "tensor: 4 values for []; expected 1 of them");
}

TEST_CASE("creation: patterns") {
  CHECK(zeros({2, 2}).to_vector() == Reals{0, 0, 0, 0});
  CHECK(ones({3}).to_vector() == Reals{1, 1, 1});
  CHECK(full({2}, -0.5).to_vector() == Reals{-0.5, -0.5});
  CHECK(full({}, 2).item() == 2);
  CHECK(arange(4).to_vector() == Reals{0, 1, 2, 3});
  CHECK(arange(0).shape() == Shape{0});
  CHECK(arange(-3).shape() == Shape{0});
  CHECK(arange(3.5).to_vector() == Reals{0, 1, 2, 3});
  CHECK(arange(1, 2, 0.25).to_vector() == Reals{1, 1.25, 1.5, 1.75});
  CHECK(arange(3, 0, -1).to_vector() == Reals{3, 2, 1});
  CHECK(arange(0, 3, -1).shape() == Shape{0});
  CHECK(element(arange(-1000, 1, 0.1), 10000) == 0);  // -1000 + 10000 * 0.1: no error adds up
  CHECK(message_without_hint([] { arange(0, 1, 0); }) ==
        "arange: from 0 to 1 in steps of 0; expected finite numbers and a step other than 0");
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {inf, nan}) {
    CHECK_THROWS_AS(arange(bad), Error);
    CHECK_THROWS_AS(arange(bad, 1), Error);
    CHECK_THROWS_AS(arange(0, 1, bad), Error);
  }
  CHECK_THROWS_AS(arange(0, -inf, -1), Error);
  CHECK_THROWS_AS(arange(0, 1, 1e-300), Error);
}

TEST_CASE("creation: random numbers, element i from number i of the stream") {
  const CounterRandom random(5, 7);
  const Tensor u = uniform({3, 5}, random), v = uniform({15}, random, -2, 3);
  const Tensor n = normal({15}, random), m = normal({15}, random, 10, 0.5);
  for (std::uint64_t i = 0; i < 15; ++i) {
    CHECK(element(u, i) == static_cast<real>(random.uniform(i)));
    CHECK(element(v, i) == static_cast<real>(-2 + 5 * random.uniform(i)));
    CHECK(element(n, i) == static_cast<real>(random.normal(i)));
    CHECK(element(m, i) == static_cast<real>(10 + 0.5 * random.normal(i)));
  }
  PythonRandom a(42), b(42);
  const Tensor p = uniform({4}, a, -1, 1);
  for (std::size_t i = 0; i < 4; ++i) CHECK(element(p, i) == static_cast<real>(b.uniform(-1, 1)));
  const Tensor q = normal({3}, a, 1, 2);
  for (std::size_t i = 0; i < 3; ++i) CHECK(element(q, i) == static_cast<real>(b.gauss(1, 2)));
}

TEST_CASE("creation: uniform numbers are below their end, also where a float rounds to it") {
  const CounterRandom random(1142540);  // its number 2, and number 182 of the other one: 1 - 2^-26
  PythonRandom a(297781), b(297781), c(297781);
  for (const double low : {0.0, -1.0, 0.75}) {
    CHECK(uniform({3}, random, low).at({2}) < 1);
    CHECK(uniform({3}, random, low).at({2}) >= real(0.9999999));
  }
  CHECK(uniform({183}, a).at({182}) < 1);
  CHECK(uniform({183}, b, -0.1, 0.1).at({182}) < real(0.1));
  CHECK(uniform({183}, c, 1, 1).at({182}) == 1);
}

TEST_CASE("tensor: to the device where it lies is itself, detach shares the numbers") {
  const Tensor x = ones({2}).set_requires_grad();
  CHECK(&x.to(default_device()).node() == &x.node());
  Tensor d = x.detach();
  CHECK(!d.requires_grad());
  CHECK(d.data() == x.data());
  d.fill_(3);
  CHECK(x.to_vector() == Reals{3, 3});
  CHECK(d.set_requires_grad().requires_grad());
  CHECK(!x.grad().defined());
}

TEST_CASE("tensor: grad shares its memory with the node") {
  const Tensor x = tensor({1, 2}).set_requires_grad();
  sum(x).backward();
  Tensor dx = x.grad();
  CHECK(dx.shape() == Shape{2});
  CHECK(!dx.requires_grad());
  dx.fill_(5);
  CHECK(x.grad().to_vector() == Reals{5, 5});
  Tensor(x).zero_grad();
  CHECK(!x.grad().defined());
  CHECK(dx.to_vector() == Reals{5, 5});  // the handle keeps what it has
  sum(x).backward();
  CHECK(x.grad().to_vector() == Reals{1, 1});
}

TEST_CASE("indices: whole numbers in a shape; copies share them") {
  const Indices list{3, 1, 2};
  CHECK(list.shape() == Shape{3});
  CHECK(list.numel() == 3);
  CHECK(list.values() == std::vector<Index>{3, 1, 2});
  const Indices table({2, 2}, {1, 2, 3, 4});
  CHECK(table.shape() == Shape{2, 2});
  const std::vector<Index> four = {1, 2, 3, 4};
  CHECK(Indices(four, {2, 2}).values() == four);
  CHECK(Indices({2, 2}, four).values() == four);
  const Indices copy = table;
  CHECK(&copy.values() == &table.values());
  CHECK(Indices().shape() == Shape{0});
  CHECK(Indices({}, {9}).shape() == Shape{});
  CHECK(message_without_hint([] {
          Indices({2, 2}, {1, 2, 3});
        }) == "indices: 3 values for [2,2]; expected 4 of them");
}

// ---- devices ----

namespace {

const Device here[] = {Device::cpu, Device::plain};

Device other_than(Device device) { return device == Device::cpu ? Device::plain : Device::cpu; }

}  // namespace

TEST_CASE("device: names, there and back") {
  for (const Device device : {Device::cpu, Device::plain, Device::cuda}) {
    CHECK(device_of(device_name(device)) == device);
  }
  CHECK(std::string(device_name(Device::plain)) == "plain");
  CHECK(message_without_hint([] { device_of("gpu"); }) ==
        "device: 'gpu'; expected cpu, plain or cuda");
  CHECK(message_without_hint([] { device_of("", "--device"); }) ==
        "--device: ''; expected cpu, plain or cuda");
  CHECK(message_without_hint([] { device_of("Plain"); }) ==
        "device: 'Plain'; expected cpu, plain or cuda");
  CHECK(message_without_hint([] { device_of(std::string(100'000, 'x')); }).size() < 200);
  CHECK_THROWS_AS(device_of("gpu"), UsageError);
  CHECK(std::string(cpu().name()) == "cpu");
  CHECK(std::string(plain().name()) == "plain");
}

TEST_CASE("device: one that is not there is an error") {
  if (cuda() != nullptr) return;
  const NoCuda missing = why_no_cuda();
  const std::string message = "device: " + missing.found + "; expected cpu or plain";
  CHECK_FALSE(missing.hint.empty());
  CHECK(message_without_hint([] { zeros({2}, Device::cuda); }) == message);
  CHECK(message_without_hint([] { uniform({2}, CounterRandom(1), 0, 1, Device::cuda); }) ==
        message);
  CHECK(message_without_hint([] { ones({2}).to(Device::cuda); }) == message);
  const Device before = default_device();
  CHECK(message_without_hint([] { set_default_device(Device::cuda); }) == message);
  CHECK(message_without_hint([] { set_default_device(Device::cuda, "--device"); }) ==
        "--device: " + missing.found + "; expected cpu or plain");
  CHECK(default_device() == before);
}

TEST_CASE("device: what is made without one lies on the default device") {
  const std::vector<double> numbers = {1, 2};
  const std::vector<float> floats = {1, 2};
  for (const Device device : here) {
    const OnDevice scope(device);
    CHECK(default_device() == device);
    PythonRandom random(1);
    const CounterRandom counter(1);
    const Tensor made[] = {tensor(3),
                           tensor({{1, 2}, {3, 4}}),
                           tensor(numbers, {2}),
                           tensor(floats, {2}),
                           zeros({2}),
                           ones({0}),
                           full({2, 2}, 7),
                           arange(3),
                           uniform({2}, counter),
                           normal({2}, counter),
                           uniform({2}, random),
                           normal({2}, random)};
    for (const Tensor& x : made) CHECK(x.device() == device);
    for (const Tensor& x : made) CHECK((2 * x + 1).device() == device);
    // a device that is named wins
    CHECK(zeros({2}, other_than(device)).device() == other_than(device));
    const std::vector<NamedTensor> named = {{"x", made[1]}};
    const SafetensorsFile file = SafetensorsFile::from_bytes(safetensors_bytes(named, {}), "bytes");
    CHECK(file.load("x").device() == device);
    CHECK(file.load("x").to_vector() == made[1].to_vector());
  }
}

TEST_CASE("device: two in one op are an error that names them") {
  const Tensor a = ones({2, 2}, Device::cpu), b = ones({2, 2}, Device::plain);
  CHECK(message_without_hint([&] { a + b; }) ==
        "add: inputs on cpu and plain; expected all inputs on one device");
  CHECK(message_without_hint([&] { matmul(b, a); }) ==
        "matmul: inputs on plain and cpu; expected all inputs on one device");
  CHECK(message_without_hint([&] { linear(a, a, ones({2}, Device::plain)); }) ==
        "linear: inputs on cpu and plain; expected all inputs on one device");
  const Tensor q = ones({1, 2, 2}, Device::cpu);
  CHECK(message_without_hint([&] {
          attention(q, q, ones({1, 2, 2}, Device::plain), {1});
        }) == "attention: inputs on cpu and plain; expected all inputs on one device");
  Tensor leaf = ones({2, 2}, Device::cpu).set_requires_grad();
  CHECK(message_without_hint([&] { (leaf * 2).backward(b); }) ==
        "backward: a seed on plain for a tensor on cpu; expected both on one device");
  const Tensor moved = a.to(Device::plain) + b;
  CHECK(moved.to_vector() == std::vector<real>(4, 2));
}

TEST_CASE("device: a copy on another one has the numbers and sends the gradient back") {
  for (const Device device : here) {
    Tensor x = tensor(std::vector<double>{1, 2, 3}, {3}, device);
    x.set_requires_grad();
    const Tensor moved = x.to(other_than(device));
    CHECK(moved.device() == other_than(device));
    CHECK(moved.to_vector() == x.to_vector());
    const Tensor y = sum(moved * moved);
    y.backward();
    CHECK(x.grad().device() == device);
    CHECK(x.grad().to_vector() == std::vector<real>{2, 4, 6});
    x.grad().fill_(0);
    Tensor target = zeros({3}, device);
    target.copy_(moved).add_(moved, 2);
    CHECK(target.to_vector() == std::vector<real>{3, 6, 9});
    CHECK(target.device() == device);
  }
}

}  // namespace tensor_test
