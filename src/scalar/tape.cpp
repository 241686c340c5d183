// tape.cpp: keeps, checks and removes nodes. tape_memory.cpp makes room for them, and backward.cpp
// has the backward pass.
#include "holo/tape.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>

#include "holo/check.h"
#include "holo/value.h"

namespace holo {

const char* op_name(Op op) {
  static constexpr const char* names[op_count] = {
      "leaf", "add",  "sub",     "mul",  "div",   "neg",      "pow",  "exp",  "log",
      "sqrt", "tanh", "sigmoid", "relu", "relu2", "gelu",     "silu", "erfc", "abs",
      "max",  "min",  "sum",     "sin",  "cos",   "softplus", "dot"};
  return names[static_cast<int>(op)];
}

namespace {

// A generation is the low 24 bits of a counter that all tapes share, above the 8 bits of the op.
// After 16 million scopes they repeat. Generation 0 belongs to the empty Value.
std::uint32_t next_generation() {
  static std::atomic<std::uint32_t> generations{0};
  const std::uint32_t generation = ++generations << 8;
  return generation != 0 ? generation : next_generation();
}

// The index of the first of `x`, which are neighbours on the tape.
std::size_t begin_of(const Tape& tape, std::span<const Value> x) {
  if (x.empty()) return 0;
  const std::size_t first = tape.checked(x[0]), last = tape.checked(x.back());
  std::uint64_t gaps = (last - first + 1) ^ x.size();
  for (std::size_t i = 0; i < x.size(); ++i) gaps |= (x[i].bits() - i) ^ x[0].bits();
  if (gaps != 0) {
    throw Error("tape", "Values that were not made one right after the other",
                "neighbours on the tape", "make all parameters before anything else");
  }
  return first;
}

}  // namespace

Tape::Tape() : outer_(current_), generation_(next_generation()) {
  reserve(1, 2);
  current_ = this;
}

// Removes itself from the list of this thread's tapes, wherever it is.
Tape::~Tape() {
  Tape** link = &current_;
  while (*link != this && *link != nullptr) link = &(*link)->outer_;
  if (*link == this) *link = outer_;
}

// Not inline: lldb calls it.
const Tape* Tape::newest() { return current_; }

// Destructors of static and thread_local objects may use Values too. So the tape of the main thread
// is never destroyed, and that of another one after its thread_local objects: by a key of POSIX,
// which does both. `kept` is for a detector of leaks.
Tape& Tape::of_this_thread() {
  static const pthread_key_t key = [] {
    pthread_key_t made = 0;
    if (pthread_key_create(&made, [](void* tape) { delete static_cast<Tape*>(tape); }) != 0) {
      throw Error("tape", "no thread key for the tape", "fewer than PTHREAD_KEYS_MAX of them");
    }
    return made;
  }();
  thread_local Tape* kept = nullptr;
  kept = new Tape;
  pthread_setspecific(key, kept);
  return *kept;
}

void Tape::throw_stale(NodeId id) {
  const std::string found = id.tag() == 0 ? "an empty Value"
                                          : fmt::format("#{} {}, which is not on the tape any more",
                                                        id.index(), op_name(id.op()));
  throw Error("Value", found, "a Value made by this thread, in a Tape::Scope that has not ended",
              "make it before the Scope, or copy its data() out");
}

void Tape::throw_no_node(std::size_t index) const {
  throw Error("tape", fmt::format("node {} of {}", index, node_count_),
              "a number below that of all nodes");
}

// Removes the nodes from node_count on, and their edges. They may have been removed already, if an
// outer scope ended first.
void Tape::rewind(std::size_t node_count) {
  if (node_count < node_count_) {
    edge_count_ = nodes_[node_count].first_edge;
    node_count_ = node_count;
  }
  if (grad_.size() > node_count_) grad_.resize(node_count_);
  if (seen_ > node_count_ + edge_count_) {
    seen_ = node_count_ + edge_count_;
    growths_ = 0;
  }
  generation_ = next_generation();
  labels_.erase(labels_.lower_bound(static_cast<std::uint32_t>(node_count_)), labels_.end());
  while (!constants_.empty() && constants_.back().node >= node_count_) constants_.pop_back();
}

std::span<double> Tape::data_of(std::span<const Value> x) {
  const std::size_t first = begin_of(*this, x);
  return std::span(data_).subspan(first, x.size());
}

std::span<double> Tape::grad_of(std::span<const Value> x) {
  const std::size_t first = begin_of(*this, x);
  if (first + x.size() > grad_.size()) grad_.resize(first + x.size());
  note_written(first, first + x.size());
  return std::span(grad_).subspan(first, x.size());
}

void Tape::set_grad(NodeId id, double grad) {
  const std::size_t i = checked(id);
  if (i >= grad_.size()) grad_.resize(i + 1);
  if (grad_[i] == 0 && grad != 0) note_written(i, i + 1);
  grad_[i] = grad;
}

void Tape::set_label(NodeId id, std::string_view label) {
  labels_[checked(id)] = label;
  if (watcher != nullptr) watcher(*this, TapeEvent::label, id, nullptr);
}

std::string_view Tape::label(NodeId id) const {
  const auto found = labels_.find(checked(id));
  return found == labels_.end() ? std::string_view() : found->second;
}

TapeView Tape::view(std::size_t index) const {
  const NodeId id = node(index);
  const std::size_t first = nodes_[index].first_edge;
  const auto constant =
      std::lower_bound(constants_.begin(), constants_.end(), index,
                       [](const Constant& c, std::size_t i) { return c.node < i; });
  return {
      .op = id.op(),
      .data = data(id),
      .grad = grad(id),
      .label = label(id),
      .parents = parents_of(id),
      .locals = std::span(local_).subspan(first, end_of_edges(index) - first),
      .constant = constant != constants_.end() && constant->node == index ? &*constant : nullptr};
}

}  // namespace holo
