// op_samples.h: for every op of the scalar engine, functions that use it and points to check their
// gradients. It leaves out points near kinks and outside of the domains.
#pragma once

#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "holo/value.h"

namespace op_samples {

using holo::Op, holo::Value;
using Inputs = std::span<const Value>;
using Function = std::function<Value(Inputs)>;
using Points = std::vector<std::vector<double>>;

struct Sample {
  std::string form;
  Function f;
  std::vector<double> inputs;
};
using Samples = std::vector<Sample>;

inline void add(Samples& to, const std::string& form, const Function& f, const Points& points) {
  for (const auto& point : points) to.push_back({form, f, point});
}

inline Samples operator+(Samples a, const Samples& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// n evenly spaced points from first to last, without points nearer to the kink than ten steps of
// gradcheck.
inline Points line(double first, double last, int n, double kink = NAN) {
  Points points;
  for (int i = 0; i < n; ++i) {
    const double x = first + (last - first) * i / (n - 1);
    if (!(std::fabs(x - kink) < 10e-3)) points.push_back({x});
  }
  return points;
}

// No ties, and no second number near 0, so that it can divide.
inline const Points pairs = {{2, 3},       {-1.5, 0.7}, {0.3, -2},     {-4, -0.5},
                             {1e-3, 1.25}, {9, -7},     {0, 2},        {0.2, 10},
                             {-1, 0.4},    {5, 4.98},   {-3, -3.0625}, {1.5, -1.5}};

// clang-format off

// y = f(x) once, twice, and between other ops.
template <class F>
Samples unary(F f, const Points& points) {
  Samples samples;
  add(samples, "f(x)", [f](Inputs x) { return f(x[0]); }, points);
  add(samples, "y y + y", [f](Inputs x) { const Value y = f(x[0]); return y * y + y; }, points);
  add(samples, "f(x x / x) x", [f](Inputs x) { return f(x[0] * x[0] / x[0]) * x[0]; }, points);
  return samples;
}

// Value with Value, the result twice, a double on either side, and a Value with itself.
template <class F>
Samples binary(F f, const Points& points = pairs) {
  Samples samples;
  add(samples, "a o b", [f](Inputs x) { return f(x[0], x[1]); }, points);
  add(samples, "y y + a", [f](Inputs x) { const Value y = f(x[0], x[1]); return y * y + x[0]; }, points);
  for (const auto& point : points) {
    const double a = point[0], b = point[1];
    add(samples, "a o constant", [f, b](Inputs x) { return f(x[0], b) * x[0]; }, {{a}});
    add(samples, "constant o b", [f, a](Inputs x) { return f(a, x[0]) * x[0]; }, {{b}});
    add(samples, "b o b", [f](Inputs x) { return f(x[0], x[0]) * x[0]; }, {{b}});
  }
  return samples;
}

template <class F>
Samples assigning(F f) {
  Samples samples;
  add(samples, "a o= b", [f](Inputs x) { Value a = x[0]; f(a, x[1]); return a * x[0]; }, pairs);
  add(samples, "a o= 1.5", [f](Inputs x) { Value a = x[0]; f(a, 1.5); return a * x[0]; }, {{2}, {-3}, {0.4}});
  return samples;
}

inline std::vector<double> numbers(std::size_t n) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = std::sin(1.7 * static_cast<double>(i) + 0.3) + 0.05;
  return x;
}

inline constexpr std::size_t lengths[] = {1, 2, 3, 7, 8, 9, 16, 17, 40};

// Lists that are not neighbours on the tape: reversed, and with each Value twice.
inline std::vector<Value> reversed(Inputs x) { return {x.rbegin(), x.rend()}; }
inline std::vector<Value> doubled(Inputs x) {
  std::vector<Value> list(x.begin(), x.end());
  list.insert(list.end(), x.begin(), x.end());
  return list;
}

inline Samples sums() {
  Samples samples;
  for (const std::size_t n : lengths) {
    const Points at = {numbers(n)};
    add(samples, "neighbours", [](Inputs x) { const Value y = sum(x); return y * y + y; }, at);
    add(samples, "reversed", [](Inputs x) { return sum(reversed(x)) * x[0]; }, at);
    add(samples, "doubled", [](Inputs x) { return exp(sum(doubled(x)) * 0.1); }, at);
  }
  return samples;
}

inline Samples dots() {
  Samples samples;
  for (const std::size_t n : lengths) {
    const Points one = {numbers(n)}, two = {numbers(2 * n)};
    add(samples, "neighbours", [n](Inputs x) { const Value y = dot(x.first(n), x.last(n)); return y * y + y; }, two);
    add(samples, "reversed", [](Inputs x) { return dot(x, reversed(x)) * x[0]; }, one);
    add(samples, "the same list twice", [](Inputs x) { const Value y = dot(x, x); return y * y + y; }, one);
    add(samples, "doubled", [](Inputs x) { return dot(doubled(x), doubled(x)); }, one);
  }
  return samples;
}

inline Samples powers() {
  Samples samples;
  for (const double p : {2.0, 3.0, 1.0, 0.0, -1.0, -2.0, 0.5, -0.5, 2.5}) {
    const auto f = [p](Value x) { return pow(x, p); };
    samples = samples + unary(f, line(0.2, 3.2, 6));
    if (p == std::floor(p)) samples = samples + unary(f, line(-3.2, -0.2, 4));
  }
  return samples;
}

// No default, so that the compiler warns about an op without samples; the test counts them.
inline Samples samples_of(Op op) {
  const Points real = line(-4, 4, 24), away_from_0 = line(-4, 4, 24, 0), positive = line(0.1, 40, 24);
  switch (op) {
    case Op::leaf: return unary([](Value x) { return x; }, real);
    case Op::add: return binary([](auto a, auto b) { return a + b; }) + assigning([](Value& a, auto b) { a += b; });
    case Op::sub: return binary([](auto a, auto b) { return a - b; }) + assigning([](Value& a, auto b) { a -= b; });
    case Op::mul: return binary([](auto a, auto b) { return a * b; }) + assigning([](Value& a, auto b) { a *= b; });
    case Op::div: return binary([](auto a, auto b) { return a / b; }) + assigning([](Value& a, auto b) { a /= b; });
    case Op::neg: return unary([](Value x) { return -x; }, real);
    case Op::pow: return powers();
    case Op::exp: return unary([](Value x) { return exp(x); }, real);
    case Op::log: return unary([](Value x) { return log(x); }, positive);
    case Op::sqrt: return unary([](Value x) { return sqrt(x); }, positive);
    case Op::sin: return unary([](Value x) { return sin(x); }, real);
    case Op::cos: return unary([](Value x) { return cos(x); }, real);
    case Op::softplus: return unary([](Value x) { return softplus(x); }, line(-30, 30, 24));
    case Op::tanh: return unary([](Value x) { return tanh(x); }, real);
    case Op::sigmoid: return unary([](Value x) { return sigmoid(x); }, line(-30, 30, 24));
    case Op::relu: return unary([](Value x) { return relu(x); }, away_from_0);
    case Op::relu2: return unary([](Value x) { return relu2(x); }, away_from_0);
    case Op::gelu: return unary([](Value x) { return gelu(x); }, real);
    case Op::silu: return unary([](Value x) { return silu(x); }, line(-30, 30, 24));
    case Op::erfc: return unary([](Value x) { return erfc(x); }, real);
    case Op::abs: return unary([](Value x) { return abs(x); }, away_from_0);
    case Op::max: return binary([](auto a, auto b) { return max(a, b); });
    case Op::min: return binary([](auto a, auto b) { return min(a, b); });
    case Op::sum: return sums();
    case Op::dot: return dots();
  }
  return {};
}

// clang-format on

}  // namespace op_samples
