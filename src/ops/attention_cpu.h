// attention_cpu.h: what the kernels of attention on the processor share. Heads as wide as a
// register or wider are made of matrix products (attention_cpu.cpp, attention_backward_cpu.cpp);
// narrower ones would leave lanes empty there and have their own loops (attention_narrow_cpu.cpp).
//
// All do a block of queries of one head at a time. Its scores stand with the keys downwards and the
// queries side by side, a lane each: row j holds q_t . k_j for all t of the block. So softmax,
// which goes over the keys, needs no sum across lanes, and k and v are read as they lie in memory.
// Only the block of q (and of dy) is turned round.
#pragma once

#include <algorithm>
#include <limits>

#include "backend/backend.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/parts.h"
#include "backend/cpu/vec_math.h"
#include "backend/cpu/vec_transpose.h"
#include "holo/threads.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace attention_kernel {

/// The queries first ... first + count - 1 of a head, and the keys that at least one of them sees.
struct Block {
  Index first, count, keys;
  Index seen_by_all;  // keys that each of them sees
};

inline Block block_at(Index first, Index lanes, const AttentionSizes& s) {
  const Index count = std::min(lanes, s.Tq - first);
  if (!s.causal) return {first, count, s.Tk, s.Tk};
  const Index seen = first + 1 + s.Tk - s.Tq;
  return {first, count, seen + count - 1, seen};
}

inline Index whole_registers(Index n) { return (n + Vec::width - 1) / Vec::width * Vec::width; }

/// to[c * to_row + r] = or += factor from[r * from_row + c] for c < columns and r < lanes, where
/// the rows of `from` are zeros from `rows` on.
inline void turn(Output to, Index to_row, Index lanes, const real* from, Index from_row, Index rows,
                 Index columns, real factor) {
  for (Index r0 = 0; r0 < lanes; r0 += Vec::width) {
    const Index room = std::min<Index>(Vec::width, lanes - r0);
    for_parts(columns, [&](Index c0, Index n) {
      Vec square[Vec::width];
      for (Index r = 0; r < Vec::width; ++r) {
        square[r] = r0 + r < rows ? load(from + (r0 + r) * from_row + c0, n) : Vec(0);
      }
      transpose(square);
      for (Index c = 0; c < n; ++c) {
        real* const to_c = to.data + (c0 + c) * to_row + r0;
        const Vec x = square[c] * factor;
        store(to_c, to.overwrite ? x : load(to_c, room) + x, room);
      }
    });
  }
}

/// Scores of -inf where a query does not see a key: those are the first queries of the block.
inline void hide(real* scores, Index lanes, const Block& b) {
  for (Index j = b.seen_by_all; j < b.keys; ++j) {
    real* const row = scores + j * lanes;
    std::fill(row, row + (j - b.seen_by_all + 1), -std::numeric_limits<real>::infinity());
  }
}

/// A sum over keys is cut into pieces of this many: a small number is not added to a large one.
inline constexpr Index piece = 64;

/// e^x for a score less the largest one. 0 where it is below the normal numbers, as it is for every
/// key that is hidden: a product that ends down there takes a hundred cycles.
inline Vec probability(Vec x) {
  constexpr real smallest = sizeof(real) == 4 ? -87 : -708;  // log of the smallest normal number
  const Mask none = x < smallest;
  return select(none, Vec(0), exp(select(none, Vec(0), x)));
}

/// For one register of queries, `lanes` from one key to the next: e^(score - largest) in place.
struct SoftmaxSums {
  Vec total;  // of e^(score - largest)
  Vec lse;    // the log of the sum of e^score
};
inline SoftmaxSums softmax_lanes(real* scores, Index lanes, Index keys) {
  Vec top(-std::numeric_limits<real>::infinity());
  for (Index j = 0; j < keys; ++j) top = max(load(scores + j * lanes), top);
  Vec total(0);
  for (Index j0 = 0; j0 < keys; j0 += piece) {
    Vec part(0);
    for (Index j = j0; j < std::min(keys, j0 + piece); ++j) {
      const Vec e = probability(load(scores + j * lanes) - top);
      store(scores + j * lanes, e);
      part += e;
    }
    total += part;
  }
  return {total, top + log(total)};
}

/// The same on the way back: p from the scores, ds = scale p (dp - sum p dp) from dp, in place.
/// lse is rounded, by 1e-3 where scores are 1e4; so p is divided by its sum once more.
inline void softmax_lanes_backward(real* scores, real* dp, Index lanes, Index keys, Vec lse,
                                   Vec scale) {
  Vec total(0), along(0);
  for (Index j0 = 0; j0 < keys; j0 += piece) {
    Vec part(0), part_along(0);
    for (Index j = j0; j < std::min(keys, j0 + piece); ++j) {
      const Vec e = probability(load(scores + j * lanes) - lse);
      store(scores + j * lanes, e);
      part += e;
      part_along += e * load(dp + j * lanes);
    }
    total += part;
    along += part_along;
  }
  const Vec share = 1 / total, mean = along * share;
  for (Index j = 0; j < keys; ++j) {
    const Vec p = load(scores + j * lanes) * share;
    store(scores + j * lanes, p);
    store(dp + j * lanes, p * (load(dp + j * lanes) - mean) * scale);
  }
}

/// Scores of all heads.
inline double scores_in(const AttentionSizes& s) {
  return static_cast<double>(s.B * s.H * s.Tq) * static_cast<double>(s.Tk);
}

/// task(i, scratch) for i < tasks, with `size` numbers of its own for each thread. `work`:
/// multiply-adds of all.
template <class Task>
void for_tasks(Index tasks, double work, Index size, const Task& task) {
  const Index threads = work < grain::multiply_adds ? 1 : std::min<Index>(num_threads(), tasks);
  const Scratch scratch(threads * size);
  // `threads` shares of neighbours; they are worth a thread each.
  parallel_for(threads, grain::elements, [&](Index i) {
    for (Index t = i * tasks / threads; t < (i + 1) * tasks / threads; ++t) {
      task(t, scratch.data() + i * size);
    }
  });
}

inline Output at(Output dx, Index i) {
  return {dx.data == nullptr ? nullptr : dx.data + i, dx.overwrite};
}

/// Heads narrower than a register: D < Vec::width.
void narrow_forward(real* y, real* lse, const real* q, const real* k, const real* v,
                    const AttentionSizes& s);
void narrow_backward(Output dq, Output dk, Output dv, const real* dy, const real* q, const real* k,
                     const real* v, const real* lse, const AttentionSizes& s);

}  // namespace attention_kernel
}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
