// terms_of.cpp: the loops of each op, by the shapes and the options that the log has of it.
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <variant>

#include "trace/attention_terms.h"
#include "trace/terms.h"
#include "trace/terms_steps.h"

namespace holo {
namespace {

namespace o = op_options;
using Maybe = std::optional<TraceTerms>;
using Steps = std::vector<std::int64_t>;

// y[i] from x[i] of each parent.
Maybe of_each_number(const TraceLog& log, const TracedNode& y) {
  TraceTerms out;
  out.loops.assign(y.shape.begin(), y.shape.end());
  out.places.push_back({0, steps_of(y.shape)});
  for (const std::uint32_t parent : y.parents) {
    const auto steps = broadcast_steps(log.nodes[parent].shape, y.shape);
    if (!steps) return std::nullopt;
    out.places.push_back({0, *steps});
  }
  return out;
}

// The same numbers in the same order.
Maybe of_reshape(const TraceLog& log, const TracedNode& y) {
  const auto n = static_cast<std::int64_t>(log.numel(y.parents[0]));
  TraceTerms out;
  out.loops = {n};
  out.places = {{0, {1}}, {0, {1}}};
  return out;
}

// Dimension i of y is dimension dims[i] of x.
Maybe of_permute(const TraceLog& log, const TracedNode& y) {
  const auto* const order = std::get_if<o::Order>(&y.options);
  const Steps x = steps_of(log.nodes[y.parents[0]].shape);
  if (order == nullptr || x.size() != y.shape.size()) return std::nullopt;
  TraceTerms::Place place;
  for (std::size_t d = 0; d < x.size(); ++d) {
    const auto from = static_cast<std::size_t>(order->dims[d]);
    if (from >= x.size()) return std::nullopt;
    place.steps.push_back(x[from]);
  }
  TraceTerms out;
  out.loops.assign(y.shape.begin(), y.shape.end());
  out.places = {{0, steps_of(y.shape)}, place};
  return out;
}

Maybe of_slice(const TraceLog& log, const TracedNode& y) {
  const auto* const part = std::get_if<o::Part>(&y.options);
  const Steps x = steps_of(log.nodes[y.parents[0]].shape);
  if (part == nullptr || x.size() != y.shape.size()) return std::nullopt;
  TraceTerms out;
  out.loops.assign(y.shape.begin(), y.shape.end());
  TraceTerms::Place place;
  for (std::size_t d = 0; d < x.size(); ++d) {
    const Index size = log.nodes[y.parents[0]].shape[d], step = part->step[d];
    if (part->first[d] < 0 || part->first[d] >= size || step > size || step < -size) {
      return std::nullopt;
    }
    place.first += part->first[d] * x[d];
    place.steps.push_back(part->step[d] * x[d]);
  }
  out.places = {{0, steps_of(y.shape)}, place};
  return out;
}

// Each x goes to the y that has lost the reduced dimensions.
Maybe of_reduce(const TraceLog& log, const TracedNode& y) {
  const auto* const over = std::get_if<o::Over>(&y.options);
  const std::vector<Index>& x = log.nodes[y.parents[0]].shape;
  if (over == nullptr) return std::nullopt;
  TraceTerms out;
  out.loops.assign(x.begin(), x.end());
  std::vector<Index> kept;
  for (std::size_t d = 0; d < x.size(); ++d) kept.push_back(over->dims[d] ? 1 : x[d]);
  Steps steps = steps_of(kept);
  for (std::size_t d = 0; d < x.size(); ++d) steps[d] = over->dims[d] ? 0 : steps[d];
  out.places = {{0, steps}, {0, steps_of(x)}};
  return out;
}

Maybe of_row(const TraceLog& log, const TracedNode& y) {
  const auto* const along = std::get_if<o::Along>(&y.options);
  Maybe out = of_each_number(log, y);
  if (!out || along == nullptr || along->dim < 0 ||
      along->dim >= static_cast<int>(y.shape.size()) || log.nodes[y.parents[0]].shape != y.shape) {
    return std::nullopt;
  }
  out->row = along->dim;
  return out;
}

// y[i] = x[index[i]], of rows or of numbers.
Maybe of_indices(const TraceLog& log, const TracedNode& y, std::uint64_t numel) {
  const std::vector<Index>& x = log.nodes[y.parents[0]].shape;
  TraceTerms out;
  std::size_t dim = 0;
  if (const auto* const gather = std::get_if<o::Gather>(&y.options)) {
    dim = static_cast<std::size_t>(gather->dim);
    if (dim >= x.size() || x.size() != y.shape.size()) return std::nullopt;
    for (std::size_t d = 0; d < x.size(); ++d) {
      if (d != dim && y.shape[d] > x[d]) return std::nullopt;
    }
    Steps steps = steps_of(x);
    out.loops.assign(y.shape.begin(), y.shape.end());
    out.index_every = 1;
    out.index_step = std::exchange(steps[dim], 0);
    out.places = {{0, steps_of(y.shape)}, {0, steps}};
  } else {
    if (x.size() != 2 || x[1] == 0) return std::nullopt;
    out.loops = {static_cast<std::int64_t>(y.indices.size()), x[1]};
    out.index_every = out.index_step = x[1];
    out.places = {{0, {x[1], 1}}, {0, {0, 1}}};
  }
  const auto exists = [&](Index i) { return i >= 0 && i < x[dim]; };
  const bool fit = std::all_of(y.indices.begin(), y.indices.end(), exists) &&
                   y.indices.size() * static_cast<std::size_t>(out.index_every) == numel;
  return fit ? Maybe(out) : std::nullopt;
}

bool is_one_of(std::string_view op, std::initializer_list<std::string_view> ops) {
  return std::find(ops.begin(), ops.end(), op) != ops.end();
}

Maybe loops_of(const TraceLog& log, const TraceState& state, std::uint32_t node) {
  const TracedNode& y = log.nodes[node];
  const std::size_t count = y.parents.size();
  if (is_one_of(y.op, {"attention", "self_attention"})) return attention_terms(log, state, y);
  if (y.op == "matmul") return count == 2 ? product_terms(log, y) : std::nullopt;
  if (y.op == "linear") return count == 2 || count == 3 ? linear_terms(log, y) : std::nullopt;
  if (count > 1) return of_each_number(log, y);
  if (is_one_of(y.op, {"reshape", "view", "squeeze", "unsqueeze", "to"})) return of_reshape(log, y);
  if (is_one_of(y.op, {"permute", "transpose"})) return of_permute(log, y);
  if (is_one_of(y.op, {"slice", "split", "chunk"})) return of_slice(log, y);
  if (is_one_of(y.op, {"sum", "mean", "logsumexp"})) return of_reduce(log, y);
  if (is_one_of(y.op, {"softmax", "log_softmax"})) return of_row(log, y);
  if (is_one_of(y.op, {"embedding", "gather"})) return of_indices(log, y, log.numel(node));
  return of_each_number(log, y);
}

// A log from a file may say of an op what is not so.
bool stays_inside(const TraceTerms& terms, std::size_t t, std::uint64_t numel) {
  std::int64_t least = terms.places[t].first, most = least;
  for (std::size_t d = 0; d < terms.loops.size(); ++d) {
    const std::int64_t end = (terms.loops[d] - 1) * terms.places[t].steps[d];
    (end < 0 ? least : most) += end;
  }
  return least >= 0 && static_cast<std::uint64_t>(most) < numel;
}

}  // namespace

std::optional<TraceTerms> terms_of(const TraceLog& log, const TraceState& state,
                                   std::uint32_t node) {
  const TracedNode& y = log.nodes[node];
  const auto whole = [&](std::uint32_t each) { return log.whole(each) && log.numel(each) > 0; };
  if (!y.is_tensor || y.parents.empty() || !whole(node) ||
      !std::all_of(y.parents.begin(), y.parents.end(), whole)) {
    return std::nullopt;
  }
  std::optional<TraceTerms> out = loops_of(log, state, node);
  if (!out || !stays_inside(*out, 0, log.numel(node))) return std::nullopt;
  for (std::size_t i = 0; i < y.parents.size(); ++i) {
    if (!stays_inside(*out, i + 1, log.numel(y.parents[i]))) return std::nullopt;
  }
  return out;
}

}  // namespace holo
