// optimizer_cpu.cpp: optimizer steps on the CPU over flat arrays. The formulas are in holo/optim.h.
#include <algorithm>
#include <atomic>
#include <vector>

#include "backend/cpu/cpu.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/vec_loop.h"

namespace holo {
namespace {

Index chunks_of(Index n) { return (n + grain::chunk - 1) / grain::chunk; }
Index chunk_size(Index n, Index c) { return std::min(grain::chunk, n - c * grain::chunk); }

// The AdamConstants, in registers.
struct AdamVecs {
  Vec beta1, rest1, beta2, rest2, rate, root, epsilon, keep, decay;

  explicit AdamVecs(const AdamConstants& c)
      : beta1(c.beta1),
        rest1(c.rest1),
        beta2(c.beta2),
        rest2(c.rest2),
        rate(c.rate),
        root(c.root),
        epsilon(c.epsilon),
        keep(c.keep),
        decay(c.decay) {}
};

[[gnu::noinline]] void adam_chunk(real* p, real* m, real* v, const real* g, Index size,
                                  const AdamVecs& k) {
  for_each_vec(size, [&](Index i, Index n) {
    const Vec old = load(p + i, n);
    const Vec gradient = load(g + i, n) + k.decay * old;
    const Vec first = k.beta1 * load(m + i, n) + k.rest1 * gradient;
    const Vec second = k.beta2 * load(v + i, n) + k.rest2 * (gradient * gradient);
    store(m + i, first, n);
    store(v + i, second, n);
    store(p + i, k.keep * old - k.rate * (first / (sqrt(second) * k.root + k.epsilon)), n);
  });
}

// The sum of squares in double, in 16 sums side by side.
[[gnu::noinline]] double squares_of_chunk(const real* x, Index size) {
  constexpr Index partial_sums = 16;
  double total[partial_sums] = {};
  Index i = 0;
  for (; i + partial_sums <= size; i += partial_sums) {
    for (Index k = 0; k < partial_sums; ++k) {
      const double v = static_cast<double>(x[i + k]);
      total[k] += v * v;
    }
  }
  for (Index k = 0; i < size; ++i, ++k) {
    const double v = static_cast<double>(x[i]);
    total[k] += v * v;
  }
  for (Index half = partial_sums / 2; half > 0; half /= 2) {
    for (Index k = 0; k < half; ++k) total[k] += total[k + half];
  }
  return total[0];
}

// True if all |x| <= bound; false for a NaN.
[[gnu::noinline]] bool chunk_is_within(const real* x, Index size, real bound) {
  Mask within = Vec(0) == Vec(0);
  for_each_vec(size, [&](Index i, Index n) { within = within && abs(load(x + i, n)) <= bound; });
  return sum(select(within, 0, 1)) == 0;
}

}  // namespace

void Cpu::adam(real* p, real* m, real* v, const real* g, Index n, const AdamStep& s) {
  const AdamVecs constants(constants_of(s));
  parallel_for(chunks_of(n), n, [&](Index c) {
    const Index at = c * grain::chunk;
    adam_chunk(p + at, m + at, v + at, g + at, chunk_size(n, c), constants);
  });
}

bool Cpu::all_within(const real* x, Index n, real bound) {
  std::atomic<bool> within = true;
  parallel_for(chunks_of(n), n, [&](Index c) {
    if (!chunk_is_within(x + c * grain::chunk, chunk_size(n, c), bound)) within = false;
  });
  return within;
}

double Cpu::sum_of_squares(const real* x, Index n) {
  std::vector<double> sums(static_cast<std::size_t>(chunks_of(n)));
  double* const parts = sums.data();
  parallel_for(chunks_of(n), n, [=](Index c) {
    parts[c] = squares_of_chunk(x + c * grain::chunk, chunk_size(n, c));
  });
  double total = 0;
  for (Index c = 0; c < chunks_of(n); ++c) total += parts[c];
  return total;
}

}  // namespace holo
