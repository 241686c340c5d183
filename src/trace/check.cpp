// check.cpp: the rules of a log: nodes are made before they are used, and each event has as
// many numbers as its node.
#include <fmt/format.h>

#include "trace/reader.h"

namespace holo {

void TraceReader::check_node(std::size_t i) {
  const TracedNode& node = log_.nodes[i];
  const auto fail = [&](const std::string& found, const char* expected) {
    reader_.fail(fmt::format("node {} {}", i, found), expected);
  };
  if (node.made_by >= log_.events.size() || log_.events[node.made_by].node != i) {
    fail(fmt::format("is made by event {}", node.made_by), "an event of this node");
  }
  const TraceEvent::Kind kind = log_.events[node.made_by].kind;
  if (kind != TraceEvent::Kind::leaf && kind != TraceEvent::Kind::forward) {
    fail(fmt::format("is made by event {}", node.made_by), "a leaf or forward");
  }
  if (node.shape.size() > static_cast<std::size_t>(max_ndim) ||
      (!node.is_tensor && !node.shape.empty())) {
    fail(fmt::format("has {} dimensions", node.shape.size()), "those of a tensor");
  }
  for (const std::uint32_t parent : node.parents) {
    if (parent >= i || log_.nodes[parent].made_by > node.made_by) {
      fail(fmt::format("has the parent {}", parent), "a node before it");
    }
    if (log_.nodes[parent].is_tensor != node.is_tensor) {
      fail(fmt::format("has the parent {}", parent), "Values of a Value, Tensors of a Tensor");
    }
  }
  std::uint64_t numel = 1;
  for (const Index size : node.shape) {
    if (__builtin_mul_overflow(numel, static_cast<std::uint64_t>(size), &numel)) {
      fail("has 2^64 numbers or more", "fewer");
    }
  }
}

// The runs of an event share its numbers.
void TraceReader::set_size(TraceEvent& event, std::size_t i) {
  const auto runs = static_cast<std::uint64_t>(log_.runs(event));
  const bool sent = event.kind == TraceEvent::Kind::contribution;
  const std::uint64_t numel = log_.numel(sent ? event.parent : event.node);
  event.size = counts_[i] / runs;
  const bool fits = event.size == numel || (event.size == TraceSummary::size && numel > event.size);
  if (counts_[i] % runs == 0 && fits) return;
  reader_.fail(fmt::format("event {} has {} numbers", i, counts_[i]),
               fmt::format("{} of {} each", runs, numel));
}

void TraceReader::check_event(std::size_t i) {
  TraceEvent& event = log_.events[i];
  const auto fail = [&](const std::string& found, const char* expected) {
    reader_.fail(fmt::format("event {} has {}", i, found), expected);
  };
  const auto check_made = [&](std::uint32_t node) {
    if (node >= log_.nodes.size() || log_.nodes[node].made_by > i) {
      fail(fmt::format("node {}", node), "one that has been made");
    }
  };
  const bool sent = event.kind == TraceEvent::Kind::contribution;
  check_made(event.node);
  if (sent) {
    check_made(event.parent);
    const TracedNode& node = log_.nodes[event.node];
    const bool is_place = event.edge < node.parents.size()
                              ? node.parents[event.edge] == event.parent
                              : event.edge == 0 && node.parents.empty();
    if (!is_place || node.is_tensor != log_.nodes[event.parent].is_tensor) {
      fail(fmt::format("the parent {} at edge {}", event.parent, event.edge), "one of its node");
    }
  } else if (event.parent != TraceEvent::none || event.edge != 0) {
    fail("a parent", "one in a contribution alone");
  }
  const bool makes =
      event.kind == TraceEvent::Kind::leaf || event.kind == TraceEvent::Kind::forward;
  if (makes != (log_.nodes[event.node].made_by == i)) {
    fail(fmt::format("node {}", event.node), "one that is made once");
  }
  if (event.scope >= log_.scopes.size()) fail(fmt::format("scope {}", event.scope), "one there is");
  if (event.place >= log_.places.size()) fail(fmt::format("place {}", event.place), "one there is");
  set_size(event, i);
}

// All runs of a node have one size: all its numbers, or all summaries.
void TraceReader::check() {
  if (log_.scopes.empty()) reader_.fail("the log has no scopes", "the first one, \"\"");
  if (log_.places.empty()) reader_.fail("the log has no places", "the first one, not known");
  for (std::size_t i = 0; i < log_.nodes.size(); ++i) check_node(i);
  for (std::size_t i = 0; i < log_.events.size(); ++i) check_event(i);
  for (std::size_t i = 0; i < log_.events.size(); ++i) {
    const TraceEvent& event = log_.events[i];
    const bool sent = event.kind == TraceEvent::Kind::contribution;
    const std::uint32_t of = sent ? event.parent : event.node;
    if (event.size == log_.events[log_.nodes[of].made_by].size) continue;
    reader_.fail(fmt::format("event {} has runs of {} numbers", i, event.size),
                 "as many as the event that made the node");
  }
}

}  // namespace holo
