// terms.cpp: walks through the loops.
#include "trace/terms.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace holo {
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

}  // namespace holo
