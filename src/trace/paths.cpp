// paths.cpp: walks from the node towards the root, one contribution at a time. No recursion:
// a path may have a million nodes.
#include "trace/paths.h"

#include <algorithm>

namespace holo {

TracePaths paths_to(const TraceLog& log, const BackwardPass& pass, std::size_t end,
                    std::uint32_t node, std::size_t most) {
  // 1. How many there are: those to a parent are those to all nodes that contribute to it.
  std::vector<double> count(log.nodes.size(), 0);
  count[pass.root] = 1;
  for (std::size_t i = pass.begin; i < end; ++i) {
    const TraceEvent& event = log.events[i];
    if (event.kind == TraceEvent::Kind::contribution) count[event.parent] += count[event.node];
  }
  TracePaths paths{{}, count[node], 0};
  // 2. The first ones. `path` leads from the node towards the root; `next` says for each node on it
  //    which of the contributions to it comes next.
  const auto to = contributions_by_parent(log, pass, end);
  std::vector<std::size_t> path, next{0};
  while (!next.empty() && paths.first.size() < most) {
    const std::uint32_t here = path.empty() ? node : log.events[path.back()].node;
    if (here == pass.root && next.back() == 0) {
      TracePath whole{{path.rbegin(), path.rend()}, 1};
      for (const std::size_t i : whole.events) whole.product *= log.run(log.events[i], 0)[0];
      paths.sum += whole.product;
      paths.first.push_back(std::move(whole));
    }
    if (next.back() < to[here].size()) {
      const std::size_t contribution = to[here][next.back()++];
      if (count[log.events[contribution].node] == 0) continue;  // it does not come from the root
      path.push_back(contribution);
      next.push_back(0);
    } else {
      next.pop_back();
      if (!path.empty()) path.pop_back();
    }
  }
  return paths;
}

}  // namespace holo
