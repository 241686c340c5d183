// where.cpp: where and masked_fill: one of two numbers, chosen by a condition.
#include <optional>

#include "backend/scratch.h"
#include "holo/ops.h"
#include "ops/broadcast.h"
#include "tensor/record.h"

namespace holo {
namespace {

// The numbers of x in the shape of y: where they lie, or repeated for as long as this lives.
class Repeated {
 public:
  Repeated(const Node& x_node, const Node& y_node) : data_(x_node.data) {
    if (x_node.numel() == y_node.numel()) return;
    Backend& backend = *y_node.backend;
    room_.emplace(backend, y_node.numel());
    repeat_to(backend, room_->data(), x_node.data,
              broadcast(x_node.shape, y_node.shape, y_node.shape), Side::a);
    data_ = room_->data();
  }
  const real* data() const { return data_; }

 private:
  const real* data_;
  std::optional<Scratch> room_;
};

// x as a constant: no gradient passes.
Tensor constant(const Tensor& x) { return x.requires_grad() ? x.detach() : x; }

enum class Chosen { where_true, where_false };

// dx += dy where the condition chose x, summed where x was repeated
void send(Node& x_node, const Node& y_node, const real* condition, Chosen chosen) {
  if (!x_node.requires_grad) return;
  Backend& backend = *y_node.backend;
  const real* const if_true = chosen == Chosen::where_true ? y_node.grad : nullptr;
  const real* const if_false = chosen == Chosen::where_false ? y_node.grad : nullptr;
  const Index n = y_node.numel();
  if (x_node.numel() == n) {
    backend.where(x_node.gradient(), condition, if_true, if_false, 0, n);
    return;
  }
  const Scratch d(backend, n);
  backend.where({d.data(), true}, condition, if_true, if_false, 0, n);
  sum_to(x_node, d.data(), broadcast(x_node.shape, y_node.shape, y_node.shape), Side::a);
}

}  // namespace

// y = condition != 0 ? a : b:   da += dy where condition != 0,   db += dy elsewhere
Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b) {
  const Shape shape = broadcast_shape("where", condition.shape(), a.shape(), b.shape());
  Tensor y = result("where", shape, {constant(condition), a, b});
  const Repeated c(condition.node(), y.node()), ra(a.node(), y.node()), rb(b.node(), y.node());
  y.backend().where({y.node().data, true}, c.data(), ra.data(), rb.data(), 0, y.numel());
  return record(std::move(y), saves::input0, [](Node& y_node) {
    const Repeated c_data(y_node.parent(0), y_node);
    send(y_node.parent(1), y_node, c_data.data(), Chosen::where_true);
    send(y_node.parent(2), y_node, c_data.data(), Chosen::where_false);
  });
}

// y = mask != 0 ? value : x:   dx += dy where mask == 0
Tensor masked_fill(const Tensor& x, const Tensor& mask, double value) {
  check_broadcasts_to("masked_fill", mask.shape(), x.shape());
  Tensor y = result("masked_fill", x.shape(), {constant(mask), x});
  const Repeated c(mask.node(), y.node());
  y.backend().where({y.node().data, true}, c.data(), nullptr, x.data(), static_cast<real>(value),
                    y.numel());
  return record(std::move(y), saves::input0, op_options::Fill{value}, [](Node& y_node) {
    const Repeated c_data(y_node.parent(0), y_node);
    send(y_node.parent(1), y_node, c_data.data(), Chosen::where_false);
  });
}

}  // namespace holo
