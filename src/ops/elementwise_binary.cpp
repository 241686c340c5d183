// elementwise_binary.cpp: functions of two inputs, element by element, whose shapes broadcast, and
// the operators with a number on one side. The formulas are in holo/math.h.
#include "backend/scratch.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "ops/broadcast.h"
#include "ops/equal_shapes.h"
#include "ops/reduction.h"
#include "tensor/record.h"

namespace holo {
namespace {

// A node for f(a, b).
Tensor result_of(const char* name, const Tensor& a, const Tensor& b) {
  return result(name, broadcast_shape(name, a.shape(), b.shape()), {a, b});
}

// How a and b are read for the elements of y.
Broadcast layout(const Tensor& a, const Tensor& b, const Tensor& y) {
  return broadcast(a.shape(), b.shape(), y.shape());
}

// What the gradient of x is computed from, if it needs one.
unsigned needed(const Tensor& x, unsigned from) {
  return x.requires_grad() ? from : saves::nothing;
}

// The backward of f(a, b):   da += dy df/da,   db += dy df/db, summed where they were repeated.
struct Send {
  Binary op;

  void operator()(Node& y_node) const {
    Node &a_node = y_node.parent(0), &b_node = y_node.parent(1);
    Backend& backend = *y_node.backend;
    const Broadcast s = broadcast(a_node.shape, b_node.shape, y_node.shape);
    const real *const dy = y_node.grad, *const a = a_node.data, *const b = b_node.data;
    if (a_node.requires_grad && a_node.numel() == s.numel) {
      backend.binary_backward_a(op, a_node.gradient(), dy, a, b, s);
    } else if (a_node.requires_grad) {
      const Scratch d(backend, s.numel);
      backend.binary_backward_a(op, {d.data(), true}, dy, a, b, s);
      sum_to(a_node, d.data(), s, Side::a);
    }
    if (b_node.requires_grad && b_node.numel() == s.numel) {
      backend.binary_backward_b(op, b_node.gradient(), dy, a, b, s);
    } else if (b_node.requires_grad) {
      const Scratch d(backend, s.numel);
      backend.binary_backward_b(op, {d.data(), true}, dy, a, b, s);
      sum_to(b_node, d.data(), s, Side::b);
    }
  }
};

// The backward of a + b and a - b:   da += dy,   db += sign dy
struct SendSum {
  real sign;

  void operator()(Node& y_node) const {
    Node &a_node = y_node.parent(0), &b_node = y_node.parent(1);
    const Broadcast s = broadcast(a_node.shape, b_node.shape, y_node.shape);
    if (a_node.requires_grad) sum_to(a_node, y_node.grad, s, Side::a);
    if (b_node.requires_grad) sum_to(b_node, y_node.grad, s, Side::b, sign);
  }
};

}  // namespace

// y = a + b:   da += dy,   db += dy
Tensor add(const Tensor& a, const Tensor& b) {
  Tensor y = result_of("add", a, b);
  a.backend().binary(Binary::add, y.node().data, a.data(), b.data(), layout(a, b, y));
  return record(std::move(y), saves::nothing, SendSum{1});
}

// y = a - b:   da += dy,   db += -dy
Tensor sub(const Tensor& a, const Tensor& b) {
  Tensor y = result_of("sub", a, b);
  a.backend().binary(Binary::sub, y.node().data, a.data(), b.data(), layout(a, b, y));
  return record(std::move(y), saves::nothing, SendSum{-1});
}

// y = a b:   da += dy b,   db += dy a
Tensor mul(const Tensor& a, const Tensor& b) {
  Tensor y = result_of("mul", a, b);
  a.backend().binary(Binary::mul, y.node().data, a.data(), b.data(), layout(a, b, y));
  const unsigned saved = needed(a, saves::input1) | needed(b, saves::input0);
  return record(std::move(y), saved, Send{Binary::mul});
}

// y = a / b:   da += dy / b,   db += -dy a / b^2
Tensor div(const Tensor& a, const Tensor& b) {
  Tensor y = result_of("div", a, b);
  a.backend().binary(Binary::div, y.node().data, a.data(), b.data(), layout(a, b, y));
  const unsigned saved = needed(a, saves::input1) | needed(b, saves::inputs);
  return record(std::move(y), saved, Send{Binary::div});
}

// y = a^b:   da += dy b a^(b - 1),   db += dy y log(a)
Tensor pow(const Tensor& a, const Tensor& b) {
  Tensor y = result_of("pow", a, b);
  a.backend().binary(Binary::pow, y.node().data, a.data(), b.data(), layout(a, b, y));
  return record(std::move(y), saves::inputs, Send{Binary::pow});
}

// y = a or b, the larger:   da += dy where it is a, db += dy where it is b, half where both
Tensor maximum(const Tensor& a, const Tensor& b) {
  Tensor y = result_of("maximum", a, b);
  a.backend().binary(Binary::maximum, y.node().data, a.data(), b.data(), layout(a, b, y));
  return record(std::move(y), saves::inputs, Send{Binary::maximum});
}

// y = a or b, the smaller:   the same
Tensor minimum(const Tensor& a, const Tensor& b) {
  Tensor y = result_of("minimum", a, b);
  a.backend().binary(Binary::minimum, y.node().data, a.data(), b.data(), layout(a, b, y));
  return record(std::move(y), saves::inputs, Send{Binary::minimum});
}

// y = max(x, 0) - x t + log(1 + e^-|x|), or their sum or mean:
// dx += dy (sigmoid(x) - t),   dt += -dy x
Tensor binary_cross_entropy_with_logits(const Tensor& x, const Tensor& t, Reduction reduction) {
  constexpr const char* name = "binary_cross_entropy_with_logits";
  check_equal_shapes(name, "logits", x, "targets", t);
  Tensor y = result_of(name, x, t);
  x.backend().binary(Binary::binary_cross_entropy, y.node().data, x.data(), t.data(),
                     layout(x, t, y));
  const unsigned saved = needed(x, saves::inputs) | needed(t, saves::input0);
  return reduced(record(std::move(y), saved, Send{Binary::binary_cross_entropy}), reduction);
}

namespace {

// c as a constant on the device of x.
Tensor number(double c, const Tensor& x) { return full({}, static_cast<real>(c), x.device()); }

}  // namespace

Tensor operator+(const Tensor& a, double c) { return add(a, number(c, a)); }
Tensor operator-(const Tensor& a, double c) { return sub(a, number(c, a)); }
Tensor operator*(const Tensor& a, double c) { return mul(a, number(c, a)); }
Tensor operator/(const Tensor& a, double c) { return div(a, number(c, a)); }
Tensor operator+(double c, const Tensor& a) { return add(number(c, a), a); }
Tensor operator-(double c, const Tensor& a) { return sub(number(c, a), a); }
Tensor operator*(double c, const Tensor& a) { return mul(number(c, a), a); }
Tensor operator/(double c, const Tensor& a) { return div(number(c, a), a); }

}  // namespace holo
