// attention_cpu.h: code that the CPU kernels of attention share. attention_cpu.cpp uses matrix
// products. These would leave lanes empty for heads of 2 or 4 channels, so short sequences, like
// microgpt's, have loops in attention_short_cpu.cpp.
//
// The kernels with matrix products compute one block of queries of one head at a time. In its
// scores, row j has q_t . k_j for all t of the block, one lane for each query. So softmax, over the
// keys, needs no sum across lanes; k and v are read as stored. Only q (and dy) is transposed.
#pragma once

#include <algorithm>
#include <limits>

#include "backend/backend.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/vec_loop.h"
#include "backend/cpu/vec_math.h"
#include "backend/cpu/vec_transpose.h"
#include "backend/scratch.h"

namespace holo {
namespace attention_kernel {

/// The queries first ... first + count - 1 of a head, and the keys that at least one of them sees.
struct Block {
  Index first, count, keys;
  Index seen_by_all;  // how many keys all queries see
};

inline Block block_at(Index first, Index block_size, const AttentionSizes& s) {
  const Index count = std::min(block_size, s.Tq - first);
  if (!s.causal) return {first, count, s.Tk, s.Tk};
  const Index seen = first + 1 + s.Tk - s.Tq;
  return {first, count, seen + count - 1, seen};
}

inline Index whole_registers(Index n) { return (n + Vec::width - 1) / Vec::width * Vec::width; }

/// to[c * to_row + r] = factor from[r * from_row + c] for c < columns and r < padded_rows. Rows of
/// `from` from `rows` on count as zeros.
inline void transpose_scaled(real* to, Index to_row, Index padded_rows, const real* from,
                             Index from_row, Index rows, Index columns, real factor) {
  for (Index r0 = 0; r0 < padded_rows; r0 += Vec::width) {
    const Index row_lanes = std::min<Index>(Vec::width, padded_rows - r0);
    for_each_vec(columns, [&](Index c0, Index lanes) {
      Vec square[Vec::width];
      for (Index r = 0; r < Vec::width; ++r) {
        square[r] = r0 + r < rows ? load(from + (r0 + r) * from_row + c0, lanes) : Vec(0);
      }
      transpose(square);
      for (Index c = 0; c < lanes; ++c) {
        store(to + (c0 + c) * to_row + r0, square[c] * factor, row_lanes);
      }
    });
  }
}

/// Sets scores to -inf where a query does not see a key. Only the first queries of the block have
/// such keys. `row` is the distance from one key to the next.
inline void apply_causal_mask(real* scores, Index row, const Block& b) {
  for (Index j = b.seen_by_all; j < b.keys; ++j) {
    std::fill_n(scores + j * row, j - b.seen_by_all + 1, -std::numeric_limits<real>::infinity());
  }
}

/// A sum over keys adds up sums of this many keys, so that it adds no small number to a large one.
inline constexpr Index keys_per_partial_sum = 64;

/// e^x for a score minus the largest score. It is 0 instead of subnormal, for example for masked
/// keys, because a product with a subnormal result takes a hundred cycles.
inline Vec probability(Vec x) {
  constexpr real smallest = sizeof(real) == 4 ? -87 : -708;  // log of the smallest normal number
  const Mask none = x < smallest;
  return select(none, Vec(0), exp(select(none, Vec(0), x)));
}

/// The softmax of a register of queries without the division: writes e^(score - largest) in place.
/// `row` is the distance from one key to the next. It shares no code with the softmax of rows,
/// because here all terms of a sum are in one lane, and there is no sum across lanes.
struct SoftmaxSums {
  Vec total;  // the sum of e^(score - largest)
  Vec lse;    // the log of the sum of e^score
};
inline SoftmaxSums softmax_of_queries(real* scores, Index row, Index keys) {
  // 1. the largest
  Vec largest(-std::numeric_limits<real>::infinity());
  for (Index j = 0; j < keys; ++j) largest = max(load(scores + j * row), largest);
  // 2. e^(score - largest), and its sum
  Vec total(0);
  for (Index j0 = 0; j0 < keys; j0 += keys_per_partial_sum) {
    Vec part(0);
    for (Index j = j0; j < std::min(keys, j0 + keys_per_partial_sum); ++j) {
      const Vec e = probability(load(scores + j * row) - largest);
      store(scores + j * row, e);
      part += e;
    }
    total += part;
  }
  return {total, largest + log(total)};
}

/// The backward of softmax_of_queries: computes p from the scores and ds = scale p (dp - sum p dp)
/// from dp, in place. lse has a rounding error, 1e-3 for scores of 1e4, so p is divided by its sum.
inline void softmax_of_queries_backward(real* scores, real* dp, Index row, Index keys, Vec lse,
                                        Vec scale) {
  // 2. e^(score - lse), its sum, and sum p dp
  Vec total(0), along(0);
  for (Index j0 = 0; j0 < keys; j0 += keys_per_partial_sum) {
    Vec part(0), part_along(0);
    for (Index j = j0; j < std::min(keys, j0 + keys_per_partial_sum); ++j) {
      const Vec e = probability(load(scores + j * row) - lse);
      store(scores + j * row, e);
      part += e;
      part_along += e * load(dp + j * row);
    }
    total += part;
    along += part_along;
  }
  // 1. p and ds
  const Vec inverse = 1 / total, mean = along * inverse;
  for (Index j = 0; j < keys; ++j) {
    const Vec p = load(scores + j * row) * inverse;
    store(scores + j * row, p);
    store(dp + j * row, p * (load(dp + j * row) - mean) * scale);
  }
}

/// The number of scores of all heads.
inline double scores_in(const AttentionSizes& s) {
  return static_cast<double>(s.B * s.H * s.Tq) * static_cast<double>(s.Tk);
}

/// Calls task(i, scratch) for i < tasks, where scratch is an array of `size` numbers for the
/// thread. `work` counts the multiply-adds of all tasks.
template <class Task>
void for_tasks(Index tasks, double work, Index size, const Task& task) {
  const Index threads = work < grain::multiply_adds ? 1 : std::min<Index>(threads_of_loop(), tasks);
  const Scratch scratch(cpu(), threads * size);
  parallel_tasks(threads, [&](Index i) {
    for (Index t = i * tasks / threads; t < (i + 1) * tasks / threads; ++t) {
      task(t, scratch.data() + i * size);
    }
  });
}

inline Output at(Output dx, Index i) {
  return {dx.data == nullptr ? nullptr : dx.data + i, dx.overwrite};
}

/// Tells whether attention_short_cpu.cpp has a kernel for these sizes: few rows of q and k, and
/// heads of D = 2 or 4 channels, narrower than a register, each with separate keys.
bool is_short(const AttentionSizes& s);
/// REQUIRES: is_short(s).
void short_forward(real* y, real* lse, const real* q, const real* k, const real* v,
                   const AttentionSizes& s);
void short_backward(Output dq, Output dk, Output dv, const real* dy, const real* q, const real* k,
                    const real* v, const real* lse, const AttentionSizes& s);

}  // namespace attention_kernel
}  // namespace holo
