// terms_product.cpp: the loops of a product of matrices.
#include <algorithm>

#include "trace/terms_steps.h"

namespace holo {

std::vector<std::int64_t> steps_of(const std::vector<Index>& shape) {
  std::vector<std::int64_t> steps(shape.size());
  std::int64_t step = 1;
  for (std::size_t d = shape.size(); d-- > 0; step *= shape[d]) steps[d] = step;
  return steps;
}

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

}  // namespace holo
