// terms.cpp: the loops of each op, by the shapes and the options that the log has of it, and a walk
// through them.
#include "trace/stepper/terms.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "see/op_info.h"

namespace holo {

// ---- the walk ----

namespace {

std::int64_t offset_at(const TraceTerms::Place& place, const std::vector<std::int64_t>& i) {
  std::int64_t at = place.first;
  for (std::size_t d = 0; d < i.size(); ++d) at += place.steps[d] * i[d];
  return at;
}

// The points of the loops at which a tensor is where it has to be. The loop with its largest step
// comes first; where the ones behind it cannot reach the place any more, they are left out.
struct Walk {
  std::vector<std::int64_t> size, step;   // of the loops, and the tensor's in them
  std::vector<std::size_t> order;         // of the loops
  std::vector<std::int64_t> back, forth;  // how far order[n] and all behind it move the tensor

  Walk(std::vector<std::int64_t> sizes, std::vector<std::int64_t> steps)
      : size(std::move(sizes)), step(std::move(steps)), order(size.size()) {
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::abs(step[a]) > std::abs(step[b]);
    });
    back.assign(size.size() + 1, 0), forth = back;
    for (std::size_t n = order.size(); n-- > 0;) {
      const std::int64_t end = (size[order[n]] - 1) * step[order[n]];
      back[n] = back[n + 1] + std::min<std::int64_t>(end, 0);
      forth[n] = forth[n + 1] + std::max<std::int64_t>(end, 0);
    }
  }

  // `left`: how far the loops from order[n] on have to move the tensor.
  template <class F>
  void from(std::size_t n, std::int64_t left, std::vector<std::int64_t>& i, const F& f) const {
    if (left < back[n] || left > forth[n]) return;
    if (n == order.size()) return f(i);
    const std::size_t d = order[n];
    for (i[d] = 0; i[d] < size[d]; ++i[d]) from(n + 1, left - step[d] * i[d], i, f);
  }
};

}  // namespace

void TraceTerms::each(std::span<const Index> indices, std::size_t target, std::int64_t at,
                      const std::vector<bool>& used,
                      const std::function<void(const At&)>& f) const {
  std::vector<std::int64_t> size(loops.size(), 1), i(loops.size(), 0), offsets(places.size());
  for (std::size_t d = 0; d < loops.size(); ++d) {
    if (loops[d] == 0) return;
    for (std::size_t t = 0; t < places.size(); ++t) {
      if (used[t] && places[t].steps[d] != 0) size[d] = loops[d];
    }
  }
  const auto index_of = [&] {
    const std::int64_t y_at = offset_at(places[of_result], i);
    return index_step * indices[static_cast<std::size_t>(y_at / index_every)];
  };
  // Where the indices move the target, its steps do not say where it can be.
  const bool by_index = index_every > 0 && target == of_parent(0);
  const Place& place = places[target];
  const Walk walk(size, by_index ? std::vector<std::int64_t>(loops.size(), 0) : place.steps);
  walk.from(0, by_index ? 0 : at - place.first, i, [&](const std::vector<std::int64_t>&) {
    for (std::size_t t = 0; t < places.size(); ++t) offsets[t] = offset_at(places[t], i);
    if (index_every > 0) offsets[of_parent(0)] += index_of();
    if (offsets[target] == at) f(offsets);
  });
}

void TraceTerms::each_in_row(std::int64_t y_at, const std::function<void(const At&)>& f) const {
  const auto d = static_cast<std::size_t>(row);
  const std::int64_t step = places[of_result].steps[d], here = y_at / step % loops[d];
  At offsets;
  for (const Place& place : places) offsets.push_back(y_at - here * place.steps[d]);
  for (std::int64_t k = 0; k < loops[d]; ++k) {
    f(offsets);
    for (std::size_t t = 0; t < places.size(); ++t) offsets[t] += places[t].steps[d];
  }
}

