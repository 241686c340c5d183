// tape.cpp: records, checks and removes nodes. The backward pass is in backward.cpp.
#include "holo/tape.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <limits>

#include "holo/check.h"
#include "scalar/fast.h"

namespace holo {

const char* op_name(Op op) {
  static constexpr const char* names[op_count] = {
      "leaf", "add",  "sub",     "mul",  "div",   "neg",      "pow",  "exp",  "log",
      "sqrt", "tanh", "sigmoid", "relu", "relu2", "gelu",     "silu", "erfc", "abs",
      "max",  "min",  "sum",     "sin",  "cos",   "softplus", "dot"};
  return names[static_cast<int>(op)];
}

namespace {

// A generation is the low 24 bits of a counter that all tapes share. They are shifted up by 8 bits,
// which hold the op. Generation numbers wrap around after 16 million scopes. Generation 0 belongs
// to the empty Value.
std::uint32_t next_generation() {
  static std::atomic<std::uint32_t> generations{0};
  const std::uint32_t generation = ++generations << 8;
  return generation != 0 ? generation : next_generation();
}

// The index of the first Value of `x`. Throws holo::Error unless all are adjacent on the tape.
std::size_t begin_of(const Tape& tape, std::span<const Value> x) {
  if (x.empty()) return 0;
  const std::size_t first = tape.checked(x[0]), last = tape.checked(x.back());
  std::uint64_t gaps = (last - first + 1) ^ x.size();
  for (std::size_t i = 0; i < x.size(); ++i) gaps |= (x[i].bits() - i) ^ x[0].bits();
  if (gaps != 0) {
    throw Error("tape", "Values that were not made one right after the other",
                "neighbors on the tape", "make all parameters before anything else");
  }
  return first;
}

// A new capacity, with room for `more` elements after the first `used`. The new capacity is at
// least twice `capacity`, so that growing is cheap.
std::size_t grown(std::size_t capacity, std::size_t used, std::size_t more, const char* what) {
  const std::size_t limit = std::min<std::size_t>(std::numeric_limits<std::uint32_t>::max(),
                                                  std::vector<double>().max_size());
  if (more > limit - used) {
    throw Error("tape", fmt::format("{} {} and room for {} more", used, what, more),
                fmt::format("at most {}", limit), "end a Tape::Scope more often");
  }
  return std::min(std::max({std::size_t{1024}, 2 * capacity, used + more}), limit);
}

// Adds eight partial sums and the rest, like dot_fast. This order suits vectors of any width.
double dot_of(const double* a, const double* b, std::size_t n) {
  const std::size_t whole = n - n % 8;
  double s[8] = {};
  for (std::size_t i = 0; i < whole; ++i) s[i % 8] += a[i] * b[i];
  double y = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
  for (std::size_t i = whole; i < n; ++i) y += a[i] * b[i];
  return y;
}

}  // namespace

Tape Tape::none_(&none_);

Tape::Tape(Tape* outer) : outer_(outer) {}

Tape::Tape() : Tape(current_) {
  generation_ = next_generation();
  reserve(1, 2);
  current_ = this;
}

// Removes this tape from the thread's list of tapes, wherever it is in the list.
Tape::~Tape() {
  if (watcher_ != nullptr) watcher_(*this, TapeEvent::end, NodeId(), nullptr);
  Tape** link = &current_;
  while (*link != this && *link != &none_) link = &(*link)->outer_;
  if (*link == this) *link = outer_;
}

// Not inline, so that lldb can call it.
const Tape* Tape::newest() { return current_ != &none_ ? current_ : nullptr; }

// Destructors of static and thread_local objects may use Values. Therefore the main thread's tape
// is never destroyed, and every other tape outlives its thread's thread_local objects. A POSIX
// thread key ensures both. `kept` keeps the tape reachable, so leak detectors do not report it.
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
              id.tag() == 0 ? "Value x(3.0);" : "make it before the Scope, or copy its data() out");
}

NodeId Tape::no_node(std::size_t index) const {
  throw Error("tape", fmt::format("node {} of {}", index, node_count_),
              "a number below that of all nodes");
}

// Growing may throw std::bad_alloc, so the lists whose sizes is_full() compares grow last.
void Tape::reserve(std::size_t nodes, std::size_t edges) {
  if (this == &none_) throw_stale(NodeId());
  if (nodes > data_.size() - node_count_) {
    const std::size_t size = grown(data_.size(), node_count_, nodes, "nodes");
    nodes_.resize(size);
    data_.resize(size);
  }
  node_room_ = watcher_ != nullptr ? 0 : data_.size();
  if (edges > local_.size() - edge_count_) {
    const std::size_t size = grown(local_.size(), edge_count_, edges, "edges");
    parent_.resize(size);
    local_.resize(size);
    edge_room_ = size;
  }
}

