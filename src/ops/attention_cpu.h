// attention_cpu.h: what the two passes of attention on the processor share: blocks of queries, and
// their scores.
//
// A block of queries is done at a time, for one head. Its scores stand with the keys downwards and
// the queries side by side: row j holds q_t . k_j for the queries t of the block, one in each lane.
// So softmax, which goes over the keys, needs no sum across lanes; and every product reads k, v, q
// and dy as they lie in memory. Only the block of q (and of dy) is turned round.
#pragma once

#include <algorithm>
#include <limits>

#include "backend/backend.h"
#include "backend/gemm.h"
#include "backend/grain.h"
#include "backend/parts.h"
#include "backend/vec_transpose.h"
#include "holo/threads.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace attention_blocks {

/// Queries at a time: whole registers, of a length that keeps the scores in the second cache.
inline constexpr Index lanes = 32;

/// A sum over keys is cut into pieces of this many: small numbers are not added to a large one.
inline constexpr Index piece = 64;

/// The queries first ... first + count - 1, and how many keys at least one of them sees.
struct Block {
  Index first, count, keys;
  Index seen_by_all;  // keys that each of them sees
  Index width;        // lanes in use, in whole registers
};

inline Block block_at(Index first, const AttentionSizes& s) {
  Block b{};
  b.first = first;
  b.count = std::min(lanes, s.Tq - first);
  b.keys = s.causal ? first + b.count + s.Tk - s.Tq : s.Tk;
  b.seen_by_all = s.causal ? first + 1 + s.Tk - s.Tq : s.Tk;
  b.width = (b.count + Vec::width - 1) / Vec::width * Vec::width;
  return b;
}

/// The first query of the last block.
inline Index last_block(const AttentionSizes& s) { return (s.Tq - 1) / lanes * lanes; }

/// turned[d * lanes + t] = factor x[t * row + d] for the queries t of a block; 0 in the lanes
/// behind.
inline void turn(real* turned, const real* x, Index row, const Block& b, Index D, real factor) {
  for (Index t0 = 0; t0 < b.width; t0 += Vec::width) {
    for_parts(D, [&](Index d0, Index n) {
      Vec square[Vec::width];
      for (Index t = 0; t < Vec::width; ++t) {
        square[t] = t0 + t < b.count ? load(x + (t0 + t) * row + d0, n) : Vec(0);
      }
      transpose(square);
      for (Index d = 0; d < n; ++d) store(turned + (d0 + d) * lanes + t0, square[d] * factor);
    });
  }
}

/// scores[j * lanes + t] = k_j . scale q_t, and -inf where query t does not see key j.
inline void scores_of(real* scores, const real* turned_q, const real* k, Index k_row,
                      const Block& b, Index D) {
  gemm_serial(false, false, b.keys, b.width, D, k, k_row, turned_q, lanes, scores, lanes, false);
  constexpr real infinity = std::numeric_limits<real>::infinity();
  for (Index j = b.seen_by_all; j < b.keys; ++j) {
    const Index blind = std::min(lanes, j - b.seen_by_all + 1);  // the first queries of the block
    std::fill(scores + j * lanes, scores + j * lanes + blind, -infinity);
  }
}

/// task(i, scratch) for i < tasks, with `scratch_size` numbers of its own for each thread.
/// `work`: multiply-adds of all.
template <class Task>
void for_tasks(Index tasks, Index work, Index scratch_size, const Task& task) {
  const Index threads = work < grain::multiply_adds ? 1 : std::min<Index>(num_threads(), tasks);
  const Scratch scratch(threads * scratch_size);
  const auto share = [&](Index i) {
    for (Index t = i * tasks / threads; t < (i + 1) * tasks / threads; ++t) {
      task(t, scratch.data() + i * scratch_size);
    }
  };
  if (threads == 1) return share(0);
#pragma omp parallel for
  for (Index i = 0; i < threads; ++i) share(i);
}

}  // namespace attention_blocks
}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
