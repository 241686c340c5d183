// where.cpp: where and masked_fill, which choose between two numbers for each element.
#include <optional>

#include "backend/scratch.h"
#include "holo/ops.h"
#include "ops/broadcast.h"
#include "tensor/record.h"

namespace holo {
namespace {

// x broadcast to `shape`, without recording a graph.
Tensor repeated(const Tensor& x, const Shape& shape) {
  const Unrecorded ops;
  return x.numel() == shape.numel() ? x : broadcast_to(x, shape);
}

// A constant with the data of x: no gradient passes through it.
Tensor constant(const Tensor& x) { return x.requires_grad() ? x.detach() : x; }

// dx += dy where the condition is `where_true`, summed over the dimensions in which x was broadcast
void send(Node& x_node, const Node& y_node, const Tensor& condition, bool where_true) {
  if (!x_node.requires_grad) return;
  const real* const if_true = where_true ? y_node.grad : nullptr;
  const real* const if_false = where_true ? nullptr : y_node.grad;
  const Index n = y_node.numel();
  std::optional<Scratch> d;
  if (x_node.numel() != n) d.emplace(*y_node.backend, n);
  const Output to = d ? Output{d->data(), true} : x_node.gradient();
  y_node.backend->where(to, condition.data(), if_true, if_false, 0, n);
  if (d) sum_to(x_node, d->data(), y_node.shape);
}

}  // namespace

// y = condition != 0 ? a : b:   da += dy where condition != 0,   db += dy elsewhere
Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b) {
  const Shape shape = broadcast_shape("where", condition.shape(), a.shape(), b.shape());
  Tensor y = result("where", shape, {constant(condition), a, b});
  y.backend().where({y.node().data, true}, repeated(condition, shape).data(),
                    repeated(a, shape).data(), repeated(b, shape).data(), 0, y.numel());
  return record(std::move(y), saves::input0, [](Node& y_node) {
    const Tensor c = repeated(tensor_of(y_node.parent(0)), y_node.shape);
    send(y_node.parent(1), y_node, c, true);
    send(y_node.parent(2), y_node, c, false);
  });
}

// y = mask != 0 ? value : x:   dx += dy where mask == 0
Tensor masked_fill(const Tensor& x, const Tensor& mask, double value) {
  check_broadcasts_to("masked_fill", mask.shape(), x.shape());
  Tensor y = result("masked_fill", x.shape(), {constant(mask), x});
  y.backend().where({y.node().data, true}, repeated(mask, x.shape()).data(), nullptr, x.data(),
                    static_cast<real>(value), y.numel());
  return record(std::move(y), saves::input0, op_options::Fill{value}, [](Node& y_node) {
    const Tensor c = repeated(tensor_of(y_node.parent(0)), y_node.shape);
    send(y_node.parent(1), y_node, c, false);
  });
}

}  // namespace holo