// Makes room for the next node, and notifies the watcher of this one. If either step fails, removes
// this node, and the next node reuses its slot.
void Tape::after_push(NodeId id) {
  try {
    reserve(1, 2);
    if (watcher_ != nullptr) watcher_(*this, TapeEvent::node, id, nullptr);
  } catch (...) {
    rewind(id.index());
    throw;
  }
}

void Tape::watch(TapeWatcher* new_watcher) {
  if (this == &none_) throw_stale(NodeId());
  watcher_ = new_watcher;
  reserve(0, 0);  // a watched tape counts as full
}

void read_values(const Tape& tape, std::span<const Value> x, std::uint32_t* indices,
                 double* numbers) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    numbers[i] = tape.data(x[i]);
    indices[i] = x[i].index();
  }
}

NodeId Tape::record_sum(std::span<const Value> x) {
  reserve(0, x.size());
  double* const local = local_.data() + edge_count_;
  read_values(*this, x, parent_.data() + edge_count_, local);
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    total += local[i];
    local[i] = 1;
  }
  return finish(push(Op::sum, total, x.size()));
}

// The local derivative with respect to a[i] is the number in b[i], and vice versa. So reading a
// also fills in the local derivatives of the edges to b, and vice versa.
NodeId Tape::record_dot(std::span<const Value> a, std::span<const Value> b) {
  const std::size_t n = a.size();
  if (b.size() != n) {
    throw Error("dot", fmt::format("lists of {} and {} Values", n, b.size()), "equal lengths");
  }
  if (2 * n > local_.size() - edge_count_) reserve(0, 2 * n);
  std::uint32_t* const parents = parent_.data() + edge_count_;
  double* const locals = local_.data() + edge_count_;
  if (is_optimized_build) {
    return finish(push(Op::dot, dot_fast(*this, data_.data(), a, b, parents, locals), 2 * n));
  }
  read_values(*this, a, parents, locals + n);
  read_values(*this, b, parents + n, locals);
  return finish(push(Op::dot, dot_of(locals + n, locals, n), 2 * n));
}

// Removes the nodes from node_count on, and their edges. The nodes are already gone if an outer
// scope ended first.
void Tape::rewind(std::size_t node_count) {
  if (node_count < node_count_) {
    edge_count_ = nodes_[node_count].first_edge;
    node_count_ = node_count;
  }
  if (grad_.size() > node_count_) grad_.resize(node_count_);
  if (seen_ > node_count_) {
    seen_ = node_count_;
    growths_ = visits_ = 0;
  }
  generation_ = next_generation();
  labels_.erase(labels_.lower_bound(static_cast<std::uint32_t>(node_count_)), labels_.end());
  while (!constants_.empty() && constants_.back().node >= node_count_) constants_.pop_back();
}

std::span<double> Tape::data_of(std::span<const Value> x) {
  return std::span(data_).subspan(begin_of(*this, x), x.size());
}

std::span<double> Tape::grad_of(std::span<const Value> x) {
  const std::size_t first = begin_of(*this, x);
  if (first + x.size() > grad_.size()) grad_.resize(first + x.size());
  grads_are_zero_ = false;
  return std::span(grad_).subspan(first, x.size());
}

void Tape::set_grad(NodeId id, double grad) {
  const std::size_t i = checked(id);
  if (i >= grad_.size()) grad_.resize(i + 1);
  grads_are_zero_ = false;
  grad_[i] = grad;
}

void Tape::set_label(NodeId id, std::string_view label) {
  labels_[checked(id)] = label;
  if (watcher_ != nullptr) watcher_(*this, TapeEvent::label, id, nullptr);
}

std::string_view Tape::label(NodeId id) const {
  const auto found = labels_.find(checked(id));
  return found == labels_.end() ? std::string_view() : found->second;
}

std::size_t Tape::bytes() const {
  constexpr std::size_t node_bytes = sizeof data_[0] + sizeof grad_[0] + sizeof nodes_[0];
  constexpr std::size_t edge_bytes = sizeof parent_[0] + sizeof local_[0];
  return node_count_ * node_bytes + edge_count_ * edge_bytes +
         constants_.size() * sizeof constants_[0];
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
