// 10_matmul: the product of two matrices made fast, in six steps. The steps are in
// support/matmul_steps.h; here they are timed, and each must give what the first one gives.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "bench/bench_table.h"
#include "bench/peak.h"
#include "holo/check.h"
#include "holo/device.h"
#include "holo/random.h"
#include "holo/threads.h"
#include "holo/version.h"
#include "support/matmul_steps.h"
#include "support/recorded/command_line.h"

using namespace holo;

struct Step {
  std::string name;
  void (*multiply)(Index n, const real* A, const real* B, real* C);
  int threads;
};

void library(Index n, const real* A, const real* B, real* C) {
  cpu().matmul({C, true}, A, B, {.M = n, .N = n, .K = n, .lda = n, .ldb = n, .ldc = n});
}

std::vector<real> random_matrix(Index n, PythonRandom& random) {
  std::vector<real> matrix(static_cast<std::size_t>(n * n));
  for (real& x : matrix) x = static_cast<real>(random.gauss(0, 1));
  return matrix;
}

// Sums of the same n products in another order differ by roundings only.
void check_same(const std::string& name, const std::vector<real>& C, const std::vector<real>& want,
                Index n) {
  double error = 0;
  for (std::size_t i = 0; i < C.size(); ++i) {
    error = std::max(error, std::fabs(static_cast<double>(C[i] - want[i])));
  }
  if (!(error <= 2e-6 * static_cast<double>(n))) {
    throw Error(name, fmt::format("differs by {:g}", error), "the product of three loops");
  }
}

// What a tile of so many rows, of three registers each, needs: a register for each of its sums, for
// what it loads of a row of B, and for the number of A.
void tiles_of_other_sizes() {
  fmt::print("for each k, with 3 registers a row:\n{:>5} {:>10} {:>14} {:>6} {:>22}\n", "rows",
             "registers", "multiply-adds", "loads", "multiply-adds a load");
  for (const int rows : {1, 4, 6, 8, 12}) {
    const int columns = 3, products = rows * columns, loads = columns + rows;
    fmt::print("{:>5} {:>10} {:>14} {:>6} {:>22.1f}\n", rows, products + columns + 1, products,
               loads, static_cast<double>(products) / loads);
  }
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "The product of two matrices made fast, in six steps.");
  const Index blocks = cli.integer("--blocks", 2, 1, 8, "n is so many times 384");
  const bool tiles = cli.flag("--tiles", "what tiles of other sizes need, and no measurement");
  cli.finish();
  if (tiles) return tiles_of_other_sizes();
  const Index n = blocks * matmul_steps::block;
  const double gflop = 2e-9 * static_cast<double>(n * n * n);
  PythonRandom random(42);
  const std::vector<real> A = random_matrix(n, random), B = random_matrix(n, random);
  std::vector<real> C(A.size()), want;
  const int threads = num_threads();
  const std::string all = fmt::format(", {} thread{}", threads, threads > 1 ? "s" : "");
  const std::vector<Step> steps = {
      {"1. three loops", matmul_steps::three_loops, 1},
      {"2. along rows", matmul_steps::along_rows, 1},
      {"3. tiles", matmul_steps::tiles, 1},
      {"4. packed", matmul_steps::packed, 1},
      {"5. blocks", matmul_steps::blocks, 1},
      {"the library", library, 1},
      {"6. threads" + all, matmul_steps::threads, threads},
      {"the library" + all, library, threads},
  };
  double peak = 0;
  std::vector<double> speeds;
  for (const Step& step : steps) {
    set_num_threads(step.threads);
    const double seconds = best_seconds([&] { step.multiply(n, A.data(), B.data(), C.data()); });
    if (want.empty()) want = C;
    check_same(step.name, C, want, n);
    speeds.push_back(gflop / seconds);
    peak = std::max(peak, peak_of_one_core());  // the clock of the CPU varies
  }

  fmt::print("C = A B, n = {}; {}\n\n", n, build_info());
  fmt::print("{:<26} {:>10} {:>16} {:>12}\n", "", "GFLOP/s", "of three loops", "of the peak");
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const double share = 100 * speeds[s] / (peak * steps[s].threads);
    fmt::print("{:<26} {:>10.1f} {:>16.1f} {:>12}\n", steps[s].name, speeds[s],
               speeds[s] / speeds[0], fmt::format("{:.0f} %", share));
  }
  fmt::print("\nthe peak: {:.1f} GFLOP/s a core, multiply-adds on registers alone\n", peak);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
