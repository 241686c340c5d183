// tape_memory.cpp: room for the nodes, edges and constants of a tape.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "holo/check.h"
#include "holo/tape.h"
#include "holo/tape_observer.h"

namespace holo {
namespace {

// The new capacity that has room for `more` after the `used` ones. At least twice `capacity`, so
// that growing costs little.
std::size_t grown(std::size_t capacity, std::size_t used, std::size_t more, const char* what) {
  const std::size_t limit = std::min<std::size_t>(std::numeric_limits<std::uint32_t>::max(),
                                                  std::vector<double>().max_size());
  if (more > limit - used) {
    throw Error("tape", fmt::format("{} {} and room for {} more", used, what, more),
                fmt::format("at most {}", limit), "end a Tape::Scope more often");
  }
  return std::min(std::max({std::size_t{1024}, 2 * capacity, used + more}), limit);
}

}  // namespace

std::size_t Tape::bytes() const {
  constexpr std::size_t node_bytes = sizeof *data_ + sizeof *grad_ + sizeof *node_;
  constexpr std::size_t edge_bytes = sizeof *parent_ + sizeof *local_;
  return node_count_ * node_bytes + edge_count_ * edge_bytes + constant_count_ * sizeof(Constant);
}

// Each pointer is set as soon as its array has grown: growing a later one may throw std::bad_alloc.
void Tape::reserve(std::size_t nodes, std::size_t edges) {
  if (nodes > node_capacity_ - node_count_) {
    const std::size_t capacity = grown(node_capacity_, node_count_, nodes, "nodes");
    data_memory_.resize(capacity), data_ = data_memory_.data();
    grad_memory_.resize(capacity), grad_ = grad_memory_.data();
    node_memory_.resize(capacity), node_ = node_memory_.data();
    node_capacity_ = capacity;
  }
  if (edges > edge_capacity_ - edge_count_) {
    const std::size_t capacity = grown(edge_capacity_, edge_count_, edges, "edges");
    parent_memory_.resize(capacity), parent_ = parent_memory_.data();
    local_memory_.resize(capacity), local_ = local_memory_.data();
    edge_capacity_ = capacity;
  }
  set_next_stop();
}

// Tells the observer of the latest node, and makes room for the next one. If that fails, the latest
// node is removed, so that its place is the room.
void Tape::stop_after(std::size_t edges) {
  try {
    if (observer_ != nullptr) observer_->on_forward(*this, node_count_ - 1);
    reserve(1, 2);
  } catch (...) {
    node_count_ -= 1;
    edge_count_ -= edges;
    remove_constants();
    if (observer_ != nullptr) observer_->on_rewind(*this, node_count_);
    throw;
  }
}

// The same for the next constant: if it fails, the latest one is removed.
void Tape::make_room_for_constants() {
  try {
    constant_memory_.resize(std::max(std::size_t{64}, 2 * constant_capacity_));
    constants_ = constant_memory_.data();
    constant_capacity_ = constant_memory_.size();
  } catch (...) {
    if (constant_count_ != 0) constant_count_ -= 1;
    throw;
  }
}

// Removes the constants of nodes that have been removed.
void Tape::remove_constants() {
  while (constant_count_ != 0 && constants_[constant_count_ - 1].node >= node_count_) {
    constant_count_ -= 1;
  }
}

}  // namespace holo
