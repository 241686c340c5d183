// value.cpp: sum and dot, the functions of Values with any number of arguments.
#include "holo/value.h"

#include <fmt/format.h>

#include "holo/check.h"
#include "scalar/simd.h"

namespace holo {
namespace {

// True when the eight of a and the eight of b are neighbours, each of one generation and op. Then
// all are live if the last one is, because a scope removes the newest nodes.
inline bool are_neighbours(const Value* a, const Value* b) {
  static_assert(sizeof(Value) == sizeof(std::uint64_t));
  return is_zero(gaps(reinterpret_cast<const std::uint64_t*>(a)) |
                 gaps(reinterpret_cast<const std::uint64_t*>(b)));
}

// Reads the indices and numbers of the values, one by one.
[[gnu::noinline]] void read(const Tape& tape, std::span<const Value> x, std::uint32_t* parents,
                            double* data) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    data[i] = tape.data(x[i]);
    parents[i] = x[i].index();
  }
}

}  // namespace

NodeId Tape::record_sum(std::span<const Value> x) {
  reserve(0, x.size());
  double* local = local_.data() + edge_count_;
  read(*this, x, parent_.data() + edge_count_, local);
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    total += local[i];
    local[i] = 1;
  }
  return push(Op::sum, total, x.size());
}

// The local derivative for a[i] is the number of b[i], and the other way round: reading both lists
// crosswise writes all edges. Eight places are one step where they are runs in both lists, as the
// rows of a matrix are; each place adds to a sum of its own, so that no addition waits for another.
NodeId Tape::record_dot(std::span<const Value> a, std::span<const Value> b) {
  const std::size_t n = a.size();
  if (b.size() != n) {
    throw Error("dot", fmt::format("lists of {} and {} Values", n, b.size()), "equal lengths");
  }
  reserve(0, 2 * n);
  double* for_a = local_.data() + edge_count_;
  double* for_b = for_a + n;
  std::uint32_t* from_a = parent_.data() + edge_count_;
  std::uint32_t* from_b = from_a + n;
  EightSums sums;
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    if (are_neighbours(&a[i], &b[i])) {
      const std::uint32_t first_a = checked(a[i + 7]) - 7, first_b = checked(b[i + 7]) - 7;
      store_run(from_a + i, first_a);
      store_run(from_b + i, first_b);
      sums.add_products(data_.data() + first_a, data_.data() + first_b, for_b + i, for_a + i);
    } else {
      read(*this, a.subspan(i, 8), from_a + i, for_b + i);
      read(*this, b.subspan(i, 8), from_b + i, for_a + i);
      sums.add_products(for_b + i, for_a + i, for_b + i, for_a + i);
    }
  }
  double y = sums.total();
  if (i < n) {
    read(*this, a.subspan(i), from_a + i, for_b + i);
    read(*this, b.subspan(i), from_b + i, for_a + i);
    for (; i < n; ++i) y += for_b[i] * for_a[i];
  }
  return push(Op::dot, y, 2 * n);
}

}  // namespace holo
