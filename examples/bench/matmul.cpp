// bench/matmul.cpp: the matrix product on the shapes of a GPT, and with rows of a power of two,
// compared with the better of OpenBLAS and oneDNN for each shape. bench_matmul all prints each
// shape. On a device with memory of its own: its products, in each precision that it has.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "backend/backend.h"
#include "backend/pool.h"
#include "bench/bench_table.h"
#include "bench/blas_peers.h"
#include "bench/peak.h"
#include "holo/device.h"
#include "holo/threads.h"
#include "holo/version.h"
#include "support/command_line.h"

using namespace holo;

struct Group {
  std::string name;
  std::vector<GemmShape> shapes;
};

// x [M,C] goes through the linear layers of a GPT with C channels; the last has a head of 65.
Group gpt_shapes(Index C) {
  Group group{fmt::format("C={}", C), {}};
  for (Index M : {16, 64, 256, 1024}) {
    for (Index N : {3 * C, C, 4 * C, Index{65}}) group.shapes.push_back({false, false, M, N, C});
    group.shapes.push_back({false, false, M, C, 4 * C});
  }
  return group;
}

std::vector<Group> groups() {
  std::vector<Group> groups{{"tiny", {}}};
  for (Index M : {16, 32, 64}) {
    for (Index N : {16, 64}) {
      for (Index K : {16, 64}) groups.back().shapes.push_back({false, false, M, N, K});
    }
  }
  for (Index C : {64, 128, 384, 768}) groups.push_back(gpt_shapes(C));
  groups.push_back({"square", {}});
  for (Index n : {128, 256, 512, 1024}) groups.back().shapes.push_back({false, false, n, n, n});
  return groups;
}

constexpr Index powers_of_two[] = {512, 1024, 2048, 4096};

// Matrices with rows of n: A transposed; B and C; A, and B transposed.
Group shapes_with_rows(Index n) {
  return {fmt::format("rows of {}", n),
          {{false, false, n, 384, 512}, {false, false, 256, n, 512}, {false, false, 256, 512, n}}};
}

BenchRow speed_row(const std::string& name, double speed, int threads, const std::string& peer = "",
                   double speed_of_peer = 0) {
  return {name, speed, "GFLOP/s", threads, peer, speed_of_peer, BenchRow::Better::larger};
}

// The shapes, or tiny ones when the bench is quick.
std::vector<GemmShape> sized(std::vector<GemmShape> shapes) {
  for (GemmShape& s : shapes) {
    for (Index* const size : {&s.M, &s.N, &s.K}) *size = quick_size(*size, 8);
  }
  return shapes;
}

double gflop(const GemmShape& s) { return 2e-9 * static_cast<double>(s.M * s.N * s.K); }

class Bench {
 public:
  Bench(std::vector<BlasPeer> engines, int threads)
      : engines_(std::move(engines)),
        threads_(threads),
        memory_(static_cast<real*>(pool::allocate(bytes))) {
    for (std::size_t i = 0; i < bytes / sizeof(real); ++i) {
      memory_[i] = static_cast<real>(i % 17) - 8;
    }
    set_num_threads(threads);
    for (const BlasPeer& engine : engines_) engine.set_threads(threads);
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;
  ~Bench() { pool::release(memory_, bytes); }

  /// GFLOP/s of each engine for each shape: the best of many short runs, the engines in turn, since
  /// other programs disturb.
  std::vector<std::vector<double>> run(const std::vector<GemmShape>& wanted) {
    const std::vector<GemmShape> shapes = sized(wanted);
    std::vector best(engines_.size(), std::vector<double>(shapes.size(), 0));
    for (int round = 0; round < (is_quick() ? 1 : 10); ++round) {
      for (std::size_t e = 0; e < engines_.size(); ++e) {
        // The threads of the engine before spin for a while.
        if (threads_ > 1) std::this_thread::sleep_for(std::chrono::milliseconds(30));
        for (std::size_t s = 0; s < shapes.size(); ++s) {
          best[e][s] = std::max(best[e][s], speed(engines_[e], shapes[s]));
        }
      }
    }
    return best;
  }

 private:
  double speed(const BlasPeer& engine, const GemmShape& shape) {
    const auto multiply = [&] {
      engine.multiply(shape, memory_, memory_ + step, memory_ + 2 * step);
    };
    const double work = gflop(shape);
    const int repeats =
        is_quick() ? 1 : std::max(1, static_cast<int>(0.03 * threads_ / work));  // 0.1 ms or more
    multiply();
    const Times times = time_rounds(4, [&] {
      for (int i = 0; i < repeats; ++i) multiply();
    });
    return work * repeats / times.best;
  }

  // From one matrix to the next: the largest has 1024 * 3072 elements; and they do not begin at the
  // same place in a page.
  static constexpr std::size_t step = (1 << 22) + 1040, bytes = 3 * step * sizeof(real);
  std::vector<BlasPeer> engines_;
  int threads_;
  real* memory_;  // of the pool, as the memory of tensors
};

struct Means {
  double ours = 0, peer = 0;  // sums of logarithms
  int count = 0;
  BenchRow worst;

