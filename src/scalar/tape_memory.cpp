// tape_memory.cpp: room for the nodes, edges and constants of a tape.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "holo/check.h"
#include "holo/tape.h"

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
  constexpr std::size_t node_bytes = sizeof data_[0] + sizeof grad_[0] + sizeof nodes_[0];
  constexpr std::size_t edge_bytes = sizeof parent_[0] + sizeof local_[0];
  return node_count_ * node_bytes + edge_count_ * edge_bytes +
         constants_.size() * sizeof constants_[0];
}

// The list that the others are compared with grows last: growing may throw std::bad_alloc.
void Tape::reserve(std::size_t nodes, std::size_t edges) {
  if (nodes > data_.size() - node_count_) {
    const std::size_t size = grown(data_.size(), node_count_, nodes, "nodes");
    nodes_.resize(size);
    data_.resize(size);
  }
  if (edges > local_.size() - edge_count_) {
    const std::size_t size = grown(local_.size(), edge_count_, edges, "edges");
    parent_.resize(size);
    local_.resize(size);
  }
}

// Makes room for the next node, and tells the watcher of this one. If that fails, this node is
// removed, so that its place is the room.
NodeId Tape::after_push(NodeId id) {
  try {
    reserve(1, 2);
    if (watcher != nullptr) watcher(*this, TapeEvent::node, id, nullptr);
  } catch (...) {
    rewind(id.index());
    throw;
  }
  return id;
}

}  // namespace holo
