// value_op.cpp: the table of the ops of value.h.
#include "trace/value_op.h"

#include <fmt/format.h>

#include "holo/check.h"

namespace holo {
namespace {

using Operands = std::span<const Value>;

struct ValueOp {
  std::string_view op;
  std::size_t count;  // of operands; 0: any
  Value (*of)(Operands);
  const char* derivative = "";  // of a function of one number
};

// clang-format off
constexpr ValueOp value_ops[] = {
    {"add", 2, [](Operands x) { return x[0] + x[1]; }},
    {"sub", 2, [](Operands x) { return x[0] - x[1]; }},
    {"mul", 2, [](Operands x) { return x[0] * x[1]; }},
    {"div", 2, [](Operands x) { return x[0] / x[1]; }},
    {"neg", 1, [](Operands x) { return -x[0]; }},
    {"pow", 2, [](Operands x) { return pow(x[0], x[1].data()); }, "{c} * {x}^({c} - 1)"},
    {"exp", 1, [](Operands x) { return exp(x[0]); }, "{y}"},
    {"log", 1, [](Operands x) { return log(x[0]); }, "1 / {x}"},
    {"sqrt", 1, [](Operands x) { return sqrt(x[0]); }, "1 / (2 * {y})"},
    {"tanh", 1, [](Operands x) { return tanh(x[0]); }, "1 - {y}^2"},
    {"sigmoid", 1, [](Operands x) { return sigmoid(x[0]); }, "{y} * (1 - {y})"},
    {"relu", 1, [](Operands x) { return relu(x[0]); }, "1 where {x} > 0, else 0"},
    {"relu2", 1, [](Operands x) { return relu2(x[0]); }, "2 * {x} where {x} > 0, else 0"},
    {"gelu", 1, [](Operands x) { return gelu(x[0]); }, "the slope of gelu at {x}"},
    {"silu", 1, [](Operands x) { return silu(x[0]); }, "the slope of silu at {x}"},
    {"erfc", 1, [](Operands x) { return erfc(x[0]); }, "-1.12838 * exp(-{x}^2)"},
    {"abs", 1, [](Operands x) { return abs(x[0]); }, "the sign of {x}"},
    {"sin", 1, [](Operands x) { return sin(x[0]); }, "cos({x})"},
    {"cos", 1, [](Operands x) { return cos(x[0]); }, "-sin({x})"},
    {"softplus", 1, [](Operands x) { return softplus(x[0]); }, "sigmoid({x})"},
    {"max", 2, [](Operands x) { return max(x[0], x[1]); }},
    {"min", 2, [](Operands x) { return min(x[0], x[1]); }},
    {"sum", 0, [](Operands x) { return sum(x); }},
    {"dot", 0, [](Operands x) { return dot(x.first(x.size() / 2), x.subspan(x.size() / 2)); }},
};
// clang-format on

}  // namespace

const char* derivative_of_one(std::string_view op) {
  for (const ValueOp& each : value_ops) {
    if (each.op == op) return each.derivative;
  }
  return "";
}

Value value_op(std::string_view op, std::span<const Value> x) {
  for (const ValueOp& each : value_ops) {
    if (each.op == op && (each.count == 0 || each.count == x.size())) return each.of(x);
  }
  throw Error("check", fmt::format("{} of {} numbers", op, x.size()), "an op of Values");
}

}  // namespace holo
