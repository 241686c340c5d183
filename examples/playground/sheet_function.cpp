// sheet_function.cpp: constants are calculated by the formulas of math.h, Values by value.h.
#include "playground/sheet_function.h"

#include "holo/math.h"

namespace holo {
namespace {

template <class F>
double of_constant(double x) {
  return F::f(x);
}

// One entry: the name of a function of value.h, and its formula.
#define ONE(name, formula)                                              \
  {                                                                     \
#name,                                                                \
   [](SheetNumber x) {                                                   \
     return x.is_constant ? SheetNumber::of(of_constant<formula>(x.constant)) \
                          : SheetNumber::of(name(x.value));              \
   },                                                                    \
   nullptr \
  }

// f takes two of double and Value, but not two doubles.
template <class F>
SheetNumber with_value(SheetNumber a, SheetNumber b, const F& f) {
  if (a.is_constant) return SheetNumber::of(f(a.constant, b.value));
  if (b.is_constant) return SheetNumber::of(f(a.value, b.constant));
  return SheetNumber::of(f(a.value, b.value));
}

}  // namespace

const std::vector<SheetFunction>& sheet_functions() {
  static const std::vector<SheetFunction> all = {
      ONE(abs, math::Abs),
      ONE(cos, math::Cos),
      ONE(erfc, math::Erfc),
      ONE(exp, math::Exp),
      ONE(gelu, math::Gelu),
      ONE(log, math::Log),
      ONE(relu, math::Relu),
      ONE(relu2, math::Relu2),
      ONE(sigmoid, math::Sigmoid),
      ONE(silu, math::Silu),
      ONE(sin, math::Sin),
      ONE(softplus, math::Softplus),
      ONE(sqrt, math::Sqrt),
      ONE(tanh, math::Tanh),
      {"max", nullptr,
       [](SheetNumber a, SheetNumber b) {
         if (a.is_constant && b.is_constant)
           return SheetNumber::of(math::Max::f(a.constant, b.constant));
         return with_value(a, b, [](auto x, auto y) { return max(x, y); });
       }},
      {"min", nullptr,
       [](SheetNumber a, SheetNumber b) {
         if (a.is_constant && b.is_constant)
           return SheetNumber::of(math::Min::f(a.constant, b.constant));
         return with_value(a, b, [](auto x, auto y) { return min(x, y); });
       }},
  };
  return all;
}

#undef ONE

const SheetFunction* find_sheet_function(std::string_view name) {
  for (const SheetFunction& function : sheet_functions()) {
    if (function.name == name) return &function;
  }
  return nullptr;
}

SheetNumber calculated(char op, SheetNumber a, SheetNumber b) {
  const auto apply = [&](const auto& f) {
    if (a.is_constant && b.is_constant) return SheetNumber::of(f(a.constant, b.constant));
    return with_value(a, b, f);
  };
  if (op == '+') return apply([](auto x, auto y) { return x + y; });
  if (op == '-') return apply([](auto x, auto y) { return x - y; });
  if (op == '*') return apply([](auto x, auto y) { return x * y; });
  return apply([](auto x, auto y) { return x / y; });
}

SheetNumber negated(SheetNumber x) {
  return x.is_constant ? SheetNumber::of(-x.constant) : SheetNumber::of(-x.value);
}

SheetNumber raised(SheetNumber x, double power) {
  return x.is_constant ? SheetNumber::of(math::Pow::f(x.constant, power))
                       : SheetNumber::of(pow(x.value, power));
}

}  // namespace holo
