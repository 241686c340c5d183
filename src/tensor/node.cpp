// node.cpp: how a node is made, shared by handles and links, and destroyed without recursion.
#include "holo/node.h"

#include <fmt/format.h>

#include "backend/backend.h"
#include "backend/pool.h"
#include "backend/scratch.h"
#include "tensor/record.h"
#include "tensor/storage.h"
#include "tensor/unique_number.h"

namespace holo {

void* Backward::operator new(std::size_t bytes) { return pool::allocate(bytes); }
void Backward::operator delete(void* block, std::size_t bytes) noexcept {
  pool::release(block, bytes);
}

void* Node::operator new(std::size_t bytes) {
  void* const block = pool::allocate(bytes);
  pool::count_nodes(1);
  return block;
}
void Node::operator delete(void* block, std::size_t bytes) noexcept {
  pool::count_nodes(-1);
  pool::release(block, bytes);
}

std::uint64_t Node::next_id() {
  static std::atomic<std::uint64_t> blocks = 0;
  thread_local std::uint64_t next = 0;
  return unique_number(blocks, next);
}

std::string name_of(const Node& node) {
  return fmt::format("#{} {}{}", node.id, node.op,
                     node.label == nullptr ? "" : " (" + *node.label + ")");
}

Node::~Node() {
  if (storage != nullptr) storage->release();
  if (grad_storage != nullptr) grad_storage->release();
}

Output Node::gradient() {
  const bool overwrite = grad == nullptr;
  if (overwrite) {
    if (grad_storage == nullptr) grad_storage = Storage::make(*backend, shape, op);
    grad = grad_storage->data;
    ++grad_storage->version;
    grad_storage->changed_by = "backward";
  }
  return {grad, overwrite};
}

real* Node::zeroed_gradient() {
  const Output dx = gradient();
  if (dx.overwrite) backend->fill(dx.data, 0, numel());
  return dx.data;
}

void Node::add_to_gradient(real number) {
  const Output dx = gradient();
  if (dx.overwrite) {
    backend->fill(dx.data, number, numel());
    return;
  }
  const Scratch numbers(*backend, numel());
  backend->fill(numbers.data(), number, numel());
  backend->add_scaled(dx, numbers.data(), 1, numel());
}

void Node::drop_gradient() noexcept {
  grad = nullptr;
  if (grad_storage != nullptr && !grad_pinned) {
    grad_storage->release();
    grad_storage = nullptr;
  }
}

void Node::drop_links() noexcept {
  const int count = std::exchange(parent_count, 0);
  Link* const dropped = std::exchange(links, nullptr);
  for (int i = 0; i < count; ++i) release(dropped[i].parent);
  if (dropped != nullptr && dropped != near_links)
    pool::release(dropped, static_cast<std::size_t>(count) * sizeof(Link));
}

void release(Node* node) noexcept {
  thread_local Node* dead = nullptr;  // a list of nodes without references
  thread_local bool destroying = false;
  if (!node->references.remove()) return;
  node->next_dead = dead;
  dead = node;
  if (destroying) return;
  destroying = true;
  while (dead != nullptr) {
    Node* const next = dead;
    dead = next->next_dead;
    next->drop_links();
    delete next;
  }
  destroying = false;
}

}  // namespace holo
