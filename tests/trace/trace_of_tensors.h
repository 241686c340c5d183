// trace_of_tensors.h: for the tests of event logs of Tensors: the events and the last numbers of a
// log.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <tuple>
#include <vector>

#include "holo/tensor.h"
#include "holo/trace_log.h"
#include "trace/option_names.h"

namespace holo {

inline std::vector<TraceEvent> events_of(const TraceLog& log, TraceEvent::Kind kind) {
  std::vector<TraceEvent> found;
  for (const TraceEvent& event : log.events) {
    if (event.kind == kind) found.push_back(event);
  }
  return found;
}

inline std::uint32_t node_of(const TraceLog& log, const Tensor& x) {
  for (std::uint32_t i = static_cast<std::uint32_t>(log.nodes.size()); i-- > 0;) {
    if (log.nodes[i].number == x.node().id) return i;
  }
  return TraceEvent::none;
}

inline bool same_nodes(const TraceLog& a, const TraceLog& b) {
  const auto same = [](const TracedNode& x, const TracedNode& y) {
    const auto fields = [](const TracedNode& n) {
      return std::tuple(n.number, n.is_tensor, n.requires_grad, n.op, n.label, n.shape, n.parents,
                        n.made_by, n.options.index(), op_options_text(n.options, max_ndim),
                        n.indices, n.has_constant, n.constant);
    };
    return fields(x) == fields(y);
  };
  return std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(), same);
}

inline bool same_bits(std::span<const double> logged, const std::vector<real>& numbers) {
  std::vector<real> found(logged.begin(), logged.end());
  return found.size() == numbers.size() &&
         std::memcmp(found.data(), numbers.data(), found.size() * sizeof(real)) == 0;
}

// Checks that the end of the log has the engine's numbers and gradients.
inline void check_end(const TraceLog& log, const std::vector<Tensor>& tensors) {
  TraceState state(log);
  state.go_to(log.events.size());
  for (const Tensor& x : tensors) {
    const std::uint32_t node = node_of(log, x);
    CAPTURE(log.name(node));
    CHECK(same_bits(state.value(node), x.to_vector()));
    const Tensor grad = x.grad();
    const std::vector<real> zeros(static_cast<std::size_t>(x.numel()));
    const std::span<const double> logged = state.grad(node);
    CHECK(same_bits(logged.empty() ? std::vector<double>(zeros.size()) : logged,
                    grad.defined() ? grad.to_vector() : zeros));
  }
}

}  // namespace holo
