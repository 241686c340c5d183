// beside_copy.h: rows for ops that wait for memory: the bytes that they read and write in a second,
// compared with a copy of as many. Small ones stay in the cache and get their time only.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "backend/scratch.h"
#include "bench/bench_table.h"
#include "bench/stopwatch.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/threads.h"

namespace holo {

/// From here on an op waits for memory: as many numbers do not stay in a cache.
inline Index out_of_cache() { return quick_size(1 << 22, 32); }

/// Bytes a second of a copy on a device with memory of its own; reading and writing both count.
inline double copy_speed_on(Backend& device, Index n) {
  const Scratch from(device, n), to(device, n);
  device.fill(from.data(), 1, n);
  return 2 * static_cast<double>(bytes_of(n)) /
         best_seconds([&] { device.copy(to.data(), from.data(), n); });
}

/// The same on the default device; on the CPU by all threads, a piece at a time.
inline double copy_speed(Index n) {
  if (Backend& device = backend_of(default_device()); !in_host_memory(device.device)) {
    return copy_speed_on(device, n);
  }
  const std::vector<real> from(static_cast<std::size_t>(n), 1);
  std::vector<real> to(static_cast<std::size_t>(n));
  const Index piece = 1 << 16;
  const double time = best_seconds([&] {
#pragma omp parallel for num_threads(num_threads())
    for (Index i = 0; i < n; i += piece) {
      const auto bytes = static_cast<std::size_t>(std::min(piece, n - i)) * sizeof(real);
      std::memcpy(to.data() + i, from.data() + i, bytes);
    }
  });
  return 2 * static_cast<double>(bytes_of(n)) / time;
}

/// `arrays`: how many arrays of n numbers a call reads and writes.
inline void memory_row(const std::string& name, double arrays, Index n,
                       const std::function<void()>& call) {
  if (n < out_of_cache()) {
    return report({name, best_seconds(call) * 1e6, "us", num_threads()});
  }
  // Copies before and after: what memory gives changes with what else the machine does.
  const double before = copy_speed(n), time = best_seconds(call), after = copy_speed(n);
  report({name, arrays * static_cast<double>(bytes_of(n)) / time * 1e-9, "GB/s", num_threads(),
          "copy", std::max(before, after) * 1e-9, BenchRow::Better::larger});
}

/// How many arrays as large as x an op reads and writes.
struct Traffic {
  double forward, backward;
};

/// The forward of `op` without a graph, then the backward of a graph that stays. A backward begins
/// with a copy of its seed, which is counted.
inline void memory_rows(const std::string& name, std::vector<Tensor> leaves, Traffic traffic,
                        const std::function<Tensor()>& op) {
  const Index n = leaves.front().numel();
  memory_row(name + ", forward", traffic.forward, n, [&] {
    const NoGrad no_grad;
    op();
  });
  const Tensor y = op(), seed = ones(y.shape());
  const double seed_arrays = 2 * static_cast<double>(y.numel()) / static_cast<double>(n);
  memory_row(name + ", backward", traffic.backward + seed_arrays, n, [&] {
    for (Tensor& leaf : leaves) leaf.zero_grad();
    y.backward(seed, true);
  });
}

}  // namespace holo
