// pass.cpp: a pass lasts until the next one begins.
#include "trace/pass.h"

namespace holo {

std::optional<BackwardPass> pass_at(const TraceLog& log, std::size_t position) {
  const auto begins = [&](std::size_t i) {
    return log.events[i].kind == TraceEvent::Kind::backward;
  };
  std::size_t begin = position;
  while (begin > 0 && !begins(begin - 1)) --begin;
  if (begin == 0) return std::nullopt;
  --begin;
  std::size_t end = begin + 1;
  while (end < log.events.size() && !begins(end)) ++end;
  return BackwardPass{log.events[begin].node, begin, end};
}

std::vector<std::uint32_t> inner_nodes(const TraceLog& log, std::uint32_t root) {
  std::vector<std::uint32_t> found, waiting{root};
  std::vector<bool> seen(log.nodes.size(), false);
  while (!waiting.empty()) {
    const std::uint32_t node = waiting.back();
    waiting.pop_back();
    if (seen[node] || !log.nodes[node].is_inner()) continue;
    seen[node] = true;
    found.push_back(node);
    for (const std::uint32_t parent : log.nodes[node].parents) waiting.push_back(parent);
  }
  return found;
}

std::vector<std::vector<std::size_t>> contributions_by_parent(const TraceLog& log,
                                                              const BackwardPass& pass,
                                                              std::size_t end) {
  std::vector<std::vector<std::size_t>> found(log.nodes.size());
  for (std::size_t i = pass.begin; i < end; ++i) {
    const TraceEvent& event = log.events[i];
    if (event.kind == TraceEvent::Kind::contribution) found[event.parent].push_back(i);
  }
  return found;
}

}  // namespace holo
