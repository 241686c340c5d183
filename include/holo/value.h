// value.h: the scalar engine. A Value is a number that remembers how it was made.
//
//   Value x(3.0), w(2.0);
//   Value y = x * w;   // y.data() == 6; the tape keeps dy/dx == 2 and dy/dw == 3
//   y.backward();      // x.grad() == 2, w.grad() == 3
//
// Each function of Values is a single statement: it records its result, then each argument with the
// derivative with respect to it. The formulas for one argument are in math.h; the tape is in
// tape.h.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "holo/math.h"
#include "holo/tape.h"

namespace holo {

/// An 8-byte handle to a node of this thread's tape; copies refer to the same node. Using a Value
/// that is no longer on the tape throws holo::Error.
class Value : public NodeId {
 public:
  /// An empty handle; you can only assign to it.
  Value() = default;
  /// A new leaf: an input or a parameter.
  Value(double data) : NodeId(Tape::leaf(data)) {}
  Value(double data, std::string_view label) : Value(data) { set_label(label); }
  Value(NodeId id) : NodeId(id) {}

  double data() const { return Tape::of(*this).data(*this); }
  /// The derivative d(root)/d(this), after root.backward().
  double grad() const { return Tape::of(*this).grad(*this); }
  /// Changes the Value's number, as an optimizer does. Earlier results do not change.
  void set_data(double data) { Tape::of(*this).set_data(*this, data); }
  void set_grad(double grad) { Tape::of(*this).set_grad(*this, grad); }

  /// A name that graphs and messages show; empty at first.
  void set_label(std::string_view label) { Tape::of(*this).set_label(*this, label); }
  std::string label() const { return std::string(Tape::of(*this).label(*this)); }

  /// Adds d(this)/d(leaf) to the grad of every leaf, so a second call adds it again. All other
  /// Values keep only the gradients from the latest call.
  void backward() const { Tape::of(*this).backward(*this); }
  /// backward() in an order that you choose: each Value once, after all Values that use it.
  void backward(std::span<const Value> order) const { Tape::of(*this).backward(*this, &order); }

