// peak.h: how many multiply-adds a core can do on its registers alone. No product is faster, so
// FLOPs over this peak are the least time that a layer can take: its floor. Of a GPU the peak is
// what a large product reaches.
#pragma once

#include "backend/backend.h"
#include "backend/cpu/vec.h"
#include "backend/scratch.h"
#include "bench/bench_table.h"
#include "holo/creation.h"
#include "holo/device.h"

namespace holo {

/// So many sums that none waits for itself, and all fit the registers.
inline constexpr int peak_sums = Vec::bytes == 64 ? 24 : 12;
// Seen from everywhere: so no compiler leaves the work out, or takes the factors from memory.
inline Vec peak_sum[peak_sums];
inline real peak_factors[2] = {real(0.9999), real(1e-4)};

/// GFLOP/s of one core; a multiply-add is two.
inline double peak_of_one_core() {
  constexpr int repeats = 10000;
  const Vec a = peak_factors[0], b = peak_factors[1];
  const Times times = time_rounds(300, [&] {
    Vec sum[peak_sums];
#pragma GCC unroll 24
    for (int s = 0; s < peak_sums; ++s) sum[s] = peak_sum[s];
    for (int i = 0; i < repeats; ++i) {
#pragma GCC unroll 24
      for (int s = 0; s < peak_sums; ++s) sum[s] = sum[s] * a + b;
    }
#pragma GCC unroll 24
    for (int s = 0; s < peak_sums; ++s) peak_sum[s] = sum[s];
  });
  return 2e-9 * peak_sums * repeats * Vec::width / times.best;
}

/// C = op(A) op(B); matrices without gaps.
struct GemmShape {
  bool transpose_a, transpose_b;
  Index M, N, K;
  Index lda() const { return transpose_a ? M : K; }
  Index ldb() const { return transpose_b ? K : N; }
};

/// The sizes of this product for a Backend.
inline MatmulSizes sizes_of(const GemmShape& s) {
  return {.M = s.M,
          .N = s.N,
          .K = s.K,
          .transpose_a = s.transpose_a,
          .transpose_b = s.transpose_b,
          .lda = s.lda(),
          .ldb = s.ldb(),
          .ldc = s.N};
}

/// GFLOP/s of a product on the default device. Its numbers are random: zeros would be faster.
inline double product_speed(const GemmShape& s) {
  Backend& device = backend_of(default_device());
  const Tensor A = uniform({s.M, s.K}, CounterRandom(1), -1, 1),
               B = uniform({s.K, s.N}, CounterRandom(2), -1, 1);
  const Scratch C(device, s.M * s.N);
  const MatmulSizes sizes = sizes_of(s);
  const double seconds = best_seconds([&] {
    device.matmul({C.data(), true}, A.node().data, B.node().data, sizes);
  });
  return 2e-9 * static_cast<double>(s.M) * static_cast<double>(s.N) * static_cast<double>(s.K) /
         seconds;
}

/// That of a core, or of a large product on a device that is no CPU.
inline double peak_of_default_device() {
  if (in_host_memory(default_device())) return peak_of_one_core();
  const Index n = quick_size(4096, 8);
  return product_speed({false, false, n, n, n});
}

/// A row compared with its floor: `seconds` for `flop` operations. `units` seconds are one `unit`.
inline void report_beside_floor(const std::string& name, double seconds, double flop, int threads,
                                double peak, double units, const std::string& unit) {
  const bool host = in_host_memory(default_device());
  const double floor = flop / (1e9 * peak * (host ? threads : 1));
  report({name, seconds / units, unit, threads,
          host ? "its FLOPs at the peak" : "its FLOPs in a square product", floor / units});
}

}  // namespace holo
