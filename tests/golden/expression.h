// expression.h: the small formulas of golden cases, config.expr: Python's + - * / ** and @ with its
// precedence, functions, lists, slices. It is parsed once, and either engine can evaluate it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "holo/value.h"

#include "holo/tensor.h"

namespace golden {

struct Expression {
  enum class Kind { number, name, negative, binary, call, list, subscript, slice, nothing };
  Kind kind = Kind::nothing;
  double number = 0;                  // if it is a number
  std::string text;                   // a name, a function, or an operator: "x", "exp", "**"
  std::vector<Expression> parts;      // operands, arguments, elements
  std::vector<std::string> keywords;  // of arguments: "dim" for dim=1, else ""
};

/// Parses `text`. `rest`, if given, gets the text after the expression; otherwise there must be
/// none. Throws holo::Error with the position.
Expression parse_expression(std::string_view text, std::string* rest = nullptr);

/// Evaluates with Values; ** takes a constant exponent. Throws holo::Error for an unknown name or
/// function.
holo::Value evaluate(const Expression& expression, const std::map<std::string, holo::Value>& names);

/// The value of a name or a part of an expression with tensors: a number, a tensor, a list, or
/// nothing (an absent bound of a slice).
struct Thing {
  std::optional<double> number;
  holo::Tensor tensor;
  std::optional<holo::Indices> indices;
  std::optional<std::vector<Thing>> list;
};
using Things = std::map<std::string, Thing>;

/// Evaluates with tensors. `rest` in the sizes of a split is the remaining size. Throws holo::Error
/// for an unknown name or function.
holo::Tensor evaluate(const Expression& expression, const Things& names);

}  // namespace golden
