// backward_fast.cpp: the same bits as the loop of backward.cpp, in less time.
#include "scalar/backward_fast.h"

#include "scalar/simd.h"

namespace holo {
namespace {

// Sixteen edges of a sum or dot: twice eight, which are one vector addition where the parents are
// neighbours on the tape, as the rows of a matrix are.
inline void send_sixteen(const std::uint32_t* parent, const double* local, double* grads,
                         double grad) {
  if (is_zero(gaps(parent) | gaps(parent + 8))) {
    add_scaled(grads + parent[0], local, grad);
    add_scaled(grads + parent[8], local + 8, grad);
  } else {
    for (std::size_t i = 0; i < 16; ++i) grads[parent[i]] += local[i] * grad;
  }
}

// Then 0 times each of them is 0, which changes no gradient: 0 times infinity is NaN.
bool are_finite(const double* local, std::size_t count) {
  EightSums zeros;
  std::size_t e = 0;
  for (; e + 8 <= count; e += 8) zeros.add_scaled(local + e, 0);
  double zero = zeros.total();
  for (; e < count; ++e) zero += local[e] * 0.0;
  return zero == 0;
}

}  // namespace

std::size_t backward_fast(std::span<const TapeNode> nodes, std::span<const std::uint32_t> parents,
                          std::span<const double> locals, std::span<double> grads_of,
                          const std::function<std::vector<bool>()>& find_used) {
  const std::uint32_t* const parent = parents.data();
  const double* const local = locals.data();
  double* const grads = grads_of.data();
  std::vector<bool> used;
  const auto is_used = [&](std::size_t node) {
    if (used.empty()) used = find_used();
    return used[node];
  };
  std::size_t silent = 0;  // edges of nodes whose gradient is 0
  std::size_t last = parents.size();
  for (std::size_t i = nodes.size(); last > 0;) {  // when no edges are left, the rest are leaves
    const std::size_t first = nodes[--i].first_edge, count = last - first;
    const double grad = grads[i];
    if (grad == 0 && (are_finite(local + first, count) || !is_used(i))) {
      silent += count;
    } else if (count == 2) {  // one or two are common: they need no inner loop
      const std::uint32_t a = parent[first], b = parent[first + 1];
      const double to_a = local[first] * grad, to_b = local[first + 1] * grad;
      grads[a] += to_a;
      grads[b] += to_b;
    } else if (count == 1) {
      grads[parent[first]] += local[first] * grad;
    } else {
      std::size_t e = first;
      for (; e + 16 <= last; e += 16) send_sixteen(parent + e, local + e, grads, grad);
      for (; e < last; ++e) grads[parent[e]] += local[e] * grad;
    }
    last = first;
  }
  return parents.size() - silent;
}

}  // namespace holo
