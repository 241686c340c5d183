// fast.cpp: faster forms of the loops in backward.cpp and tape.cpp, with bit-identical results. One
// step processes eight numbers adjacent on the tape, using the vector types of g++ and clang++.
#include "scalar/fast.h"

#include <cmath>
#include <cstring>
#include <type_traits>

namespace holo {
namespace {

#ifdef __AVX__
constexpr std::size_t simd_width = 4;  // 64-bit numbers per register
#else
constexpr std::size_t simd_width = 2;
#endif

using Doubles = double __attribute__((vector_size(8 * simd_width)));
using Words = std::uint64_t __attribute__((vector_size(8 * simd_width)));
using HalfWords =
    std::uint32_t __attribute__((vector_size(8 * simd_width)));  // 2 * simd_width 32-bit numbers

template <class Vector, class T>
Vector load(const T* from) {
  Vector v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

template <class T, class Vector>
void store(T* to, const Vector& v) {
  std::memcpy(to, &v, sizeof v);
}

/// {0, 1, 2, ...}
template <class Vector, class T>
constexpr Vector count() {
  Vector v = {};
  for (std::size_t i = 0; i < sizeof(Vector) / sizeof(T); ++i) v[i] = static_cast<T>(i);
  return v;
}

/// to[i] += a[i] * b
inline void add_scaled(double* to, const double* a, double b) {
  for (std::size_t i = 0; i < 8; i += simd_width) {
    store(to + i, load<Doubles>(to + i) + load<Doubles>(a + i) * b);
  }
}

/// Eight separate sums, computed side by side.
class EightSums {
 public:
  /// sum[i] += a[i] * b[i]; also copies a and b
  void add_products(const double* a, const double* b, double* copy_of_a, double* copy_of_b) {
    for (std::size_t i = 0; i < 8; i += simd_width) {
      const Doubles x = load<Doubles>(a + i), y = load<Doubles>(b + i);
      store(copy_of_a + i, x);
      store(copy_of_b + i, y);
      sums_[i / simd_width] += x * y;
    }
  }
  /// sum[i] += a[i] * b
  void add_scaled(const double* a, double b) {
    for (std::size_t i = 0; i < 8; i += simd_width)
      sums_[i / simd_width] += load<Doubles>(a + i) * b;
  }
  /// ((0 + 4) + (2 + 6)) + ((1 + 5) + (3 + 7))
  double total() const {
    constexpr std::size_t half = 4 / simd_width;
    Doubles folded[half];
    for (std::size_t i = 0; i < half; ++i) folded[i] = sums_[i] + sums_[i + half];
    double four[4];
    std::memcpy(four, folded, sizeof four);
    return (four[0] + four[2]) + (four[1] + four[3]);
  }

 private:
  Doubles sums_[8 / simd_width] = {};
};

/// True if all bits of v are 0.
template <class Vector>
bool is_zero(const Vector& v) {
  using Two = std::uint64_t __attribute__((vector_size(16)));
  const char* bytes = reinterpret_cast<const char*>(&v);
  Two word = {};
  for (std::size_t i = 0; i < sizeof v; i += sizeof word) word |= load<Two>(bytes + i);
  return (word[0] | word[1]) == 0;
}

/// A vector whose bits are all 0 if and only if x[i] = x[0] + i for all eight i.
template <class T>
auto gaps(const T* x) {
  using Vector = std::conditional_t<sizeof(T) == 8, Words, HalfWords>;
  Vector gaps = {};
  for (std::size_t i = 0; i < 8; i += sizeof(Vector) / sizeof(T)) {
    gaps |= (load<Vector>(x + i) - static_cast<T>(i) - count<Vector, T>()) ^ x[0];
  }
  return gaps;
}

/// x[i] = first + i
inline void store_run(std::uint32_t* x, std::uint32_t first) {
  for (std::uint32_t i = 0; i < 8; i += sizeof(HalfWords) / 4) {
    store(x + i, count<HalfWords, std::uint32_t>() + (first + i));
  }
}

// True if the eight Values of a are adjacent and share a generation and an op, and the same holds
// for b. In that case, all are live if the last one is, because a scope removes the newest nodes.
inline bool are_neighbours(const Value* a, const Value* b) {
  static_assert(sizeof(Value) == sizeof(std::uint64_t));
  return is_zero(gaps(reinterpret_cast<const std::uint64_t*>(a)) |
                 gaps(reinterpret_cast<const std::uint64_t*>(b)));
}

// Sends a gradient along sixteen edges of a sum or dot. The first eight parents may be adjacent on
// the tape, like a row of a matrix, and so may the last eight. If both groups are, uses vector
// additions.
inline void send_sixteen(const std::uint32_t* parent, const double* local, double* grads,
                         double grad) {
  if (is_zero(gaps(parent) | gaps(parent + 8))) {
    add_scaled(grads + parent[0], local, grad);
    add_scaled(grads + parent[8], local + 8, grad);
  } else {
    for (std::size_t i = 0; i < 16; ++i) grads[parent[i]] += local[i] * grad;
  }
}

// True if all numbers are finite: then a gradient of 0 sends only zeros. (0 times infinity is NaN.)
bool are_finite(const double* local, std::size_t count) {
  EightSums zeros;
  std::size_t e = 0;
  for (; e + 8 <= count; e += 8) zeros.add_scaled(local + e, 0);
  double zero = zeros.total();
  for (; e < count; ++e) zero += local[e] * 0.0;
  return zero == 0;
}

}  // namespace

void backward_fast(std::span<const TapeNode> nodes, std::span<const std::uint32_t> parents,
                   std::span<const double> locals, std::span<double> grads_of,
                   const std::span<const Value>* order,
                   const std::function<std::vector<std::uint32_t>()>& find_used) {
  const std::uint32_t* const parent = parents.data();
  const double* const local = locals.data();
  double* const grads = grads_of.data();
  const auto end_of_edges = [&](std::size_t node) {
    return node + 1 < nodes.size() ? nodes[node + 1].first_edge : parents.size();
  };
  std::vector<bool> used;  // nodes that the root (the last node) uses; empty until needed
  const auto is_used = [&](std::size_t node) {
    if (!used.empty()) return used[node];
    used.resize(nodes.size());
    for (const std::uint32_t found : find_used()) used[found] = true;
    return used[node];
  };
  // Handles any number of edges, and edges that may send NaN.
  const auto send = [&](std::size_t node, std::size_t first, std::size_t end) {
    const double grad = grads[node];
    if (grad == 0 && (are_finite(local + first, end - first) || !is_used(node))) return;
    std::size_t e = first;
    for (; e + 16 <= end; e += 16) send_sixteen(parent + e, local + e, grads, grad);
    for (; e < end; ++e) grads[parent[e]] += local[e] * grad;
  };
  // Handles the common cases of one or two edges without an inner loop.
  const auto visit = [&](std::size_t node, std::size_t first, std::size_t end)
      __attribute__((always_inline)) {
    const std::size_t count = end - first;
    const double grad = grads[node];
    if (count == 2 && nodes[node].op() == Op::add) {  // 1 * grad is grad
      grads[parent[first]] += grad;
      grads[parent[first + 1]] += grad;
    } else if (count == 2) {
      const double to_a = local[first] * grad, to_b = local[first + 1] * grad;
      if (std::isnan(to_a) || std::isnan(to_b)) [[unlikely]] {
        send(node, first, end);
      } else {
        grads[parent[first]] += to_a;
        grads[parent[first + 1]] += to_b;
      }
    } else if (count == 1) {
      const double to_parent = local[first] * grad;
      if (std::isnan(to_parent)) [[unlikely]] {
        send(node, first, end);
      } else {
        grads[parent[first]] += to_parent;
      }
    } else {
      send(node, first, end);
    }
  };
  if (order == nullptr) {
    std::size_t end = parents.size();
    // When no edges are left, the remaining nodes are leaves.
    for (std::size_t node = nodes.size(); end > 0;) {
      const std::size_t first = nodes[--node].first_edge;
      visit(node, first, end);
      end = first;
    }
    return;
  }
  for (const Value value : *order) {
    const std::size_t node = value.index();
    if (node < nodes.size()) visit(node, nodes[node].first_edge, end_of_edges(node));
  }
}

// One step processes eight pairs if the eight Values of each list are adjacent on the tape, like a
// row of a matrix. Each pair is added to a separate sum, so that no addition waits for another.
double dot_fast(const Tape& tape, const double* data, std::span<const Value> a,
                std::span<const Value> b, std::uint32_t* parents, double* locals) {
  const std::size_t n = a.size();
  std::uint32_t *const from_a = parents, *const from_b = parents + n;
  double *const for_a = locals, *const for_b = locals + n;
  EightSums sums;
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    if (are_neighbours(&a[i], &b[i])) {
      const std::uint32_t first_a = tape.checked(a[i + 7]) - 7;
      const std::uint32_t first_b = tape.checked(b[i + 7]) - 7;
      store_run(from_a + i, first_a);
      store_run(from_b + i, first_b);
      sums.add_products(data + first_a, data + first_b, for_b + i, for_a + i);
    } else {
      read_values(tape, a.subspan(i, 8), from_a + i, for_b + i);
      read_values(tape, b.subspan(i, 8), from_b + i, for_a + i);
      sums.add_products(for_b + i, for_a + i, for_b + i, for_a + i);
    }
  }
  double y = sums.total();
  if (i < n) {
    read_values(tape, a.subspan(i), from_a + i, for_b + i);
    read_values(tape, b.subspan(i), from_b + i, for_a + i);
    for (; i < n; ++i) y += for_b[i] * for_a[i];
  }
  return y;
}

}  // namespace holo
