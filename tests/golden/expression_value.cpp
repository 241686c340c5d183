// expression_value.cpp: an expression with Values. A number stays a number: a ** 3 and 2.5 / a have
// constants, and no node for them.
#include <cmath>
#include <variant>

#include "golden/expression.h"
#include "holo/check.h"

namespace golden {
namespace {

using holo::Error, holo::Op, holo::Value;
using Kind = Expression::Kind;
using Operand = std::variant<double, Value>;

Value value_of(const Operand& x) {
  if (const double* const number = std::get_if<double>(&x)) return Value(*number);
  return std::get<Value>(x);
}

Operand power(const Operand& a, const Operand& b) {
  const double* const exponent = std::get_if<double>(&b);
  if (exponent == nullptr) throw Error("**", "an exponent that is no constant", "a number");
  if (const double* const base = std::get_if<double>(&a)) return std::pow(*base, *exponent);
  return pow(std::get<Value>(a), *exponent);
}

Operand binary(const std::string& op, const Operand& left, const Operand& right) {
  if (op == "**") return power(left, right);
  return std::visit(
      [&](const auto& a, const auto& b) -> Operand {
        if (op == "+") return a + b;
        if (op == "-") return a - b;
        if (op == "*") return a * b;
        if (op == "/") return a / b;
        throw Error("expression", op + " of Values", "+ - * / **");
      },
      left, right);
}

Value call(const std::string& function, Value x) {
  if (function == "exp") return exp(x);
  if (function == "log") return log(x);
  if (function == "sqrt") return sqrt(x);
  if (function == "tanh") return tanh(x);
  if (function == "sigmoid") return sigmoid(x);
  if (function == "relu") return relu(x);
  if (function == "relu2") return relu2(x);
  if (function == "silu") return silu(x);
  if (function == "gelu") return gelu(x);
  // Value has no op of that name; its formula is in math.h all the same.
  if (function == "gelu_tanh") return holo::apply<holo::math::GeluTanh>(Op::gelu, x);
  if (function == "abs") return abs(x);
  throw Error("expression", "the function " + function, "one that Value has");
}

Operand operand_of(const Expression& e, const std::map<std::string, Value>& names) {
  switch (e.kind) {
    case Kind::number:
      return e.number;
    case Kind::name:
      if (const auto found = names.find(e.text); found != names.end()) return found->second;
      throw Error("expression", "the name " + e.text, "an input");
    case Kind::negative: {
      const Operand x = operand_of(e.parts[0], names);
      if (const double* const number = std::get_if<double>(&x)) return -*number;
      return -std::get<Value>(x);
    }
    case Kind::binary:
      return binary(e.text, operand_of(e.parts[0], names), operand_of(e.parts[1], names));
    case Kind::call:
      if (e.parts.size() != 1) throw Error("expression", e.text, "one argument");
      return call(e.text, value_of(operand_of(e.parts[0], names)));
    default:
      throw Error("expression", "lists or slices", "numbers");
  }
}

}  // namespace

Value evaluate(const Expression& expression, const std::map<std::string, Value>& names) {
  return value_of(operand_of(expression, names));
}

}  // namespace golden
