// matmul_on_device.h: rows of products that a device with memory of its own computes: squares, and
// the linear layers of a GPT; as exact as matmul_precision() says.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "backend/backend.h"
#include "backend/scratch.h"
#include "bench/bench_table.h"
#include "bench/blas_peers.h"
#include "bench/stopwatch.h"
#include "holo/creation.h"
#include "holo/matmul_precision.h"

namespace holo {

/// GFLOP/s of a product on the default device. Its numbers are random: zeros would be faster.
inline double product_speed(const GemmShape& s) {
  Backend& device = backend_of(default_device());
  const Tensor A = uniform({s.M, s.K}, CounterRandom(1), -1, 1),
               B = uniform({s.K, s.N}, CounterRandom(2), -1, 1);
  const Scratch C(device, s.M * s.N);
  const MatmulSizes sizes{.M = s.M,
                          .N = s.N,
                          .K = s.K,
                          .transpose_a = s.transpose_a,
                          .transpose_b = s.transpose_b,
                          .lda = s.lda(),
                          .ldb = s.ldb(),
                          .ldc = s.N};
  const double seconds = best_seconds([&] {
    device.matmul({C.data(), true}, A.node().data, B.node().data, sizes);
  });
  return 2e-9 * static_cast<double>(s.M) * static_cast<double>(s.N) * static_cast<double>(s.K) /
         seconds;
}

/// One row for each shape and each way to read it, compared with the fastest square.
inline void bench_products_on_device() {
  std::vector<GemmShape> shapes;
  for (const Index n : {1024, 2048, 4096, 8192}) shapes.push_back({false, false, n, n, n});
  for (const Index C : {384, 768}) {  // of the cases c and gpt2 of bench_train_step
    const Index rows = C == 384 ? 2048 : 4096;
    for (const Index N : {3 * C, C, 4 * C}) shapes.push_back({false, false, rows, N, C});
    shapes.push_back({false, false, rows, C, 4 * C});
  }
  shapes.push_back({false, false, 4096, 50304, 768});
  double fastest = 0;
  for (const GemmShape& shape : shapes) {
    for (const char* const mode : {"NN", "NT", "TN"}) {
      GemmShape s = shape;
      s.transpose_a = mode[0] == 'T';
      s.transpose_b = mode[1] == 'T';
      for (Index* const size : {&s.M, &s.N, &s.K}) *size = quick_size(*size, 8);
      const double speed = product_speed(s);
      const bool square = shape.M == shape.N && shape.N == shape.K;
      if (square) fastest = std::max(fastest, speed);
      report({fmt::format("matmul {} {} x {} x {}", mode, s.M, s.N, s.K), speed, "GFLOP/s",
              num_threads(), square ? "" : "the fastest square", square ? 0 : fastest,
              BenchRow::Better::larger});
    }
  }
}

}  // namespace holo
