// elementwise_binary.cpp: elementwise functions of two inputs, with broadcasting, and operators
// between a tensor and a number. The formulas are in holo/math.h.
#include <optional>

#include "backend/scratch.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "ops/shapes.h"
#include "tensor/record.h"

namespace holo {
namespace {

// The backward function of y = f(a, b):   da += dy df/da,   db += dy df/db, summed over repeated
// dimensions. The derivatives of a + b and a - b are 1 or -1, so these two ops read only dy.
struct Send {
  Binary op;

  void operator()(Node& y_node) const {
    Backend& backend = *y_node.backend;
    const Broadcast s = broadcast(y_node.parent(0).shape, y_node.parent(1).shape, y_node.shape);
    const real *const dy = y_node.grad, *const a = y_node.parent(0).data,
                      *const b = y_node.parent(1).data;
    for (const Side side : {Side::a, Side::b}) {
      Node& x_node = y_node.parent(side == Side::a ? 0 : 1);
      if (!x_node.requires_grad) continue;
      if (op == Binary::add || op == Binary::sub) {
        sum_to(x_node, dy, s, side, op == Binary::sub && side == Side::b ? -1 : 1);
      } else if (x_node.numel() == s.numel) {
        backend.binary_backward(op, side, x_node.gradient(), dy, a, b, s);
      } else {
        const Scratch d(backend, s.numel);
        backend.binary_backward(op, side, {d.data(), true}, dy, a, b, s);
        sum_to(x_node, d.data(), s, side);
      }
    }
  }
};

// Creates a node for f(a, b). for_a and for_b name the data that the gradients of a and b need.
Tensor apply(const char* name, Binary op, const Tensor& a, const Tensor& b,
             unsigned for_a = saves::nothing, unsigned for_b = saves::nothing) {
  Tensor y = result(name, broadcast_shape(name, a.shape(), b.shape()), {a, b});
  const Broadcast s = broadcast(a.shape(), b.shape(), y.shape());
  a.backend().binary(op, y.node().data, a.data(), b.data(), s);
  const unsigned saved =
      (a.requires_grad() ? for_a : saves::nothing) | (b.requires_grad() ? for_b : saves::nothing);
  return record(std::move(y), saved, Send{op});
}

// Returns the losses, their sum or their mean, depending on `reduction`.
Tensor reduced(const Tensor& losses, Reduction reduction) {
  if (reduction == Reduction::none) return losses;
  return reduction == Reduction::sum ? sum(losses) : mean(losses);
}

}  // namespace

Tensor number(double c, const Tensor& x) { return full({}, static_cast<real>(c), x.device()); }

// y = a + b:   da += dy,   db += dy
Tensor add(const Tensor& a, const Tensor& b) { return apply("add", Binary::add, a, b); }

// y = a - b:   da += dy,   db += -dy
Tensor sub(const Tensor& a, const Tensor& b) { return apply("sub", Binary::sub, a, b); }

// y = a b:   da += dy b,   db += dy a
Tensor mul(const Tensor& a, const Tensor& b) {
  return apply("mul", Binary::mul, a, b, saves::input1, saves::input0);
}

// y = a / b:   da += dy / b,   db += -dy a / b^2
Tensor div(const Tensor& a, const Tensor& b) {
  return apply("div", Binary::div, a, b, saves::input1, saves::inputs);
}

// y = a^b:   da += dy b a^(b - 1),   db += dy y log(a)
Tensor pow(const Tensor& a, const Tensor& b) {
  return apply("pow", Binary::pow, a, b, saves::inputs, saves::inputs);
}

// y = the larger of a and b:   da += dy where y is a, db += dy where y is b, dy / 2 each for ties
Tensor maximum(const Tensor& a, const Tensor& b) {
  return apply("maximum", Binary::maximum, a, b, saves::inputs, saves::inputs);
}

// y = the smaller of a and b:   the gradients follow the same rule as in maximum
Tensor minimum(const Tensor& a, const Tensor& b) {
  return apply("minimum", Binary::minimum, a, b, saves::inputs, saves::inputs);
}

// y = max(x, 0) - x t + log(1 + e^-|x|), or the sum or the mean of these losses:
// dx += dy (sigmoid(x) - t),   dt += -dy x
Tensor binary_cross_entropy_with_logits(const Tensor& x, const Tensor& t, Reduction reduction) {
  constexpr const char* name = "binary_cross_entropy_with_logits";
  check_equal_shapes(name, "logits", x, "targets", t);
  return reduced(apply(name, Binary::binary_cross_entropy, x, t, saves::inputs, saves::input0),
                 reduction);
}

Tensor mse(const Tensor& a, const Tensor& b, Reduction reduction) {
  check_equal_shapes("mse", "a", a, "b", b);
  return reduced(square(a - b), reduction);
}

Tensor operator+(const Tensor& a, double c) { return add(a, number(c, a)); }
Tensor operator-(const Tensor& a, double c) { return sub(a, number(c, a)); }
Tensor operator*(const Tensor& a, double c) { return mul(a, number(c, a)); }
Tensor operator/(const Tensor& a, double c) { return div(a, number(c, a)); }
Tensor operator+(double c, const Tensor& a) { return add(number(c, a), a); }
Tensor operator-(double c, const Tensor& a) { return sub(number(c, a), a); }
Tensor operator*(double c, const Tensor& a) { return mul(number(c, a), a); }
Tensor operator/(double c, const Tensor& a) { return div(number(c, a), a); }

// ---- where and masked_fill, which choose between two numbers for each element ----

namespace {

// x broadcast to `shape`, without recording a graph.
Tensor repeated(const Tensor& x, const Shape& shape) {
  const Unrecorded ops;
  return x.numel() == shape.numel() ? x : broadcast_to(x, shape);
}

// dx += dy where the condition is `where_true`, summed over the dimensions in which x was broadcast
void send(Node& x_node, const Node& y_node, const Tensor& condition, bool where_true) {
  if (!x_node.requires_grad) return;
  const real* const if_true = where_true ? y_node.grad : nullptr;
  const real* const if_false = where_true ? nullptr : y_node.grad;
  const Index n = y_node.numel();
  std::optional<Scratch> d;
  if (x_node.numel() != n) d.emplace(*y_node.backend, n);
  const Output to = d ? Output{d->data(), true} : x_node.gradient();
  y_node.backend->where(to, condition.data(), if_true, if_false, n);
  if (d) sum_to(x_node, d->data(), y_node.shape);
}

Shape shape_of_where(const Shape& condition, const Shape& a, const Shape& b) try {
  return broadcast_shape("where", condition, broadcast_shape("where", a, b));
} catch (const ShapeError& error) {
  throw ShapeError("where",
                   fmt::format("condition {}, a {} and b {}: {}", condition.to_string(),
                               a.to_string(), b.to_string(), error.found()),
                   error.expected(), "reshape or slice one of them");
}

}  // namespace

// y = condition != 0 ? a : b:   da += dy where condition != 0,   db += dy elsewhere
Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b) {
  const Shape shape = shape_of_where(condition.shape(), a.shape(), b.shape());
  Tensor y =
      result("where", shape, {condition.requires_grad() ? condition.detach() : condition, a, b});
  y.backend().where({y.node().data, true}, repeated(condition, shape).data(),
                    repeated(a, shape).data(), repeated(b, shape).data(), y.numel());
  return record(std::move(y), saves::input0, [](Node& y_node) {
    const Tensor c = repeated(tensor_of(y_node.parent(0)), y_node.shape);
    send(y_node.parent(1), y_node, c, true);
    send(y_node.parent(2), y_node, c, false);
  });
}

// y = mask != 0 ? value : x:   dx += dy where mask == 0
Tensor masked_fill(const Tensor& x, const Tensor& mask, double value) {
  check_broadcasts_to("masked_fill", mask.shape(), x.shape());
  return where(mask, number(value, x), x);
}

}  // namespace holo
