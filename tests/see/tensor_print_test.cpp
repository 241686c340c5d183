// tensor_print_test.cpp: a printed tensor shows its numbers as NumPy would, in aligned columns, and
// what it is: to the character, for every kind of number and shape.
#include "holo/tensor_print.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>

#include "helpers.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace tensor_print_test {
namespace {

using namespace holo;

const std::string type = sizeof(real) == 4 ? "f32" : "f64";
const double inf = std::numeric_limits<double>::infinity();
const double not_a_number = std::numeric_limits<double>::quiet_NaN();

// The numbers, without what is said about them.
std::string numbers(const Tensor& x) {
  const std::string text = to_string(x);
  const std::string::size_type end = text.rfind(", shape=");
  REQUIRE(text.rfind("tensor(", 0) == 0);
  REQUIRE(end != std::string::npos);
  return text.substr(7, end - 7);
}

// What is said about them.
std::string facts(const Tensor& x) {
  const std::string text = to_string(x);
  return text.substr(text.rfind(", shape=") + 2);
}

}  // namespace

TEST_CASE("print: the numbers and what they are") {
  const OnDevice on_cpu(Device::cpu);
  CHECK(to_string(tensor({{1, 2.5}, {-0.25, 10}})) ==
        "tensor([[ 1.  ,  2.5 ],\n"
        "        [-0.25, 10.  ]], shape=[2,2], " +
            type + ", cpu)");
  CHECK(to_string(Tensor()) == "tensor(empty)");
}

TEST_CASE("print: shape, type, device, label, op, gradient") {
  const OnDevice on_cpu(Device::cpu);
  Tensor x = tensor({1, 2, 3});
  CHECK(facts(x) == "shape=[3], " + type + ", cpu)");
  x.set_label("x");
  CHECK(facts(x) == "shape=[3], " + type + ", cpu, label=x)");
  x.set_label("a\nb").set_requires_grad();
  CHECK(facts(x) == "shape=[3], " + type + ", cpu, label=a\\nb, requires_grad)");
  const Tensor y = reshape(x, {1, 3});
  CHECK(facts(y) == "shape=[1,3], " + type + ", cpu, op=reshape, requires_grad)");
  y.backward(ones({1, 3}));
  CHECK(facts(x) == "shape=[3], " + type + ", cpu, label=a\\nb, requires_grad, grad)");
  CHECK(facts(x.grad()) == "shape=[3], " + type + ", cpu, op=grad)");
  CHECK(facts(tensor(2)) == "shape=[], " + type + ", cpu)");
  CHECK(facts(zeros({2}, Device::plain)) == "shape=[2], " + type + ", plain)");
}

TEST_CASE("print: at most 4 decimals, as many as needed, points below each other") {
  CHECK(numbers(tensor(14)) == "14.");
  CHECK(numbers(tensor(-0.5)) == "-0.5");
  CHECK(numbers(tensor({1, 2, 3})) == "[1., 2., 3.]");
  CHECK(numbers(tensor({0, -0.0})) == "[ 0., -0.]");
  CHECK(numbers(tensor({0.1, 0.25, 100})) == "[  0.1 ,   0.25, 100.  ]");
  CHECK(numbers(tensor({1.0 / 3, 2.0 / 3, 0.99999})) == "[0.3333, 0.6667, 1.    ]");
  CHECK(numbers(tensor({0.12345, 0.5})) == "[0.1235, 0.5   ]");
  CHECK(numbers(tensor({0.001, -1})) == "[ 0.001, -1.   ]");
  CHECK(numbers(tensor({1234.5, 0.0625})) == "[1234.5   ,    0.0625]");
}

TEST_CASE("print: very large and very small numbers in the scientific form, all of them") {
  CHECK(numbers(tensor({1e-5, 1})) == "[1.0000e-05, 1.0000e+00]");
  CHECK(numbers(tensor({0.0009, 0})) == "[9.0000e-04, 0.0000e+00]");
  CHECK(numbers(tensor({123456.5, -1})) == "[ 1.2346e+05, -1.0000e+00]");
  CHECK(numbers(tensor({99999.5, -1})) == "[99999.5,    -1. ]");
  CHECK(numbers(tensor({123456, -1})) == "[123456.,     -1.]");
  CHECK(numbers(tensor({99999992, 1})) == "[99999992.,        1.]");
  CHECK(numbers(tensor({1e8, 1})) == "[1.0000e+08, 1.0000e+00]");
  CHECK(numbers(tensor({1e30, not_a_number})) == "[1.0000e+30,        nan]");
}

