// value.h: the scalar engine. A Value is a number that remembers how it was made.
//
//   Value x(3.0), w(2.0);
//   Value y = x * w;   // y.data() == 6; the tape keeps dy/dx == 2 and dy/dw == 3
//   y.backward();      // x.grad() == 2, w.grad() == 3
//
// Each function is one line: its number, then each argument with the derivative for it. The formulas of
// one argument stand in math.h, the list on which all is written in tape.h.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "holo/math.h"
#include "holo/tape.h"

namespace holo {

/// A handle on one node of this thread's tape. It is 8 bytes; copies name the same node.
/// Every use of a Value that is not on the tape any more throws holo::Error.
class Value : public NodeId {
 public:
  /// Names no node: it can only be assigned to.
  Value() = default;
  /// A new leaf: an input or a parameter.
  explicit Value(double data) : NodeId(Tape::leaf(data)) {}
  Value(double data, std::string_view label) : Value(data) { set_label(label); }
  Value(NodeId id) : NodeId(id) {}

  double data() const { return Tape::of_values().data(*this); }
  /// d(root)/d(this), after root.backward().
  double grad() const { return Tape::of_values().grad(*this); }
  /// Changes the number, as an optimizer does. What was computed from it stays as it is.
  void set_data(double data) { Tape::of_values().set_data(*this, data); }
  void set_grad(double grad) { Tape::of_values().set_grad(*this, grad); }

  /// A name for graphs and messages; empty at first.
  void set_label(std::string_view label) { Tape::of_values().set_label(*this, label); }
  std::string label() const { return std::string(Tape::of_values().label(*this)); }

  /// Adds d(this)/d(leaf) to the grad of every leaf; a second call adds again. Values in between get the
  /// gradient of this call alone.
  void backward(Walk walk = Walk::creation) const { Tape::of_values().backward(*this, walk); }
};

/// y = F::f(x), dy/dx = F::df(x, y), for F of math.h.
template <class F>
Value apply(Op op, Value x) {
  const double y = F::f(x.data());
  return Tape::record(op, y, {x, F::df(x.data(), y)});
}

/// True when sum, dot, / and relu2 are to be written as + * pow relu.
inline bool elementary() { return Tape::of_values().detail() == Detail::elementary; }

// clang-format off

// One argument.
inline Value operator-(Value x) { return apply<math::Neg>(Op::neg, x); }
inline Value exp(Value x)       { return apply<math::Exp>(Op::exp, x); }
inline Value log(Value x)       { return apply<math::Log>(Op::log, x); }
inline Value sqrt(Value x)      { return apply<math::Sqrt>(Op::sqrt, x); }
inline Value tanh(Value x)      { return apply<math::Tanh>(Op::tanh, x); }
inline Value sigmoid(Value x)   { return apply<math::Sigmoid>(Op::sigmoid, x); }
inline Value relu(Value x)      { return apply<math::Relu>(Op::relu, x); }
inline Value gelu(Value x)      { return apply<math::Gelu>(Op::gelu, x); }
inline Value silu(Value x)      { return apply<math::Silu>(Op::silu, x); }
inline Value abs(Value x)       { return apply<math::Abs>(Op::abs, x); }
inline Value pow(Value x, double p) { return Tape::record(Op::pow, math::Pow::f(x.data(), p), {x, math::Pow::df(x.data(), p)}); }
inline Value relu2(Value x) { return elementary() ? pow(relu(x), 2.0) : apply<math::Relu2>(Op::relu2, x); }

// Two arguments.
inline Value operator+(Value a, Value b) { return Tape::record(Op::add, a.data() + b.data(), {a, 1}, {b, 1}); }
inline Value operator-(Value a, Value b) { return Tape::record(Op::sub, a.data() - b.data(), {a, 1}, {b, -1}); }
inline Value operator*(Value a, Value b) { return Tape::record(Op::mul, a.data() * b.data(), {a, b.data()}, {b, a.data()}); }
inline Value max(Value a, Value b) { return Tape::record(Op::max, math::Max::f(a.data(), b.data()), {a, math::Max::df(a.data(), b.data())}, {b, math::Max::df(b.data(), a.data())}); }
inline Value min(Value a, Value b) { return Tape::record(Op::min, math::Min::f(a.data(), b.data()), {a, math::Min::df(a.data(), b.data())}, {b, math::Min::df(b.data(), a.data())}); }
inline Value operator/(Value a, Value b) { return elementary() ? a * pow(b, -1.0) : Tape::record(Op::div, a.data() / b.data(), {a, 1 / b.data()}, {b, -a.data() / b.data() / b.data()}); }

// A Value and a constant. The constant is no node, it only shapes the derivative.
inline Value operator+(Value a, double c) { return Tape::record(Op::add, a.data() + c, {a, 1}); }
inline Value operator-(Value a, double c) { return Tape::record(Op::sub, a.data() - c, {a, 1}); }
inline Value operator*(Value a, double c) { return Tape::record(Op::mul, a.data() * c, {a, c}); }
inline Value operator+(double c, Value a) { return Tape::record(Op::add, c + a.data(), {a, 1}); }
inline Value operator-(double c, Value a) { return Tape::record(Op::sub, c - a.data(), {a, -1}); }
inline Value operator*(double c, Value a) { return Tape::record(Op::mul, c * a.data(), {a, c}); }
inline Value max(Value a, double c) { return Tape::record(Op::max, math::Max::f(a.data(), c), {a, math::Max::df(a.data(), c)}); }
inline Value min(Value a, double c) { return Tape::record(Op::min, math::Min::f(a.data(), c), {a, math::Min::df(a.data(), c)}); }
inline Value max(double c, Value a) { return max(a, c); }
inline Value min(double c, Value a) { return min(a, c); }
inline Value operator/(Value a, double c) { return elementary() ? a * math::Pow::f(c, -1.0) : Tape::record(Op::div, a.data() / c, {a, 1 / c}); }
inline Value operator/(double c, Value a) { return elementary() ? c * pow(a, -1.0) : Tape::record(Op::div, c / a.data(), {a, -c / a.data() / a.data()}); }

// These make a new node and let the handle on the left name it.
inline Value& operator+=(Value& a, Value b) { return a = a + b; }
inline Value& operator-=(Value& a, Value b) { return a = a - b; }
inline Value& operator*=(Value& a, Value b) { return a = a * b; }
inline Value& operator/=(Value& a, Value b) { return a = a / b; }
inline Value& operator+=(Value& a, double c) { return a = a + c; }
inline Value& operator-=(Value& a, double c) { return a = a - c; }
inline Value& operator*=(Value& a, double c) { return a = a * c; }
inline Value& operator/=(Value& a, double c) { return a = a / c; }

// clang-format on

/// x[0] + x[1] + ... from the left, as one node; dsum/dx[i] = 1. The sum of nothing is 0.
Value sum(std::span<const Value> x);

/// a[0] b[0] + a[1] b[1] + ... from the left, as one node; ddot/da[i] = b[i], ddot/db[i] = a[i].
/// Throws holo::Error when the lengths differ.
Value dot(std::span<const Value> a, std::span<const Value> b);

}  // namespace holo
