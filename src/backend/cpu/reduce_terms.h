// reduce_terms_cpu.h: sums over an Axis that the kernels of sum, var and the ties of max are made
// of, and their way back. A term is a function of a Place that gives a Vec, and holds pointers
// only.
#pragma once

#include "backend/cpu/strip.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// total[result] = sum of term(place)
template <class Term>
[[gnu::noinline]] void sum_strip(real* total, Strip strip, Term term) {
  strip.sum(total, term);
}

/// dx += term(place)
template <class Term>
[[gnu::noinline]] void spread_strip(Output dx, Strip strip, Term term) {
  strip.each([&](const Place& place) { place.add(dx, term(place)); });
}

/// y = or += factor total
inline void finish(Output y, Index at, double total, double factor) {
  const real value = static_cast<real>(factor * total);
  y.data[at] = y.overwrite ? value : y.data[at] + value;
}

/// y[o, k] = or += factor sum_i term(place of o, i, k)
template <class Term>
void sum_terms(Output y, Axis axis, double factor, Term term) {
  const Strips strips(axis, false);
  if (strips.chunks == 1) {
    for_strips(strips, [&](const Strip& strip) {
      StripResults total;
      sum_strip(total.of, strip, term);
      for (Index j = 0; j < strip.count; ++j) finish(y, strip.result + j, total.of[j], factor);
    });
    return;
  }
  // 1. The sum of each chunk.
  const Index results = axis.outer * axis.inner;
  const Scratch parts(strips.chunks * results);
  for_strips(strips, [&](const Strip& strip) {
    StripResults total;
    sum_strip(total.of, strip, term);
    std::copy(total.of, total.of + strip.count,
              parts.data() + strip.chunk * results + strip.result);
  });
  // 2. The sum of the chunks, in their order.
  const Index groups = (results + Strip::room - 1) / Strip::room;
  parallel_for(groups, strips.chunks * results, [&](Index group) {
    const Index first = group * Strip::room, count = std::min(Strip::room, results - first);
    double total[Strip::room] = {};
    for (Index c = 0; c < strips.chunks; ++c) {
      const real* const part = parts.data() + c * results + first;
      for (Index j = 0; j < count; ++j) total[j] += part[j];
    }
    for (Index j = 0; j < count; ++j) finish(y, first + j, total[j], factor);
  });
}

/// dx[o, i, k] += term(place of o, i, k)
template <class Term>
void spread_terms(Output dx, Axis axis, Term term) {
  for_strips(Strips(axis, false), [=](const Strip& strip) { spread_strip(dx, strip, term); });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
