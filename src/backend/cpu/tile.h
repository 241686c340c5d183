// tile.h: how the kernels of reductions go through an Axis: in tiles that fit the cache and that
// threads share. The tiles, and so the order of every sum, follow from
// the shape alone. A tile is some whole rows (inner == 1: the terms of a result are neighbours) or
// some columns (the results are neighbours).
#pragma once

#include <algorithm>

#include "backend/backend.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/row_block.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// The elements x[at ... at + lanes - 1], a register full or the tail, and the results they belong
/// to: one for all of them, or one each.
struct Position {
  Index at, result, lanes;
  bool one_result;

  Vec load(const real* x) const { return holo::load(x + at, lanes); }
  void add(Output dx, Vec value) const { holo::add(dx, at, value, lanes); }
  /// y [outer, inner]
  Vec load_result(const real* y) const {
    return one_result ? Vec(y[result]) : holo::load(y + result, lanes);
  }
};

struct Tile {
  /// Results of a tile, at most: whole registers of them.
  static constexpr Index max_results = 1024;
  /// Terms of a column that are added up before they are added to others: each rounding is one of a
  /// small sum.
  static constexpr Index terms_per_partial_sum = 64;

  Index at, result;  // of its first element
  Index count, n;    // results, and terms of each
  Index step;        // elements from one row to the next
  Index chunk;       // which part of the terms these are
  bool rows;

  /// body(position) for all elements, the tails of rows last.
  template <class Body>
  [[gnu::always_inline]] void for_each(Body body) const {
    if (rows) {
      return for_each_vec(count, n,
                          [&](Index r, Index i, Index lanes) { body(row_position(r, i, lanes)); });
    }
    for_each_vec(n, count,
                 [&](Index i, Index k, Index lanes) { body(column_position(i, k, lanes)); });
  }

  /// total[result] = sum of term(position), which is a Vec
  template <class Term>
  [[gnu::always_inline]] void sum(real* total, Term term) const {
    if (!rows) return sum_columns(total, term);
    for (Index r = 0; r < count; ++r) {
      total[r] =
          sum_of_row(n, [&](Index i, Index lanes) { return term(row_position(r, i, lanes)); });
    }
  }

 private:
  template <class Term>
  [[gnu::always_inline]] void sum_columns(real* total, Term term) const {
    alignas(Vec) real part[max_results];
    for (Index first = 0; first == 0 || first < n; first += terms_per_partial_sum) {
      const Index end = std::min(n, first + terms_per_partial_sum);
      add_columns(part, first, end, term);
      for_each_vec(count, [&](Index k, Index) {
        store(total + k, first == 0 ? load(part + k) : load(total + k) + load(part + k));
      });
    }
  }

  Position row_position(Index r, Index i, Index lanes) const {
    return {at + r * step + i, result + r, lanes, true};
  }
  Position column_position(Index i, Index k, Index lanes) const {
    return {at + i * step + k, result + k, lanes, false};
  }

  template <class Term>
  [[gnu::always_inline]] void add_columns(real* part, Index first, Index end, Term term) const {
    for_each_vec(count, [&](Index k, Index) { store(part + k, Vec(0)); });
    Index i = first;
    for (; i + 8 <= end; i += 8) {  // eight at a time, as a tree
      for_each_vec(count, [&](Index k, Index lanes) {
        Vec t[8];
#pragma GCC unroll 8
        for (Index j = 0; j < 8; ++j) t[j] = term(column_position(i + j, k, lanes));
        const Vec near = (t[0] + t[1]) + (t[2] + t[3]), far = (t[4] + t[5]) + (t[6] + t[7]);
        store(part + k, load(part + k) + (near + far));
      });
    }
    for (; i < end; ++i) {
      for_each_vec(count, [&](Index k, Index lanes) {
        store(part + k, load(part + k) + term(column_position(i, k, lanes)));
      });
    }
  }
};

/// A number for each result of a tile.
struct TileResults {
  alignas(Vec) real of[Tile::max_results];
};

/// The tiles of an Axis, block after block of results, that have all its terms or chunks of them.
struct Tiles {
  Axis axis;
  Index length, chunks;  // of terms
  Index width, blocks;   // of results
  Index column_blocks;   // for each o

  explicit Tiles(Axis a)
      : axis(a), length(std::min(a.n, a.inner == 1 ? grain::chunk : Index{256})) {
    const bool rows = axis.inner == 1;
    chunks = std::max<Index>(1, parts(axis.n, length));
    // Rows fit the first cache; of columns as few as are read well may fit the second one alone.
    const Index terms = std::max<Index>(length, 1);
    width = rows ? std::clamp<Index>(block_size / terms, 1, Tile::max_results)
                 : std::clamp<Index>(32768 / terms / 64 * 64, 64, Tile::max_results);
    // From memory rows of columns as wide as tiles can be, since it is fastest in its order.
    if (out_of_cache(axis)) width = equal_parts(axis.inner, Tile::max_results, rows ? 1 : 64);
    column_blocks = parts(axis.inner, width);
    blocks = rows ? parts(axis.outer, width) : axis.outer * column_blocks;
  }

  Index count() const { return blocks * chunks; }
  // Of the only tile of a small array no division is made: one takes as long as ten additions.
  static Index quotient(Index a, Index b) { return a < b ? 0 : a / b; }
  static Index parts(Index n, Index size) { return n <= size ? n > 0 : (n + size - 1) / size; }

  Tile operator[](Index number) const {
    const Index block = quotient(number, chunks), chunk = number - block * chunks,
                first = chunk * length;
    Tile tile{};
    tile.n = std::min(length, axis.n - first);
    tile.chunk = chunk;
    tile.rows = axis.inner == 1;
    if (tile.rows) {
      tile.result = block * width;
      tile.at = tile.result * axis.n + first;
      tile.count = std::min(width, axis.outer - tile.result);
      tile.step = axis.n;
    } else {
      const Index o = quotient(block, column_blocks), k = (block - o * column_blocks) * width;
      tile.result = o * axis.inner + k;
      tile.at = (o * axis.n + first) * axis.inner + k;
      tile.count = std::min(width, axis.inner - k);
      tile.step = axis.inner;
    }
    return tile;
  }

 private:
  // The columns of one o, for a loop over all rows.
  static bool out_of_cache(Axis a) { return a.inner > 1 && a.n * a.inner >= 1 << 18; }

  // The size, a multiple of `unit`, of as few equal parts of n as are not larger than `most`.
  static Index equal_parts(Index n, Index most, Index unit) {
    const Index count = (n + most - 1) / most;
    return (n + unit * count - 1) / (unit * count) * unit;
  }
};

/// body(tile). Copies of both, and all that body calls inlined here: so their members stay in
/// registers. What is stored in an array could change others, for all that the compiler knows.
template <class Body>
[[gnu::noinline, gnu::flatten]] void do_tile(const Tiles& tiles, Index number, const Body& body) {
  const Tile tile = tiles[number];
  const Body copy = body;
  copy(tile);
}

/// body(tile) for all of them
template <class Body>
void for_tiles(const Tiles& tiles, const Body& body) {
  const Index work = tiles.axis.outer * tiles.axis.n * tiles.axis.inner;
  parallel_for(tiles.count(), work, [&](Index i) { do_tile(tiles, i, body); });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