namespace {

// ---- products of matrices ----

// Of a row-major tensor.
std::vector<std::int64_t> steps_of(const std::vector<Index>& shape) {
  std::vector<std::int64_t> steps(shape.size());
  std::int64_t step = 1;
  for (std::size_t d = shape.size(); d-- > 0; step *= shape[d]) steps[d] = step;
  return steps;
}

// Through x while the loops are the dimensions of y: 0 where x is repeated. Nothing when it does
// not fit.
std::optional<std::vector<std::int64_t>> broadcast_steps(const std::vector<Index>& x,
                                                         const std::vector<Index>& y) {
  if (x.size() > y.size()) return std::nullopt;
  std::vector<std::int64_t> steps(y.size() - x.size(), 0);
  const std::vector<std::int64_t> own = steps_of(x);
  for (std::size_t d = 0; d < x.size(); ++d) {
    const Index in_y = y[d + y.size() - x.size()];
    if (x[d] != in_y && x[d] != 1) return std::nullopt;
    steps.push_back(x[d] == 1 ? 0 : own[d]);
  }
  return steps;
}

// y[..., i, j] += a[..., i, k] b[..., k, j]; of a vector there is no i or no j.
std::optional<TraceTerms> product_terms(const TraceLog& log, const TracedNode& y) {
  std::vector<Index> a = log.nodes[y.parents[0]].shape, b = log.nodes[y.parents[1]].shape,
                     all = y.shape;
  if (a.empty() || b.empty() || (all.empty() && a.size() + b.size() > 2)) return std::nullopt;
  if (a.size() == 1) a.insert(a.begin(), 1), all.insert(all.end() - (b.size() > 1 ? 1 : 0), 1);
  if (b.size() == 1) b.push_back(1), all.push_back(1);
  const std::size_t n = all.size();
  if (n < 2 || a.back() != b[b.size() - 2] || a[a.size() - 2] != all[n - 2] ||
      b.back() != all[n - 1]) {
    return std::nullopt;
  }
  // With the dimensions of the other one in place of its own last two, both are broadcast to y.
  const Index inner = a.back(), columns = b.back();
  const std::vector<std::int64_t> of_a = steps_of(a), of_b = steps_of(b);
  a.back() = 1, b[b.size() - 2] = 1;
  std::optional<std::vector<std::int64_t>> for_a = broadcast_steps(a, all),
                                           for_b = broadcast_steps(b, all);
  if (!for_a || !for_b) return std::nullopt;
  for (std::size_t d = 0; d + 2 < n; ++d) {
    const Index in_a = d + a.size() < n ? 1 : a[d + a.size() - n];
    const Index in_b = d + b.size() < n ? 1 : b[d + b.size() - n];
    if (all[d] != std::max(in_a, in_b)) return std::nullopt;
  }
  TraceTerms out;
  out.loops.assign(all.begin(), all.end());
  out.loops.push_back(inner);
  std::vector<std::int64_t> for_y = steps_of(all);
  for_y.push_back(0);
  // Those of a batch were steps of smaller matrices.
  for (std::size_t d = 0; d + 2 < n; ++d) (*for_a)[d] *= inner, (*for_b)[d] *= inner;
  (*for_a)[n - 2] = of_a[of_a.size() - 2], (*for_a)[n - 1] = 0;
  (*for_b)[n - 2] = 0, (*for_b)[n - 1] = columns == 1 ? 0 : 1;
  for_a->push_back(1), for_b->push_back(of_b[of_b.size() - 2]);
  out.places = {{0, for_y}, {0, *for_a}, {0, *for_b}};
  return out;
}

// y[i, j] += x[i, k] W[j, k], and b[j] once.
std::optional<TraceTerms> linear_terms(const TraceLog& log, const TracedNode& y) {
  const std::vector<Index>&x = log.nodes[y.parents[0]].shape, &w = log.nodes[y.parents[1]].shape;
  if (x.empty() || w.size() != 2 || x.back() != w[1] || y.shape.empty() || y.shape.back() != w[0] ||
      w[1] == 0 || w[0] == 0) {
    return std::nullopt;
  }
  const std::int64_t in = w[1], columns = w[0];
  TraceTerms out;
  out.loops = {static_cast<std::int64_t>(log.numel(y.parents[0])) / in, columns, in};
  out.places = {{0, {columns, 1, 0}}, {0, {in, 0, 1}}, {0, {0, in, 1}}};
  if (y.parents.size() > 2 && log.nodes[y.parents[2]].shape != std::vector<Index>{w[0]}) {
    return std::nullopt;
  }
  if (y.parents.size() > 2) out.places.push_back({0, {0, 1, 0}});
  return out;
}

// ---- all ops ----

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

Maybe loops_of(const TraceLog& log, std::uint32_t node) {
  const TracedNode& y = log.nodes[node];
  const TensorOpInfo* const info = tensor_op_info(y.op, y.parents.size());
  if (info == nullptr) return std::nullopt;
  switch (info->loops) {
    case OpLoops::each_number:
      return of_each_number(log, y);
    case OpLoops::reshaped:
      return of_reshape(log, y);
    case OpLoops::permuted:
      return of_permute(log, y);
    case OpLoops::sliced:
      return of_slice(log, y);
    case OpLoops::reduced:
      return of_reduce(log, y);
    case OpLoops::row:
      return of_row(log, y);
    case OpLoops::by_index:
      return of_indices(log, y, log.numel(node));
    case OpLoops::product:
      return product_terms(log, y);
    case OpLoops::linear:
      return linear_terms(log, y);
  }
  return std::nullopt;
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

std::optional<TraceTerms> terms_of(const TraceLog& log, std::uint32_t node) {
  const TracedNode& y = log.nodes[node];
  const auto whole = [&](std::uint32_t each) { return log.whole(each) && log.numel(each) > 0; };
  if (!y.is_tensor || y.parents.empty() || !whole(node) ||
      !std::all_of(y.parents.begin(), y.parents.end(), whole)) {
    return std::nullopt;
  }
  std::optional<TraceTerms> out = loops_of(log, node);
  if (!out || !stays_inside(*out, 0, log.numel(node))) return std::nullopt;
  for (std::size_t i = 0; i < y.parents.size(); ++i) {
    if (!stays_inside(*out, i + 1, log.numel(y.parents[i]))) return std::nullopt;
  }
  return out;
}

}  // namespace holo
