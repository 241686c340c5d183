// terms.cpp: walks through the loops.
#include "trace/terms.h"

namespace holo {
namespace {

std::int64_t offset_at(const TraceTerms::Place& place, const std::vector<std::int64_t>& i) {
  std::int64_t at = place.first;
  for (std::size_t d = 0; d < i.size(); ++d) at += place.steps[d] * i[d];
  return at;
}

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
  for (;;) {
    for (std::size_t t = 0; t < places.size(); ++t) offsets[t] = offset_at(places[t], i);
    if (index_every > 0) offsets[of_parent(0)] += index_of();
    if (offsets[target] == at) f(offsets);
    std::size_t d = loops.size();
    while (d > 0 && ++i[d - 1] == size[d - 1]) i[--d] = 0;
    if (d == 0) return;
  }
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
