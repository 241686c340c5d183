// strip_cpu.h: how the kernels of reductions and softmax walk an Axis: in strips that fit the
// cache, and that threads share. How it is cut follows from the shape alone, and so does the order
// of a sum. A strip is some whole rows (inner == 1: the terms of a result are neighbours) or some
// columns (the results are neighbours).
#pragma once

#include <algorithm>

#include "backend/backend.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/row_block.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// Neighbours x[at] ..., as many as a register has lanes or fewer, and the results they belong to:
/// one for all of them, or one each.
struct Place {
  Index at, result, lanes;
  Index local;  // the result, counted from the first of the strip
  Index ahead;  // the same place of the next strip is x[at + ahead]
  bool shared;

  Vec of(const real* x) const { return load(x + at, lanes); }
  void put(real* x, Vec value) const { store(x + at, value, lanes); }
  void add(Output dx, Vec value) const { put(dx.data, dx.overwrite ? value : of(dx.data) + value); }
  /// Fetches what the next strip will read, or write.
  void fetch_next(const real* x) const { __builtin_prefetch(x + at + ahead); }
  void fetch_next_to_write(const real* y) const { __builtin_prefetch(y + at + ahead, 1); }
  /// y [outer, inner]
  Vec of_result(const real* y) const { return shared ? Vec(y[result]) : load(y + result, lanes); }
  /// y [Strip::room]
  Vec of_local(const real* y) const { return shared ? Vec(y[local]) : load(y + local); }
};

struct Strip {
  /// Results of a strip, at most, and room for whole registers of them.
  static constexpr Index room = 512;
  /// So many terms of columns are added up before they are added to others: each rounding is one of
  /// a small sum.
  static constexpr Index column_run = 64;

  Index at, result;  // of its first element
  Index count, n;    // results, and terms of each
  Index step;        // elements from one row to the next
  Index chunk;       // which part of the terms these are
  Index ahead;       // elements to the next strip; 0 without one that can be fetched
  bool rows;

  /// Of columns: a long row is read alone, as memory likes it; of short ones several share what is
  /// loaded and stored for their results.
  Index rows_at_a_time() const { return count > 4 * Vec::width ? 1 : 8; }

  /// body(place) for all elements
  template <class Body>
  [[gnu::always_inline]] void each(Body body) const {
    if (!rows) return each_of_columns(body);
    for_row_parts(count, n, [&](Index r, Index i, Index m) { body(row_place(r, i, m)); });
  }

  /// total[result] = sum of term(place), which is a Vec
  template <class Term>
  [[gnu::always_inline]] void sum(real* total, Term term) const {
    if (!rows) return sum_columns(total, term);
    for (Index r = 0; r < count; ++r) {
      total[r] = sum_of_row(n, [&](Index i, Index m) { return term(row_place(r, i, m)); });
    }
  }

  /// The same two of columns alone.
  template <class Body>
  [[gnu::always_inline]] void each_of_columns(Body body) const {
    for (Index i = 0; i < n; ++i) {
      for_parts(count, [&](Index k, Index m) { body(column_place(i, k, m)); });
    }
  }
  template <class Term>
  [[gnu::always_inline]] void sum_columns(real* total, Term term) const {
    alignas(Vec) real part[room];
    for_parts(count, [&](Index k, Index) { store(total + k, Vec(0)); });
    for (Index first = 0; first < n; first += column_run) {
      add_columns(part, first, std::min(n, first + column_run), term);
      for_parts(count, [&](Index k, Index) { store(total + k, load(total + k) + load(part + k)); });
    }
  }

 private:
  Place row_place(Index r, Index i, Index lanes) const {
    return {at + r * step + i, result + r, lanes, r, ahead, true};
  }
  Place column_place(Index i, Index k, Index lanes) const {
    return {at + i * step + k, result + k, lanes, k, ahead, false};
  }

  template <class Term>
  [[gnu::always_inline]] void add_columns(real* part, Index first, Index end, Term term) const {
    for_parts(count, [&](Index k, Index) { store(part + k, Vec(0)); });
    Index i = first;
    for (; i + 8 <= end; i += 8) {  // eight at a time, as a tree
      for_parts(count, [&](Index k, Index m) {
        Vec t[8];
#pragma GCC unroll 8
        for (Index j = 0; j < 8; ++j) t[j] = term(column_place(i + j, k, m));
        const Vec near = (t[0] + t[1]) + (t[2] + t[3]), far = (t[4] + t[5]) + (t[6] + t[7]);
        store(part + k, load(part + k) + (near + far));
      });
    }
    for (; i < end; ++i) {
      for_parts(count, [&](Index k, Index m) {
        store(part + k, load(part + k) + term(column_place(i, k, m)));
      });
    }
  }
};

/// A number for each result of a strip.
struct StripResults {
  alignas(Vec) real of[Strip::room];
};

/// The strips of an Axis, block after block of results. `whole`: each has all terms of its results;
/// else the terms are cut into chunks.
struct Strips {
  Axis axis;
  Index length, chunks;  // of terms
  Index width, blocks;   // of results
  Index tiles;           // blocks of columns for each o

  Strips(Axis a, bool whole) : axis(a) {
    const bool rows = axis.inner == 1;
    length = whole ? axis.n : std::min(axis.n, rows ? grain::chunk : 256);
    chunks = axis.n == 0 ? 1 : (axis.n + length - 1) / length;
    // Of rows 2048 elements, for the first cache; of columns 32768, or as few as are read well.
    const Index fit = rows ? 2048 : 32768, least = rows ? 1 : Index{64};
    width = std::clamp(fit / std::max<Index>(length, 1) / least * least, least, Strip::room);
    tiles = (axis.inner + width - 1) / width;
    blocks = rows ? (axis.outer + width - 1) / width : axis.outer * tiles;
  }

  Index count() const { return blocks * chunks; }

  Strip operator[](Index number) const {
    const Index block = number / chunks, chunk = number % chunks, first = chunk * length;
    Strip strip{};
    strip.n = std::min(length, axis.n - first);
    strip.chunk = chunk;
    strip.rows = axis.inner == 1;
    if (strip.rows) {
      strip.result = block * width;
      strip.at = strip.result * axis.n + first;
      strip.count = std::min(width, axis.outer - strip.result);
      strip.step = axis.n;
      const bool near = axis.n <= 16384;  // the next one fits the second cache, too
      if (near && strip.result + 2 * width <= axis.outer) strip.ahead = width * axis.n;
    } else {
      const Index o = block / tiles, k = block % tiles * width;
      strip.result = o * axis.inner + k;
      strip.at = (o * axis.n + first) * axis.inner + k;
      strip.count = std::min(width, axis.inner - k);
      strip.step = axis.inner;
      if (k + 2 * width <= axis.inner) strip.ahead = width;
    }
    return strip;
  }
};

/// body(strip) for all of them
template <class Body>
void for_strips(const Strips& strips, const Body& body) {
  const Index work = strips.axis.outer * strips.axis.n * strips.axis.inner;
  parallel_for(strips.count(), work, [&](Index i) { body(strips[i]); });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