TEST_CASE("print: NaN and infinity are at the right of their column") {
  CHECK(numbers(tensor({not_a_number, 1})) == "[nan,  1.]");
  CHECK(numbers(tensor({not_a_number, -not_a_number, inf, -inf})) == "[ nan,  nan,  inf, -inf]");
  CHECK(numbers(tensor({{not_a_number, 2.5}, {-inf, inf}})) ==
        "[[ nan,  2.5],\n        [-inf,  inf]]");
  CHECK(numbers(tensor({inf, 12345})) == "[   inf, 12345.]");
}

TEST_CASE("print: rows below each other, planes with an empty line between") {
  CHECK(numbers(reshape(arange(8), {2, 2, 2})) ==
        "[[[0., 1.],\n         [2., 3.]],\n\n        [[4., 5.],\n         [6., 7.]]]");
  CHECK(numbers(reshape(arange(4), {2, 1, 2, 1})) ==
        "[[[[0.],\n          [1.]]],\n\n\n        [[[2.],\n          [3.]]]]");
  CHECK(numbers(ones({1, 1, 1, 1, 1, 1})) == "[[[[[[1.]]]]]]");
}

TEST_CASE("print: nothing at all") {
  const OnDevice on_cpu(Device::cpu);
  CHECK(to_string(zeros({0})) == "tensor([], shape=[0], " + type + ", cpu)");
  CHECK(to_string(zeros({0, 3})) == "tensor([], shape=[0,3], " + type + ", cpu)");
  CHECK(to_string(zeros({3, 0})) == "tensor([], shape=[3,0], " + type + ", cpu)");
}

TEST_CASE("print: more than 1000 elements show their edges") {
  CHECK(numbers(arange(1001)) == "[   0.,    1.,    2., ...,  998.,  999., 1000.]");
  CHECK(numbers(arange(1000)).find("...") == std::string::npos);
  CHECK(numbers(reshape(arange(1200), {200, 6})) ==
        "[[   0.,    1.,    2.,    3.,    4.,    5.],\n"
        "        [   6.,    7.,    8.,    9.,   10.,   11.],\n"
        "        [  12.,   13.,   14.,   15.,   16.,   17.],\n"
        "        ...,\n"
        "        [1182., 1183., 1184., 1185., 1186., 1187.],\n"
        "        [1188., 1189., 1190., 1191., 1192., 1193.],\n"
        "        [1194., 1195., 1196., 1197., 1198., 1199.]]");
  CHECK(numbers(reshape(arange(1200), {2, 600})) ==
        "[[   0.,    1.,    2., ...,  597.,  598.,  599.],\n"
        "        [ 600.,  601.,  602., ..., 1197., 1198., 1199.]]");
  CHECK(numbers(reshape(arange(1001), {7, 11, 13})).find("],\n\n        ...,\n\n        [[") !=
        std::string::npos);
  // What is not shown does not count for the form of the numbers.
  const Tensor x = cat({arange(1000), tensor({1e30}), arange(1000)}, 0);
  CHECK(numbers(x) == "[  0.,   1.,   2., ..., 997., 998., 999.]");
}

TEST_CASE("print: a long row goes on in the next line; 80 columns are used, no more") {
  std::string twelve = "0.25";
  for (int i = 1; i < 12; ++i) twelve += ", 0.25";
  REQUIRE(std::string("        [" + twelve + ",").size() == 80);
  const std::string row = twelve + ",\n         0.25]";
  CHECK(numbers(full({2, 13}, 0.25)) == "[[" + row + ",\n        [" + row + "]");
  const std::string plane = numbers(full({1, 1, 13}, 0.25));
  CHECK(plane.find('\n') == 68);  // eleven numbers: a twelfth and its comma would be in column 81
  CHECK(numbers(full({2, 12}, 0.25)) == "[[" + twelve + "],\n        [" + twelve + "]]");
}

}  // namespace tensor_print_test
