// softmax_columns_cpu.cpp: softmax, log_softmax and logsumexp over columns on the CPU: the passes
// of softmax_cpu.cpp, each row by row over a strip of columns that fits the cache.
#include <cmath>
#include <limits>

#include "backend/cpu/strip.h"
#include "backend/cpu/vec_math.h"
#include "ops/softmax_columns_cpu.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

constexpr real infinity = std::numeric_limits<real>::infinity();

// The largest element of each result, -inf without one; a NaN is passed over.
[[gnu::noinline]] void largest(StripResults& top, Strip strip, const real* x) {
  for_parts(strip.count, [&](Index k, Index) { store(top.of + k, Vec(-infinity)); });
  const Index rows = strip.rows_at_a_time();
  for (Index i = 0; i < strip.n; i += rows) {
    const Index end = std::min(strip.n, i + rows);
    for_parts(strip.count, [&](Index k, Index m) {
      Vec best = load(top.of + k);
      for (Index j = i; j < end; ++j) best = max(load(x + strip.at + j * strip.step + k, m), best);
      store(top.of + k, best);
    });
  }
}

// Each result y becomes f(y).
template <class F>
void change(StripResults& results, const Strip& strip, F f) {
  for_parts(strip.count,
            [&](Index j, Index m) { store(results.of + j, f(load(results.of + j, m)), m); });
}

// y = e^x / sum e^x
[[gnu::noinline]] void softmax_strip(real* y, const real* x, Strip strip) {
  StripResults top, total;
  // 1. the largest
  largest(top, strip, x);
  // 2. e^(x - largest), and its sum
  strip.sum_columns(total.of, [&](const Place& place) {
    place.fetch_next(x);
    place.fetch_next_to_write(y);
    const Vec e = exp_of_negative(place.of(x) - place.of_local(top.of));
    place.put(y, e);
    return e;
  });
  // 3. the shares
  change(total, strip, [](Vec t) { return 1 / t; });
  strip.each_of_columns(
      [&](const Place& place) { place.put(y, place.of(y) * place.of_local(total.of)); });
}

// dx += y (dy - sum dy y)
[[gnu::noinline]] void softmax_backward_strip(Output dx, const real* dy, const real* y,
                                              Strip strip) {
  StripResults total;
  // 3. what all shares have in common
  strip.sum_columns(total.of, [&](const Place& place) {
    place.fetch_next_to_write(dx.data);
    return place.of(dy) * place.of(y);
  });
  // 2. dx
  strip.each_of_columns([&](const Place& place) {
    place.fetch_next(dy);
    place.fetch_next(y);
    place.add(dx, place.of(y) * (place.of(dy) - place.of_local(total.of)));
  });
}

// y = x - log sum e^x
[[gnu::noinline]] void log_softmax_strip(real* y, const real* x, Strip strip) {
  StripResults top, total;
  // 1. the largest
  largest(top, strip, x);
  // 2. log sum e^(x - largest)
  strip.sum_columns(total.of, [&](const Place& place) {
    place.fetch_next(x);
    place.fetch_next_to_write(y);
    return exp_of_negative(place.of(x) - place.of_local(top.of));
  });
  change(total, strip, [](Vec t) { return log(t); });
  // 3. y
  strip.each_of_columns([&](const Place& place) {
    place.put(y, place.of(x) - place.of_local(top.of) - place.of_local(total.of));
  });
}

// dx += dy - e^y sum dy
[[gnu::noinline]] void log_softmax_backward_strip(Output dx, const real* dy, const real* y,
                                                  Strip strip) {
  StripResults total;
  // 3. what came to the sum
  strip.sum_columns(total.of, [&](const Place& place) {
    place.fetch_next_to_write(dx.data);
    return place.of(dy);
  });
  // 2. dx
  strip.each_of_columns([&](const Place& place) {
    place.fetch_next(dy);
    place.fetch_next(y);
    place.add(dx, place.of(dy) - exp_of_negative(place.of(y)) * place.of_local(total.of));
  });
}

// y = log sum e^x
[[gnu::noinline]] void logsumexp_strip(real* y, const real* x, Strip strip) {
  StripResults top, zero, total;
  // 1. the largest; zero: what is taken off, all of it where it is a number
  largest(top, strip, x);
  for_parts(strip.count, [&](Index j, Index m) {
    const Vec t = load(top.of + j, m);
    store(zero.of + j, select(abs(t) < infinity, t, 0));
  });
  // 2. log sum e^(x - zero); where +inf is the largest, what counts is only whether there is a NaN
  strip.sum_columns(total.of, [&](const Place& place) {
    place.fetch_next(x);
    return exp_of_negative(min(Vec(0), place.of(x) - place.of_local(zero.of)));
  });
  for_parts(strip.count, [&](Index j, Index m) {
    store(y + strip.result + j, load(top.of + j, m) + log(load(total.of + j, m)), m);
  });
}

// dx += dy e^x / sum e^x;  dy e^(x - y) where y is infinite
[[gnu::noinline]] void logsumexp_backward_strip(Output dx, const real* dy, const real* x,
                                                const real* y, Strip strip) {
  StripResults top, total;
  // 1. the largest. y in its place would do, but it is rounded
  largest(top, strip, x);
  for_parts(strip.count, [&](Index j, Index m) {
    const Vec value = load(y + strip.result + j, m);
    store(top.of + j, select(abs(value) < infinity, load(top.of + j, m), value));
  });
  // 2. sum e^(x - largest), and what one unit of it gets
  strip.sum_columns(total.of, [&](const Place& place) {
    place.fetch_next(x);
    place.fetch_next_to_write(dx.data);
    return exp_of_negative(place.of(x) - place.of_local(top.of));
  });
  for_parts(strip.count, [&](Index j, Index m) {
    const Vec value = load(y + strip.result + j, m), d = load(dy + strip.result + j, m);
    store(total.of + j, select(abs(value) < infinity, d / load(total.of + j, m), d));
  });
  strip.each_of_columns([&](const Place& place) {
    place.add(dx, exp_of_negative(place.of(x) - place.of_local(top.of)) * place.of_local(total.of));
  });
}

}  // namespace

void softmax_columns(real* y, const real* x, Axis axis) {
  for_strips(Strips(axis, true), [=](Strip strip) { softmax_strip(y, x, strip); });
}

void softmax_backward_columns(Output dx, const real* dy, const real* y, Axis axis) {
  for_strips(Strips(axis, true), [=](Strip strip) { softmax_backward_strip(dx, dy, y, strip); });
}

void log_softmax_columns(real* y, const real* x, Axis axis) {
  for_strips(Strips(axis, true), [=](Strip strip) { log_softmax_strip(y, x, strip); });
}

void log_softmax_backward_columns(Output dx, const real* dy, const real* y, Axis axis) {
  for_strips(Strips(axis, true),
             [=](Strip strip) { log_softmax_backward_strip(dx, dy, y, strip); });
}

void logsumexp_columns(real* y, const real* x, Axis axis) {
  for_strips(Strips(axis, true), [=](Strip strip) { logsumexp_strip(y, x, strip); });
}

void logsumexp_backward_columns(Output dx, const real* dy, const real* x, const real* y,
                                Axis axis) {
  for_strips(Strips(axis, true),
             [=](Strip strip) { logsumexp_backward_strip(dx, dy, x, y, strip); });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
