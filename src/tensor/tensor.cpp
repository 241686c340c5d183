// tensor.cpp: Tensor's member functions: properties, access to numbers, and changes in place.
#include "holo/tensor.h"

#include <fmt/format.h>

#include "backend/backend.h"
#include "tensor/record.h"
#include "tensor/storage.h"

namespace holo {

void Tensor::throw_empty() {
  throw Error("tensor", "an empty handle", "a tensor that was made or assigned",
              "Tensor x = zeros({2, 3});");
}

Device Tensor::device() const { return backend().device; }

Tensor& Tensor::set_label(std::string_view label) {
  node().label = label.empty() ? nullptr : std::make_unique<std::string>(label);
  return *this;
}

std::string Tensor::label() const { return node().label == nullptr ? "" : *node().label; }

real Tensor::item() const {
  if (numel() != 1) {
    throw ShapeError("item", fmt::format("{} has {} elements", shape().to_string(), numel()),
                     "one element", "at({...}) or to_vector()");
  }
  real value = 0;
  backend().download(&value, data(), sizeof value);
  return value;
}

real Tensor::at(std::initializer_list<Index> index) const {
  if (static_cast<int>(index.size()) != ndim()) {
    throw ShapeError("at", fmt::format("{} indices for {}", index.size(), shape().to_string()),
                     fmt::format("{} of them", ndim()));
  }
  Index offset = 0;
  int d = 0;
  for (const Index i : index) {
    const Index size = shape()[d];
    if (i < -size || i >= size) {
      throw ShapeError(
          "at", fmt::format("index {} in dimension {} of {}", i, d, shape().to_string()),
          size == 0 ? "no index: the size is 0" : fmt::format("{} to {}", -size, size - 1));
    }
    offset = offset * size + (i < 0 ? i + size : i);
    ++d;
  }
  real value = 0;
  backend().download(&value, data() + offset, sizeof value);
  return value;
}

std::vector<real> Tensor::to_vector() const {
  std::vector<real> values(static_cast<std::size_t>(numel()));
  backend().download(values.data(), data(), bytes_of(numel()));
  return values;
}

Tensor& Tensor::set_requires_grad(bool requires_grad) {
  Node& leaf = node();
  if (leaf.parent_count > 0 || leaf.freed) {
    throw Error("set_requires_grad", fmt::format("the result of {}", leaf.op),
                "a leaf: a tensor that no op made", "detach() first");
  }
  leaf.requires_grad = requires_grad;
  return *this;
}

Tensor Tensor::grad() const {
  if (node().grad == nullptr) return Tensor();
  return constant("grad", shape(), *node().grad_storage);
}

void Tensor::zero_grad() { node().drop_gradient(); }

Tensor Tensor::detach() const { return constant("detach", shape(), *node().storage); }

Tensor Tensor::to(Device device) const {
  Backend& target = backend_of(device);
  if (&target == &backend()) return *this;
  const std::vector<real> values = to_vector();
  Tensor y = result_on("to", target, *this);
  target.upload(y.node().data, values.data(), bytes_of(numel()));
  return record(std::move(y), saves::nothing, [](Node& y_node) {
    const Unrecorded ops;
    Node& x_node = y_node.parent(0);
    add_gradient(x_node, tensor_of(y_node).grad().to(x_node.backend->device));
  });
}

real* change(const Tensor& tensor, const char* by) {
  const Node& node = tensor.node();
  if (node.requires_grad && grad_enabled()) {
    throw Error(by,
                node.parent_count > 0 || node.freed
                    ? fmt::format("a change of the result of {}, which has a graph", node.op)
                    : "a change of a leaf that requires a gradient",
                "a constant, or the scope of a NoGrad", "{ NoGrad no_grad; ... }");
  }
  Storage& storage = *node.storage;
  ++storage.version;
  storage.changed_by = by;
  return node.data;
}

namespace {

// Returns x on the device of y. Allocates memory only if x must be copied.
Tensor on_device_of(const Tensor& y, const Tensor& x) {
  return x.device() == y.device() ? x : x.detach().to(y.device());
}

void check_same_shape(const char* op, const Tensor& a, const Tensor& b) {
  if (a.shape() == b.shape()) return;
  throw ShapeError(op, fmt::format("{} from {}", a.shape().to_string(), b.shape().to_string()),
                   "equal shapes", "broadcast_to");
}

}  // namespace

Tensor& Tensor::fill_(real value) {
  backend().fill(change(*this, "fill_"), value, numel());
  return *this;
}

Tensor& Tensor::copy_(const Tensor& from) {
  check_same_shape("copy_", *this, from);
  const Tensor here = on_device_of(*this, from);
  backend().copy(change(*this, "copy_"), here.data(), numel());
  return *this;
}

Tensor& Tensor::copy_(std::span<const real> from) {
  if (static_cast<Index>(from.size()) != numel()) {
    throw ShapeError("copy_", fmt::format("{} numbers for {}", from.size(), shape().to_string()),
                     fmt::format("{} of them", numel()));
  }
  backend().upload(change(*this, "copy_"), from.data(), bytes_of(numel()));
  return *this;
}

Tensor& Tensor::add_(const Tensor& x, real factor) {
  check_same_shape("add_", *this, x);
  const Tensor here = on_device_of(*this, x);
  backend().add_scaled({change(*this, "add_"), false}, here.data(), factor, numel());
  return *this;
}

}  // namespace holo
