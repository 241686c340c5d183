// tape.cpp: how nodes are kept, checked and forgotten. Reading them backwards is in backward.cpp.
#include "holo/tape.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>

#include "holo/check.h"
#include "holo/value.h"

namespace holo {
namespace {

// The capacity to go to from `capacity` so that `needed` fits: doubling, so that growing costs little.
std::size_t grown(std::size_t capacity, std::size_t needed, const char* what) {
  constexpr std::size_t limit = std::numeric_limits<std::uint32_t>::max();
  if (needed > limit) {
    throw Error("tape", fmt::format("{} {}", needed, what), fmt::format("at most {}", limit),
                "end a Tape::Scope more often");
  }
  return std::min(std::max({std::size_t{1024}, 2 * capacity, needed}), limit);
}

// True when the eight are neighbours of one birth and op. Then all live if the last one does, because what
// a scope forgets is always the newest. (Inlined, g++ 12 would not use vector instructions for it.)
[[gnu::noinline]] bool is_run(const Value* x) {
  std::uint64_t gaps = 0;
  for (std::uint64_t i = 0; i < 8; ++i) gaps |= (x[i].bits() - i) ^ x[0].bits();
  return gaps == 0;
}

}  // namespace

const char* op_name(Op op) {
  static constexpr const char* names[op_count] = {
      "leaf", "add",  "sub",   "mul",  "div",  "neg", "pow", "exp", "log", "sqrt", "tanh",
      "sigmoid", "relu", "relu2", "gelu", "silu", "abs", "max", "min", "sum", "dot"};
  return names[static_cast<int>(op)];
}

Tape Tape::none_{None()};

Tape::Tape() : birth_(next_birth()), outer_(current_) {
  reserve(1, 2);
  current_ = this;
}

Tape::~Tape() { current_ = outer_; }

Tape& Tape::of_this_thread() {
  thread_local Tape tape;
  return tape;
}

// A birth is 24 bits of a counter that all tapes share, above the 8 bits of the op.
std::uint32_t Tape::next_birth() {
  static std::atomic<std::uint32_t> births{0};
  return ++births << 8;
}

void Tape::refuse(NodeId id) const {
  const std::string op = op_name(id.op());
  const std::string found =
      id.stamp() == 0 ? "a Value that was never given a number"
                    : fmt::format("a {} (node {}) that is not on the tape any more", op, id.index());
  throw Error("Value", found, "a Value made by this thread, in a Tape::Scope that has not ended",
              "make it before the Scope, or copy its data() out");
}

std::size_t Tape::bytes() const {
  constexpr std::size_t node_bytes = sizeof *data_ + sizeof *grad_ + sizeof *node_;
  constexpr std::size_t edge_bytes = sizeof *parent_ + sizeof *local_;
  return node_count_ * node_bytes + edge_count_ * edge_bytes;
}

void Tape::reserve(std::size_t nodes, std::size_t edges) {
  if (node_count_ + nodes > node_capacity_) {
    node_capacity_ = grown(node_capacity_, node_count_ + nodes, "nodes");
    data_memory_.resize(node_capacity_);
    grad_memory_.resize(node_capacity_);
    node_memory_.resize(node_capacity_);
    data_ = data_memory_.data();
    grad_ = grad_memory_.data();
    node_ = node_memory_.data();
  }
  if (edge_count_ + edges > edge_capacity_) {
    edge_capacity_ = grown(edge_capacity_, edge_count_ + edges, "edges");
    parent_memory_.resize(edge_capacity_);
    local_memory_.resize(edge_capacity_);
    parent_ = parent_memory_.data();
    local_ = local_memory_.data();
  }
}

void Tape::rewind(std::size_t node_count, std::size_t edge_count) {
  node_count_ = node_count;
  edge_count_ = edge_count;
  walked_ = std::min(walked_, node_count);
  birth_ = next_birth();
  labels_.erase(labels_.lower_bound(static_cast<std::uint32_t>(node_count)), labels_.end());
}

// The indices and numbers of `x`. Eight neighbours are copied at once.
inline void Tape::read(std::span<const Value> x, std::uint32_t* parents, double* data) const {
  std::size_t i = 0;
  for (; i + 8 <= x.size(); i += 8) {
    if (is_run(&x[i])) {
      const std::uint32_t first = checked(x[i + 7]) - 7;
      for (std::uint32_t j = 0; j < 8; ++j) parents[i + j] = first + j;
      std::copy_n(data_ + first, 8, data + i);
    } else {
      for (std::size_t j = i; j < i + 8; ++j) data[j] = data_[parents[j] = checked(x[j])];
    }
  }
  for (; i < x.size(); ++i) data[i] = data_[parents[i] = checked(x[i])];
}

NodeId Tape::record_sum(std::span<const Value> x) {
  reserve(1, x.size() + 2);
  double* local = local_ + edge_count_;
  read(x, parent_ + edge_count_, local);
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    total += local[i];
    local[i] = 1;
  }
  return push(Op::sum, total, x.size());
}

// The local derivative for a[i] is the number of b[i], and the other way round: reading both lists
// crosswise writes all edges. Eight sums run side by side, so that no addition waits for the one before.
NodeId Tape::record_dot(std::span<const Value> a, std::span<const Value> b) {
  const std::size_t n = a.size();
  if (b.size() != n) {
    throw Error("dot", fmt::format("lists of {} and {} Values", n, b.size()), "equal lengths");
  }
  reserve(1, 2 * n + 2);
  double* for_a = local_ + edge_count_;
  double* for_b = for_a + n;
  read(a, parent_ + edge_count_, for_b);
  read(b, parent_ + edge_count_ + n, for_a);
  double sums[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (std::size_t j = 0; j < 8; ++j) sums[j] += for_b[i + j] * for_a[i + j];
  }
  double total = ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
  for (; i < n; ++i) total += for_b[i] * for_a[i];
  return push(Op::dot, total, 2 * n);
}

std::size_t Tape::begin_of(std::span<const Value> x) const {
  if (x.empty()) return 0;
  const std::size_t first = checked(x[0]);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (checked(x[i]) != first + i) {
      throw Error("tape", fmt::format("a Value at position {} that does not follow the one before", i),
                  "Values made one right after the other");
    }
  }
  return first;
}

std::span<double> Tape::data_of(std::span<const Value> x) { return {data_ + begin_of(x), x.size()}; }

std::span<double> Tape::grad_of(std::span<const Value> x) {
  const std::size_t first = begin_of(x);
  walk_to(first + x.size());
  return {grad_ + first, x.size()};
}

void Tape::set_grad(NodeId id, double grad) {
  walk_to(checked(id) + 1);
  grad_[id.index()] = grad;
}

void Tape::set_label(NodeId id, std::string_view label) { labels_[checked(id)] = label; }

std::string_view Tape::label(NodeId id) const {
  const auto found = labels_.find(checked(id));
  return found == labels_.end() ? std::string_view() : found->second;
}

Tape::View Tape::view(std::size_t index) const {
  const NodeId id(index, index < node_count_ ? node_[index].stamp() : 0);
  const std::size_t first = node_[checked(id)].first_edge(), n = end_of_edges(index) - first;
  return {id.op(), data(id), grad(id), label(id),
          {parent_ + first, n}, {local_ + first, n}};
}

}  // namespace holo
