// op_formula.cpp: finds the formulas of math.h by the name of an op.
#include "trace/op_formula.h"

#include <fmt/format.h>

#include "holo/check.h"
#include "holo/math.h"

namespace holo {
namespace {

template <class F>
OpResult of_one(std::span<const double> x) {
  const double y = F::f(x[0]);
  return {y, {F::df(x[0], y)}};
}

template <class F>
OpResult of_two(std::span<const double> x) {
  return {F::f(x[0], x[1]), {F::da(x[0], x[1]), F::db(x[0], x[1])}};
}

// The exponent is a constant, which gets no derivative.
OpResult power(std::span<const double> x) {
  return {math::Pow::f(x[0], x[1]), {math::Pow::da(x[0], x[1]), 0}};
}

OpResult sum(std::span<const double> x) {
  double total = 0;
  for (const double number : x) total += number;
  return {total, std::vector<double>(x.size(), 1)};
}

// Eight partial sums, then what is left: value.h promises this order.
OpResult dot(std::span<const double> x) {
  const std::size_t n = x.size() / 2, in_eights = n / 8 * 8;
  const std::span<const double> a = x.first(n), b = x.last(n);
  double s[8] = {};
  for (std::size_t i = 0; i < in_eights; ++i) s[i % 8] += a[i] * b[i];
  double y = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
  for (std::size_t i = in_eights; i < n; ++i) y += a[i] * b[i];
  OpResult result{y, {b.begin(), b.end()}};
  result.local.insert(result.local.end(), a.begin(), a.end());
  return result;
}

struct Formula {
  std::string_view op;
  int count;  // of numbers; 0: any
  OpResult (*result)(std::span<const double>);
};

constexpr Formula formulas[] = {{"add", 2, of_two<math::Add>},
                                {"sub", 2, of_two<math::Sub>},
                                {"mul", 2, of_two<math::Mul>},
                                {"div", 2, of_two<math::Div>},
                                {"neg", 1, of_one<math::Neg>},
                                {"pow", 2, power},
                                {"exp", 1, of_one<math::Exp>},
                                {"log", 1, of_one<math::Log>},
                                {"sqrt", 1, of_one<math::Sqrt>},
                                {"tanh", 1, of_one<math::Tanh>},
                                {"sigmoid", 1, of_one<math::Sigmoid>},
                                {"relu", 1, of_one<math::Relu>},
                                {"relu2", 1, of_one<math::Relu2>},
                                {"gelu", 1, of_one<math::Gelu>},
                                {"silu", 1, of_one<math::Silu>},
                                {"erfc", 1, of_one<math::Erfc>},
                                {"abs", 1, of_one<math::Abs>},
                                {"sin", 1, of_one<math::Sin>},
                                {"cos", 1, of_one<math::Cos>},
                                {"softplus", 1, of_one<math::Softplus>},
                                {"max", 2, of_two<math::Max>},
                                {"min", 2, of_two<math::Min>},
                                {"sum", 0, sum},
                                {"dot", 0, dot}};

}  // namespace

OpResult op_result(std::string_view op, std::span<const double> x) {
  for (const Formula& formula : formulas) {
    if (formula.op != op) continue;
    const bool fits = formula.count == 0 || static_cast<std::size_t>(formula.count) == x.size();
    if (fits && (op != "dot" || x.size() % 2 == 0)) return formula.result(x);
  }
  throw Error("check", fmt::format("{} of {} numbers", op, x.size()), "an op of Values");
}

}  // namespace holo
