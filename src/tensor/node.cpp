// node.cpp: creates nodes and their storage, counts references, and destroys nodes without
// recursion.
#include "holo/node.h"

#include <fmt/format.h>

#include "backend/backend.h"
#include "backend/pool.h"
#include "tensor/storage.h"

namespace holo {

void* Pooled::operator new(std::size_t bytes) { return pool::allocate(bytes); }
void Pooled::operator delete(void* block, std::size_t bytes) noexcept {
  pool::release(block, bytes);
}

// Each thread reserves a million ids at a time, so it rarely has to wait for other threads.
static std::uint64_t next_id() {
  constexpr std::uint64_t many = 1'000'000;
  static std::atomic<std::uint64_t> taken = 0;
  thread_local std::uint64_t next = 0;
  if (next % many == 0) next = many * taken++;
  return next++;
}

Node::Node() : id(next_id()) { pool::count_nodes(1); }

Node::~Node() {
  if (storage != nullptr) storage->release();
  if (grad_storage != nullptr) grad_storage->release();
  pool::count_nodes(-1);
}

std::string name_of(const Node& node) {
  return fmt::format("#{} {}{}", node.id, node.op,
                     node.label == nullptr ? "" : " (" + *node.label + ")");
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
  thread_local Node* dead = nullptr;  // list of nodes without references, linked by next_dead
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

// ---- storage: blocks from a device's pool ----

namespace {

// A second request to the pool would take as long as an op on a few numbers. Therefore a small
// tensor's numbers are in the same block as its Storage object, from byte 64 on.
constexpr std::size_t most_near_bytes = 2048;

Storage* make_near(Backend& backend, std::size_t bytes) {
  static_assert(sizeof(Storage) <= pool::alignment);
  char* const block = static_cast<char*>(pool::allocate(pool::alignment + bytes));
  real* const numbers = reinterpret_cast<real*>(block + pool::alignment);
  Storage* const storage = ::new (block) Storage(backend, numbers, bytes);
  storage->near = true;
  return storage;
}

}  // namespace

Storage* Storage::make(Backend& backend, const Shape& shape, const char* op) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(shape.numel(), sizeof(real), &bytes)) {
    throw ShapeError(op,
                     fmt::format("{} has {} elements of {} bytes", shape.to_string(), shape.numel(),
                                 sizeof(real)),
                     fmt::format("a size in bytes below 2^{}", 8 * sizeof bytes));
  }
  if (bytes <= most_near_bytes && backend.device == Device::cpu) {
    Storage* const storage = make_near(backend, bytes);
    pool::count_bytes(static_cast<std::ptrdiff_t>(pool::rounded(bytes)));
    return storage;
  }
  auto storage = std::make_unique<Storage>(backend, nullptr, bytes);
  try {
    storage->data = static_cast<real*>(backend.allocate(bytes));
  } catch (const Error& error) {
    throw ShapeError(op, fmt::format("{} needs {} bytes", shape.to_string(), bytes),
                     error.expected(), error.hint());
  }
  pool::count_bytes(static_cast<std::ptrdiff_t>(pool::rounded(bytes)));
  return storage.release();
}

Storage* Storage::part_of(Storage* owner, real* part) {
  Storage* const storage = new Storage(*owner->backend, part, 0);
  storage->owner = owner->share();
  return storage;
}

void Storage::release() noexcept {
  if (!references.remove()) return;
  if (owner != nullptr) {
    owner->release();
  } else {
    pool::count_bytes(-static_cast<std::ptrdiff_t>(pool::rounded(bytes)));
    if (near) return pool::release(this, pool::alignment + bytes);
    backend->release(data, bytes);
  }
  delete this;
}

}  // namespace holo