  void add(const BenchRow& row) {
    ours += std::log(row.value);
    if (row.peer_value > 0) peer += std::log(row.peer_value);
    ++count;
    if (count == 1 || row.ratio() < worst.ratio()) worst = row;
  }
  BenchRow row(const std::string& name) const {
    BenchRow mean = worst;
    mean.name = name;
    mean.value = std::exp(ours / count);
    if (mean.peer_value == 0) return mean;
    mean.peer_value = std::exp(peer / count);
    mean.peer = "the better peer";
    return mean;
  }
};

enum Mode { NN, NT, TN };

// One row for each shape of the group, against the best peer.
std::vector<BenchRow> rows_of(Bench& bench, const std::vector<BlasPeer>& engines, int threads,
                              Mode mode, Group group) {
  for (GemmShape& s : group.shapes) s.transpose_a = mode == TN, s.transpose_b = mode == NT;
  const auto speeds = bench.run(group.shapes);
  std::vector<BenchRow> rows;
  for (std::size_t s = 0; s < group.shapes.size(); ++s) {
    const GemmShape& shape = group.shapes[s];
    rows.push_back(speed_row(fmt::format("{}: {} x {} x {}", group.name, shape.M, shape.N, shape.K),
                             speeds[0][s], threads));
    BenchRow& row = rows.back();
    for (std::size_t e = 1; e < engines.size(); ++e) {
      if (speeds[e][s] <= row.peer_value) continue;
      row.peer = engines[e].name;
      row.peer_value = speeds[e][s];
    }
  }
  return rows;
}

void bench_threads(const std::vector<BlasPeer>& engines, int threads, bool print_all) {
  Bench bench(engines, threads);
  Means all;
  const auto mean_of = [&](Mode mode, Group group, bool in_all) {
    group.name = fmt::format("matmul {} {}",
                             mode == NN   ? "NN"
                             : mode == NT ? "NT"
                                          : "TN",
                             group.name);
    Means means;
    for (const BenchRow& row : rows_of(bench, engines, threads, mode, group)) {
      if (print_all) report(row);
      means.add(row);
      if (in_all) all.add(row);
    }
    return means.row(group.name);
  };
  for (const Mode mode : {NN, NT, TN}) {
    for (const Group& group : groups()) report(mean_of(mode, group, true));
  }
  report(all.row("matmul, mean of all"));
  all.worst.name += " (worst)";
  report(all.worst);
  // Rows a power of two apart meet in few places of a cache: compared with rows a little longer.
  for (const Mode mode : {NN, NT, TN}) {
    for (const Index n : powers_of_two) {
      const BenchRow longer = mean_of(mode, shapes_with_rows(n + 8), false);
      const BenchRow row = mean_of(mode, shapes_with_rows(n), false);
      report(longer);
      report(row);
      report(
          speed_row(row.name, row.value, threads, fmt::format("rows of {}", n + 8), longer.value));
    }
  }
}

void ours(const GemmShape& s, const real* A, const real* B, real* C) {
  cpu().matmul({C, true}, A, B,
               {.M = s.M,
                .N = s.N,
                .K = s.K,
                .transpose_a = s.transpose_a,
                .transpose_b = s.transpose_b,
                .lda = s.lda(),
                .ldb = s.ldb(),
                .ldc = s.N});
}

// One row for each shape and each way to read it, compared with the fastest square.
void bench_products_on_device() {
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

void program(int argc, char**) {
  if (!in_host_memory(default_device())) {
    print_bench_heading("Matrix products; " + build_info());
    for (const MatmulPrecision precision : bench_precisions()) {
      set_matmul_precision(precision);
      bench_products_on_device();
    }
    return;
  }
  std::vector<BlasPeer> engines = {{"ours", ours, [](int) {}}};
  const int most_threads = num_threads();
  for (BlasPeer& peer : blas_peers()) engines.push_back(peer);
  print_bench_heading("Matrix products; " + build_info());
  double peak = 0, square = 0;
  for (int round = 0; round < (is_quick() ? 1 : 5);
       ++round) {  // in turn: the clock of the CPU varies
    peak = std::max(peak, peak_of_one_core());
    square = std::max(square, Bench({engines[0]}, 1).run({{false, false, 512, 512, 512}})[0][0]);
  }
  report(speed_row("multiply-adds on registers alone", peak, 1));
  report(speed_row("matmul 512 x 512 x 512", square, 1, "registers alone", peak));
  bench_threads(engines, 1, argc > 1);
  if (most_threads > 1) bench_threads(engines, most_threads, argc > 1);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
