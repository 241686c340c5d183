// elementwise.cpp: elementwise functions of one input. The formulas are in holo/math.h, and
// functions of two inputs are in elementwise_binary.cpp.
#include <fmt/format.h>

#include "holo/ops.h"
#include "tensor/record.h"

namespace holo {
namespace {

// y = f(x):   dx += dy f'(x). `saved` specifies whether f' is computed from x or from y. The
// backward pass receives the saved array as both x and y, so a formula that reads the one not saved
// fails every gradient test.
Tensor apply(const char* name, Unary op, const Tensor& x, unsigned saved, Constants c = {},
             const OpOptions& options = {}) {
  Tensor y = result(name, x.shape(), {x});
  x.backend().unary(op, y.node().data, x.data(), x.numel(), c);
  return record(std::move(y), saved, options, [op, c, saved](Node& y_node) {
    Node& x_node = y_node.parent(0);
    const real* const x_or_y = saved == saves::output ? y_node.data : x_node.data;
    y_node.backend->unary_backward(op, x_node.gradient(), y_node.grad, x_or_y, x_or_y,
                                   y_node.numel(), c);
  });
}

constexpr unsigned nothing = saves::nothing, from_x = saves::input0, from_y = saves::output;

}  // namespace

// y = -x:   dx += -dy
Tensor neg(const Tensor& x) { return apply("neg", Unary::neg, x, nothing); }

// y = e^x:   dx += dy y
Tensor exp(const Tensor& x) { return apply("exp", Unary::exp, x, from_y); }

// y = log(x):   dx += dy / x
Tensor log(const Tensor& x) { return apply("log", Unary::log, x, from_x); }

// y = sqrt(x):   dx += dy / (2 y)
Tensor sqrt(const Tensor& x) { return apply("sqrt", Unary::sqrt, x, from_y); }

// y = 1 / sqrt(x):   dx += -dy y^3 / 2
Tensor rsqrt(const Tensor& x) { return apply("rsqrt", Unary::rsqrt, x, from_y); }

// y = 1 / x:   dx += -dy y^2
Tensor reciprocal(const Tensor& x) { return apply("reciprocal", Unary::reciprocal, x, from_y); }

// y = x^2:   dx += dy 2 x
Tensor square(const Tensor& x) { return apply("square", Unary::square, x, from_x); }

// y = |x|:   dx += dy sign(x)
Tensor abs(const Tensor& x) { return apply("abs", Unary::abs, x, from_x); }

// y = sin(x):   dx += dy cos(x)
Tensor sin(const Tensor& x) { return apply("sin", Unary::sin, x, from_x); }

// y = cos(x):   dx += -dy sin(x)
Tensor cos(const Tensor& x) { return apply("cos", Unary::cos, x, from_x); }

// y = tanh(x):   dx += dy (1 - y^2)
Tensor tanh(const Tensor& x) { return apply("tanh", Unary::tanh, x, from_y); }

// y = 1 / (1 + e^-x):   dx += dy y (1 - y)
Tensor sigmoid(const Tensor& x) { return apply("sigmoid", Unary::sigmoid, x, from_y); }

// y = log(1 + e^x):   dx += dy sigmoid(x)
Tensor softplus(const Tensor& x) { return apply("softplus", Unary::softplus, x, from_x); }

// y = max(0, x):   dx += dy where x > 0, that is, where y > 0
Tensor relu(const Tensor& x) { return apply("relu", Unary::relu, x, from_y); }

// y = max(0, x)^2:   dx += dy 2 max(0, x)
Tensor relu2(const Tensor& x) { return apply("relu2", Unary::relu2, x, from_x); }

// y = x Phi(x):   dx += dy (Phi(x) + x phi(x))
Tensor gelu(const Tensor& x) { return apply("gelu", Unary::gelu, x, from_x); }

// y = x s, s = sigmoid(2 u(x)):   dx += dy (s + x s (1 - s) 2 u'(x))
Tensor gelu_tanh(const Tensor& x) { return apply("gelu_tanh", Unary::gelu_tanh, x, from_x); }

// y = x s, s = sigmoid(x):   dx += dy s (1 + x (1 - s))
Tensor silu(const Tensor& x) { return apply("silu", Unary::silu, x, from_x); }

// y = x^p:   dx += dy p x^(p - 1)
Tensor pow(const Tensor& x, double exponent) {
  const Unary op = exponent == 2 ? Unary::square : Unary::pow;  // square: faster, same results
  return apply("pow", op, x, from_x, {static_cast<real>(exponent), 0}, op_options::Power{exponent});
}

// y = x, or the nearer bound if x is out of bounds:   dx += dy where low <= x <= high
Tensor clamp(const Tensor& x, double low, double high) {
  if (!(low <= high)) {
    throw UsageError("clamp", fmt::format("low {} and high {}", low, high), "low <= high",
                     "an infinite bound for none");
  }
  return apply("clamp", Unary::clamp, x, from_x, {static_cast<real>(low), static_cast<real>(high)},
               op_options::Bounds{low, high});
}

}  // namespace holo