  /// Writes "Value(data=6, grad=2)".
  friend std::ostream& operator<<(std::ostream& out, const Value& x);
};

/// Creates a node y = F::f(x) with dy/dx = F::df(x, y), where F is a formula in math.h. If F has
/// two arguments, one may be a double, which is a constant and not a node.
template <class F>
Value apply(Op op, Value x) {
  const double y = F::f(x.data());
  return Tape::record(op, y, {x, F::df(x.data(), y)});
}
template <class F>
Value apply(Op op, Value a, Value b) {
  const double x = a.data(), y = b.data();
  return Tape::record(op, F::f(x, y), {a, F::da(x, y)}, {b, F::db(x, y)});
}
template <class F>
Value apply(Op op, Value a, double c) {
  return Tape::record(op, F::f(a.data(), c), {a, F::da(a.data(), c)}, c);
}
template <class F>
Value apply(Op op, double c, Value b) {
  return Tape::record(op, F::f(c, b.data()), c, {b, F::db(c, b.data())});
}

// clang-format off

// One argument.
inline Value operator-(Value x) { return apply<math::Neg>(Op::neg, x); }
inline Value exp(Value x)       { return apply<math::Exp>(Op::exp, x); }
inline Value log(Value x)       { return apply<math::Log>(Op::log, x); }
inline Value sqrt(Value x)      { return apply<math::Sqrt>(Op::sqrt, x); }
inline Value sin(Value x)       { return apply<math::Sin>(Op::sin, x); }
inline Value cos(Value x)       { return apply<math::Cos>(Op::cos, x); }
inline Value tanh(Value x)      { return apply<math::Tanh>(Op::tanh, x); }
inline Value sigmoid(Value x)   { return apply<math::Sigmoid>(Op::sigmoid, x); }
inline Value softplus(Value x)  { return apply<math::Softplus>(Op::softplus, x); }
inline Value relu(Value x)      { return apply<math::Relu>(Op::relu, x); }
inline Value gelu(Value x)      { return apply<math::Gelu>(Op::gelu, x); }
inline Value silu(Value x)      { return apply<math::Silu>(Op::silu, x); }
inline Value erfc(Value x)      { return apply<math::Erfc>(Op::erfc, x); }
inline Value abs(Value x)       { return apply<math::Abs>(Op::abs, x); }
inline Value pow(Value x, double p) { return apply<math::Pow>(Op::pow, x, p); }
inline Value relu2(Value x)     { return apply<math::Relu2>(Op::relu2, x); }

// Functions of two arguments. The number after each argument is the derivative with respect to it.
inline Value operator+(Value a, Value b) {
  return Tape::record(Op::add, a.data() + b.data(), {a, 1}, {b, 1});
}
inline Value operator-(Value a, Value b) {
  return Tape::record(Op::sub, a.data() - b.data(), {a, 1}, {b, -1});
}
inline Value operator*(Value a, Value b) {
  return Tape::record(Op::mul, a.data() * b.data(), {a, b.data()}, {b, a.data()});
}
inline Value operator/(Value a, Value b) { return apply<math::Div>(Op::div, a, b); }
inline Value pow(Value a, Value b) { return exp(b * log(a)); }  // for a > 0
inline Value max(Value a, Value b) { return apply<math::Max>(Op::max, a, b); }
inline Value min(Value a, Value b) { return apply<math::Min>(Op::min, a, b); }

// A Value and a constant.
inline Value operator+(Value a, double c) { return Tape::record(Op::add, a.data() + c, {a, 1}, c); }
inline Value operator+(double c, Value a) { return Tape::record(Op::add, c + a.data(), c, {a, 1}); }
inline Value operator-(Value a, double c) { return Tape::record(Op::sub, a.data() - c, {a, 1}, c); }
inline Value operator-(double c, Value a) { return Tape::record(Op::sub, c - a.data(), c, {a, -1}); }
inline Value operator*(Value a, double c) { return Tape::record(Op::mul, a.data() * c, {a, c}, c); }
inline Value operator*(double c, Value a) { return Tape::record(Op::mul, c * a.data(), c, {a, c}); }
inline Value operator/(Value a, double c) { return apply<math::Div>(Op::div, a, c); }
inline Value operator/(double c, Value a) { return apply<math::Div>(Op::div, c, a); }
inline Value max(Value a, double c) { return apply<math::Max>(Op::max, a, c); }
inline Value max(double c, Value a) { return apply<math::Max>(Op::max, c, a); }
inline Value min(Value a, double c) { return apply<math::Min>(Op::min, a, c); }
inline Value min(double c, Value a) { return apply<math::Min>(Op::min, c, a); }

// Assignments: each creates a new node and assigns it to the handle on the left.
inline Value& operator+=(Value& a, Value b) { return a = a + b; }
inline Value& operator-=(Value& a, Value b) { return a = a - b; }
inline Value& operator*=(Value& a, Value b) { return a = a * b; }
inline Value& operator/=(Value& a, Value b) { return a = a / b; }
inline Value& operator+=(Value& a, double c) { return a = a + c; }
inline Value& operator-=(Value& a, double c) { return a = a - c; }
inline Value& operator*=(Value& a, double c) { return a = a * c; }
inline Value& operator/=(Value& a, double c) { return a = a / c; }

// clang-format on

/// x[0] + x[1] + ... as one node, with dsum/dx[i] = 1. The sum is 0 if x is empty.
inline Value sum(std::span<const Value> x) { return Tape::current().record_sum(x); }

/// a[0] b[0] + a[1] b[1] + ... as one node; ddot/da[i] = b[i], ddot/db[i] = a[i]. Adds eight
/// partial sums, in the same order on every machine. Throws holo::Error if the lengths differ.
inline Value dot(std::span<const Value> a, std::span<const Value> b) {
  return Tape::current().record_dot(a, b);
}

}  // namespace holo
