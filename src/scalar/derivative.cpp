// derivative.cpp: the backward pass with Values instead of numbers. It records all local
// derivatives and gradients on the same tape that it reads.
#include "holo/derivative.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "holo/check.h"

namespace holo {

// Operators that the formulas in math.h need in addition to the functions in value.h.
static bool operator<(Value x, double c) { return x.data() < c; }
static bool operator==(Value x, double c) { return x.data() == c; }

namespace {

// For each node up to y: true if the node is in x or depends on a node in x.
std::vector<bool> dependents(std::size_t y, std::span<const Value> x) {
  const Tape& tape = Tape::current();
  std::vector<bool> depends(y + 1, false);
  std::size_t oldest = y + 1;
  for (const Value each : x) {
    const std::size_t i = tape.checked(each);
    if (i > y) continue;
    depends[i] = true;
    oldest = std::min(oldest, i);
  }
  for (std::size_t i = oldest; i <= y; ++i) {
    for (const std::uint32_t parent : tape.view(i).parents) {
      if (depends[parent]) depends[i] = true;
    }
  }
  return depends;
}

Constant constant_of(Value y) {
  const Constant* constant = Tape::current().view(y.index()).constant;
  if (constant != nullptr) return *constant;
  throw Error("derivative", fmt::format("#{} {} without its constant", y.index(), op_name(y.op())),
              "a node made by the functions of holo/value.h");
}

// dy/d(parent e), by the formula in math.h. If the derivative is constant, or constant on each side
// of a kink, returns the empty Value: contribution() then reads the number from the tape.
Value local_derivative(Value y, std::size_t e) {
  const Tape& tape = Tape::of(y);
  const std::span<const std::uint32_t> parents = tape.view(y.index()).parents;
  const std::size_t n = parents.size();
  const Value x = tape.node(parents[0]), last = tape.node(parents[n - 1]);
  // clang-format off
  switch (y.op()) {
    case Op::leaf: case Op::add: case Op::sub: case Op::neg: case Op::sum:
    case Op::relu: case Op::abs: case Op::max: case Op::min: return {};
    case Op::mul:
      if (n == 1) {
        constant_of(y);  // throws if there is none
        return {};
      }
      return e == 0 ? math::Mul::da(x, last) : math::Mul::db(x, last);
    case Op::div:
      if (n == 1) {
        const Constant c = constant_of(y);
        return c.is_first ? math::Div::db(Value(c.value), x) : Value();
      }
      return e == 0 ? math::Div::da(x, last) : math::Div::db(x, last);
    case Op::dot:     return tape.node(parents[e < n / 2 ? e + n / 2 : e - n / 2]);
    case Op::pow:     return math::Pow::da(x, constant_of(y).value);
    case Op::exp:     return math::Exp::df(x, y);
    case Op::log:     return math::Log::df(x, y);
    case Op::sqrt:    return math::Sqrt::df(x, y);
    case Op::tanh:    return math::Tanh::df(x, y);
    case Op::sigmoid: return math::Sigmoid::df(x, y);
    case Op::relu2:   return math::Relu2::df(x, y);
    case Op::gelu:    return math::Gelu::df(x, y);
    case Op::silu:    return math::Silu::df(x, y);
    case Op::erfc:    return math::Erfc::df(x, y);
    case Op::sin:     return math::Sin::df(x, y);
    case Op::cos:     return math::Cos::df(x, y);
    case Op::softplus: return math::Softplus::df(x, y);
  }
  // clang-format on
  return {};
}

// The contribution of y to the gradient of parent e: local derivative times y's gradient.
Value contribution(Value y, std::size_t e, Value gradient) {
  const Value local = local_derivative(y, e);
  if (local.bits() != 0) return local * gradient;
  const double number = Tape::current().view(y.index()).locals[e];
  return number == 1 ? gradient : number * gradient;
}

}  // namespace

// Visits only the nodes between x and y, newest first.
std::vector<Value> derivatives(Value y, std::span<const Value> x) {
  const Tape& tape = Tape::of(y);
  const std::size_t root = tape.checked(y);
  const std::vector<bool> depends = dependents(root, x);
  std::vector<Value> gradient(root + 1);  // of each node; an empty Value stands for 0
  if (depends[root]) gradient[root] = Value(1.0);
  for (std::size_t i = root + 1; i-- > 0;) {
    if (gradient[i].bits() == 0) continue;
    const Value node = tape.node(i);
    for (std::size_t e = 0; e < tape.view(i).parents.size(); ++e) {
      const std::size_t parent = tape.view(i).parents[e];
      if (!depends[parent]) continue;
      const Value sent = contribution(node, e, gradient[i]);
      Value& sum = gradient[parent];
      sum = sum.bits() == 0 ? sent : sum + sent;
    }
  }
  std::vector<Value> result;
  for (const Value each : x) {
    const std::size_t i = each.index();
    const bool reached = i <= root && gradient[i].bits() != 0;
    result.push_back(reached ? gradient[i] : Value(0.0));
  }
  return result;
}

Value derivative(Value y, Value x) { return derivatives(y, std::array{x})[0]; }

}  // namespace holo
