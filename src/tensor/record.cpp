// record.cpp: creates the nodes for results, constants and leaves.
#include "tensor/record.h"

#include <fmt/format.h>

#include "backend/pool.h"
#include "tensor/storage.h"

namespace holo {
namespace {

thread_local int no_grads = 0;  // number of NoGrad objects that exist

// A node without parents. Takes its storage from get(), which may throw, after making the node.
template <class Get>
Tensor new_node(const char* op, const Shape& shape, Get get) {
  NodeRef ref(std::make_unique<Node>());
  Node& node = *ref.get();
  node.op = op;
  node.shape = shape;
  node.storage = get();
  node.data = node.storage->data;
  node.backend = node.storage->backend;
  return Tensor(std::move(ref));
}

// Links a node to its parents if the node will send gradients, or if observers need the parents.
void connect(Node& node, std::span<const Parent> parents) {
  if (no_grads > 0 && newest_observer == nullptr) return;
  std::size_t count = 0;
  for (const Parent& parent : parents) {
    if (parent.node == nullptr) continue;
    node.requires_grad |= no_grads == 0 && parent.node->requires_grad;
    ++count;
  }
  if (!node.requires_grad && newest_observer == nullptr) return;
  node.links = count <= std::size(node.near_links)
                   ? node.near_links
                   : static_cast<Link*>(pool::allocate(count * sizeof(Link)));
  for (const Parent& parent : parents) {
    if (parent.node == nullptr) continue;
    parent.node->references.add();
    node.links[node.parent_count++] = {parent.node, 0, false, parent.node->requires_grad};
  }
}

}  // namespace

NoGrad::NoGrad() { ++no_grads; }
NoGrad::~NoGrad() { --no_grads; }
bool grad_enabled() { return no_grads == 0; }

Backend& common_backend(const char* op, std::span<const Parent> parents) {
  Backend& backend = *parents[0].node->backend;
  for (const Parent& parent : parents) {
    if (parent.node == nullptr || parent.node->backend->device == backend.device) continue;
    throw Error(op,
                fmt::format("inputs on {} and {}", backend.name(), parent.node->backend->name()),
                "all inputs on one device", "move one with to(device)");
  }
  return backend;
}

Tensor result(const char* op, const Shape& shape, std::initializer_list<Parent> parents) {
  return result(op, shape, std::span(parents.begin(), parents.size()));
}

Tensor result(const char* op, const Shape& shape, std::span<const Parent> parents) {
  Tensor y = leaf(shape, common_backend(op, parents), op);
  y.node().op = op;
  connect(y.node(), parents);
  return y;
}

Tensor result_on(const char* op, Backend& backend, const Tensor& x) {
  Tensor y = leaf(x.shape(), backend, op);
  y.node().op = op;
  const Parent parent = x;
  connect(y.node(), {&parent, 1});
  return y;
}

Tensor result_sharing(const char* op, const Shape& shape, const Tensor& x) {
  Tensor y = constant(op, shape, *x.node().storage);
  const Parent parent = x;
  connect(y.node(), {&parent, 1});
  return y;
}

Tensor leaf(const Shape& shape, Backend& backend, const char* op) {
  return new_node("leaf", shape, [&] { return Storage::make(backend, shape, op); });
}

Tensor constant(const char* op, const Shape& shape, Storage& storage) {
  return new_node(op, shape, [&] { return storage.share(); });
}

std::vector<real> on_host(const Node& node, const real* numbers) {
  std::vector<real> host(static_cast<std::size_t>(node.numel()));
  if (numbers != nullptr) node.backend->download(host.data(), numbers, bytes_of(node.numel()));
  return host;
}

DeviceIndices::DeviceIndices(Backend& backend, const Indices& indices) : indices_(indices) {
  if (in_host_memory(backend.device)) return;
  copy_.emplace(backend, indices.numel());
  backend.upload(copy_->data(), indices.values().data(), indices.values().size() * sizeof(Index));
}

const Index* DeviceIndices::data() const {
  return copy_ ? copy_->data() : indices_.values().data();
}

void add_gradient(Node& x_node, const Tensor& d) {
  x_node.backend->add_scaled(x_node.gradient(), d.data(), 1, d.numel());
}

void remember_versions(Node& node, unsigned saved) {
  node.output_saved = (saved & saves::output) != 0;
  node.output_version = node.storage->version;
  for (int i = 0; i < node.parent_count; ++i) {
    Link& link = node.links[i];
    link.saved = (saved >> (i + 1) & 1) != 0;
    link.version = link.parent->storage->version;
  }
}

}  // namespace holo
