// tile.h: how the kernels of reductions, and of softmax over columns, go through an Axis: in tiles
// that fit the cache and that threads share. The tiles, and so the order of every sum, follow from
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
  Index in_tile;  // the result, counted from the first of the tile
  Index ahead;    // the same element of the next tile is x[at + ahead]
  bool one_result;

  Vec load(const real* x) const { return holo::load(x + at, lanes); }
  void store(real* x, Vec value) const { holo::store(x + at, value, lanes); }
  void add(Output dx, Vec value) const { holo::add(dx, at, value, lanes); }
  void prefetch_next(const real* x) const { prefetch(x + at + ahead); }
  void prefetch_next_to_write(const real* y) const { prefetch_to_write(y + at + ahead); }
  /// y [outer, inner]
  Vec load_result(const real* y) const {
    return one_result ? Vec(y[result]) : holo::load(y + result, lanes);
  }
  /// y [Tile::max_results]
  Vec load_tile_result(const real* y) const {
    return one_result ? Vec(y[in_tile]) : holo::load(y + in_tile);
  }
};

struct Tile {
  /// Results of a tile, at most: whole registers of them.
  static constexpr Index max_results = 1024;
  /// Terms of a column that are added up before they are added to others: each rounding is one of a
  /// small sum.
  static constexpr Index terms_per_partial_sum = 64;

  Index begin;         // the first term of its first result
  Index at, result;    // of its first element
  Index count, n;      // results, and terms of each
  Index step;          // elements from one row to the next
  Index block, chunk;  // which part of the results, and of the terms, these are
  Index ahead;         // elements to the next tile; 0 without one that can be fetched
  bool rows;

  /// For columns: a long row is read alone, which memory does fastest; for several short ones the
  /// results are loaded and stored once.
  Index rows_at_a_time() const { return count > 4 * Vec::width ? 1 : 8; }

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

  /// The same two of columns alone; row after row, which leaves more registers to long formulas.
  template <class Body>
  [[gnu::always_inline]] void for_each_in_columns(Body body) const {
    for (Index i = 0; i < n; ++i) {
      for_each_vec(count, [&](Index k, Index lanes) { body(column_position(i, k, lanes)); });
    }
  }
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

 private:
  Position row_position(Index r, Index i, Index lanes) const {
    return {at + r * step + i, result + r, lanes, r, ahead, true};
  }
  Position column_position(Index i, Index k, Index lanes) const {
    return {at + i * step + k, result + k, lanes, k, ahead, false};
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

  /// Chunks for a sum, which reads all once.
  explicit Tiles(Axis a) : Tiles(a, a.inner == 1 ? grain::chunk : 256, out_of_cache(a)) {}
  /// All terms of columns that a kernel goes through pass after pass.
  static Tiles of_columns(Axis a) { return Tiles(a, a.n, false); }
  /// Partial sums of the same, where columns are too tall for that.
  static Tiles of_tall_columns(Axis a) { return Tiles(a, Tile::terms_per_partial_sum, true); }
  /// Chunks that a kernel goes through twice.
  static Tiles of_two_passes(Axis a) { return out_of_cache(a) ? of_tall_columns(a) : Tiles(a); }
  static bool tall(Axis a) { return a.n > 512 && out_of_cache(a); }

  Index count() const { return blocks * chunks; }
  // Of the only tile of a small array no division is made: one takes as long as ten additions.
  static Index quotient(Index a, Index b) { return a < b ? 0 : a / b; }
  static Index parts(Index n, Index size) { return n <= size ? n > 0 : (n + size - 1) / size; }

  Tile operator[](Index number) const {
    const Index block = quotient(number, chunks), chunk = number - block * chunks,
                first = chunk * length;
    Tile tile{};
    tile.n = std::min(length, axis.n - first);
    tile.block = block;
    tile.chunk = chunk;
    tile.rows = axis.inner == 1;
    if (tile.rows) {
      tile.result = block * width;
      tile.begin = tile.result * axis.n;
      tile.at = tile.begin + first;
      tile.count = std::min(width, axis.outer - tile.result);
      tile.step = axis.n;
      const bool near = axis.n <= 16384;  // the next one fits the second cache, too
      if (near && tile.result + 2 * width <= axis.outer) tile.ahead = width * axis.n;
    } else {
      const Index o = quotient(block, column_blocks), k = (block - o * column_blocks) * width;
      tile.result = o * axis.inner + k;
      tile.begin = o * axis.n * axis.inner + k;
      tile.at = tile.begin + first * axis.inner;
      tile.count = std::min(width, axis.inner - k);
      tile.step = axis.inner;
      if (k + 2 * width <= axis.inner) tile.ahead = width;
    }
    return tile;
  }

 private:
  // `wide`: rows of columns are as wide as tiles can be, since memory is fastest in its order.
  Tiles(Axis a, Index most_terms, bool wide) : axis(a), length(std::min(a.n, most_terms)) {
    const bool rows = axis.inner == 1;
    chunks = std::max<Index>(1, parts(axis.n, length));
    // Rows fit the first cache; of columns as few as are read well may fit the second one alone.
    const Index terms = std::max<Index>(length, 1);
    width = rows ? std::clamp<Index>(block_size / terms, 1, Tile::max_results)
                 : std::clamp<Index>(32768 / terms / 64 * 64, 64, Tile::max_results);
    if (wide) width = equal_parts(axis.inner, Tile::max_results, rows ? 1 : 64);
    column_blocks = parts(axis.inner, width);
    blocks = rows ? parts(axis.outer, width) : axis.outer * column_blocks;
  }

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
