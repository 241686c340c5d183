// bench/matmul_steps.cpp: what each step of matmul_steps.h brings, up to the library's own product.
#include "bench/matmul_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "../../src/backend/gemm.h"
#include "bench/bench_table.h"
#include "bench/stopwatch.h"
#include "holo/build_info.h"
#include "holo/random.h"
#include "holo/threads.h"

using namespace holo;

struct Step {
  std::string name;
  void (*multiply)(Index n, const real* A, const real* B, real* C);
  int rounds;
};

void library(Index n, const real* A, const real* B, real* C) {
  gemm(false, false, n, n, n, A, n, B, n, C, n, false);
}

void library_one_thread(Index n, const real* A, const real* B, real* C) {
  gemm_serial(false, false, n, n, n, A, n, B, n, C, n, false);
}

int main() {
  constexpr Index n = 768;
  constexpr double gflop = 2e-9 * n * n * n;
  PythonRandom random(42);
  std::vector<real> A(n * n), B(n * n), C(n * n), want(n * n);
  for (real& a : A) a = static_cast<real>(random.gauss(0, 1));
  for (real& b : B) b = static_cast<real>(random.gauss(0, 1));
  matmul_steps::three_loops(n, A.data(), B.data(), want.data());

  print_bench_heading(fmt::format("C = A B of {} x {}; {}", n, n, build_info()));
  for (const Step& step : {
           Step{"1. three loops", matmul_steps::three_loops, 3},
           Step{"2. along rows", matmul_steps::along_rows, 30},
           Step{"3. tiles", matmul_steps::tiles, 100},
           Step{"4. packed", matmul_steps::packed, 100},
           Step{"5. blocks", matmul_steps::blocks, 100},
           Step{"   the library, one thread", library_one_thread, 100},
           Step{"6. threads", matmul_steps::threads, 100},
           Step{"   the library", library, 100},
       }) {
    std::fill(C.begin(), C.end(), real(0));
    const Times times =
        time_rounds(step.rounds, [&] { step.multiply(n, A.data(), B.data(), C.data()); });
    double error = 0;
    for (std::size_t i = 0; i < C.size(); ++i) {
      error = std::max(error, std::fabs(static_cast<double>(C[i] - want[i])));
    }
    if (error > 1e-3) {
      fmt::print(stderr, "error: {} is wrong by {}\n", step.name, error);
      return 1;
    }
    const bool many = step.multiply == matmul_steps::threads || step.multiply == library;
    report({step.name, gflop / times.best, "GFLOP/s", many ? num_threads() : 1, "", 0,
            BenchRow::Better::larger});
  }
}
