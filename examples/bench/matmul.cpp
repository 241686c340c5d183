// bench/matmul.cpp: the matrix product on the shapes of a GPT, compared with the better of OpenBLAS
// and oneDNN for each shape. On a device with memory of its own: in each precision that it has.
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "backend/backend.h"
#include "backend/pool.h"
#include "bench/bench_table.h"
#include "bench/peak.h"
#include "holo/device.h"
#include "holo/shape.h"
#include "holo/threads.h"
#include "holo/version.h"
#include "support/command_line.h"

using namespace holo;

// ---- OpenBLAS and oneDNN, when they are here: loaded at run time, so that the build needs neither
// ----

struct BlasPeer {
  std::string name;
  std::function<void(const GemmShape&, const real* A, const real* B, real* C)> multiply;
  std::function<void(int)> set_threads;
};

// A function of a library that is loaded.
template <class Function>
Function find_function(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

// The peers get the instruction set of this build: OpenBLAS 0.3.21 does not know newer CPUs
// and takes AVX2 where AVX-512 is twice as fast.
void choose_instructions_of_peers() {
#if defined(__AVX512F__)
  setenv("OPENBLAS_CORETYPE", "SkylakeX", 1);
#elif defined(__AVX2__)
  setenv("OPENBLAS_CORETYPE", "Haswell", 1);
  setenv("DNNL_MAX_CPU_ISA", "AVX2", 1);
#elif defined(__x86_64__)
  setenv("OPENBLAS_CORETYPE", "Nehalem", 1);
  setenv("DNNL_MAX_CPU_ISA", "SSE41", 1);
#endif
  unsetenv("OPENBLAS_L2_SIZE");
  unsetenv("OPENBLAS_NUM_THREADS");
}

void add_openblas(std::vector<BlasPeer>& peers) {
  void* const library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return;
  using Gemm = void (*)(int, int, int, int, int, int, real, const real*, int, const real*, int,
                        real, real*, int);
  const auto gemm = find_function<Gemm>(library, sizeof(real) == 4 ? "cblas_sgemm" : "cblas_dgemm");
  const auto set_threads = find_function<void (*)(int)>(library, "openblas_set_num_threads");
  const auto config = find_function<const char* (*)()>(library, "openblas_get_config");
  const auto core = find_function<const char* (*)()>(library, "openblas_get_corename");
  if (gemm == nullptr || set_threads == nullptr || config == nullptr || core == nullptr) return;
  const std::string text = config();  // "OpenBLAS 0.3.21 DYNAMIC_ARCH ..."
  peers.push_back({fmt::format("{} {}", text.substr(0, text.find(' ', 9)), core()),
                   [gemm](const GemmShape& s, const real* A, const real* B, real* C) {
                     const auto transposed = [](bool yes) { return yes ? 112 : 111; };
                     const auto i = [](Index n) { return static_cast<int>(n); };
                     gemm(101, transposed(s.transpose_a), transposed(s.transpose_b), i(s.M), i(s.N),
                          i(s.K), 1, A, i(s.lda()), B, i(s.ldb()), 0, C, i(s.N));
                   },
                   set_threads});
}

// It takes the number of threads from OpenMP, as ours does.
void add_onednn(std::vector<BlasPeer>& peers) {
  if (sizeof(real) != 4) return;  // has no product of doubles
  void* library = dlopen("libdnnl.so.3", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) library = dlopen("libdnnl.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return;
  using I = std::int64_t;
  using Gemm = int (*)(char, char, I, I, I, float, const real*, I, const real*, I, float, real*, I);
  struct Version {
    int major, minor, patch;
  };
  const auto gemm = find_function<Gemm>(library, "dnnl_sgemm");
  const auto version = find_function<const Version* (*)()>(library, "dnnl_version");
  if (gemm == nullptr || version == nullptr) return;
  const Version v = *version();
  peers.push_back({fmt::format("oneDNN {}.{}.{}", v.major, v.minor, v.patch),
                   [gemm](const GemmShape& s, const real* A, const real* B, real* C) {
                     gemm(s.transpose_a ? 'T' : 'N', s.transpose_b ? 'T' : 'N', s.M, s.N, s.K, 1, A,
                          s.lda(), B, s.ldb(), 0, C, s.N);
                   },
                   [](int) {}});
}

std::vector<BlasPeer> blas_peers() {
  choose_instructions_of_peers();
  std::vector<BlasPeer> peers;
  add_openblas(peers);
  add_onednn(peers);
  return peers;
}

// ---- the bench ----

// Squares, and x [M,C] through the linear layers of a GPT with C channels; as they are, with B
// transposed and with A transposed.
std::vector<GemmShape> all_shapes() {
  const bool host = in_host_memory(default_device());
  std::vector<GemmShape> shapes;
  for (const Index n : {512, 1024, 4096}) {
    if (!host || n < 4096) shapes.push_back({false, false, n, n, n});
  }
  for (const Index C : {128, 384, 768}) {
    for (const Index M : {64, 1024, 4096}) {
      if (host == (M == 4096)) continue;
      for (const Index N : {3 * C, C, 4 * C}) shapes.push_back({false, false, M, N, C});
      shapes.push_back({false, false, M, C, 4 * C});
    }
  }
  std::vector<GemmShape> all;
  for (GemmShape s : shapes) {
    for (Index* const size : {&s.M, &s.N, &s.K}) *size = quick_size(*size, 8);
    for (const auto& [a, b] : {std::pair{false, false}, {false, true}, {true, false}})
      all.push_back({a, b, s.M, s.N, s.K});
  }
  return all;
}

std::string name_of(const GemmShape& s) {
  return fmt::format("matmul {}{} {} x {} x {}", s.transpose_a ? "T" : "N",
                     s.transpose_b ? "T" : "N", s.M, s.N, s.K);
}

BenchRow speed_row(const std::string& name, double speed, const std::string& peer = "",
                   double speed_of_peer = 0) {
  return {name, speed, "GFLOP/s", num_threads(), peer, speed_of_peer, BenchRow::Better::larger};
}

double gflop(const GemmShape& s) { return 2e-9 * static_cast<double>(s.M * s.N * s.K); }

void ours(const GemmShape& s, const real* A, const real* B, real* C) {
  cpu().matmul({C, true}, A, B, sizes_of(s));
}

class Bench {
 public:
  Bench() {
    for (std::size_t i = 0; i < bytes / sizeof(real); ++i)
      memory_[i] = static_cast<real>(i % 17) - 8;
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;
  ~Bench() { pool::release(memory_, bytes); }

  /// GFLOP/s: the best of many short runs.
  double speed(const BlasPeer& engine, const GemmShape& shape) {
    const auto multiply = [&] {
      engine.multiply(shape, memory_, memory_ + step, memory_ + 2 * step);
    };
    const double work = gflop(shape) / num_threads();
    const int repeats =
        is_quick() ? 1 : std::max(1, static_cast<int>(0.03 / work));  // 0.1 ms or more
    multiply();
    const Times times = time_rounds(4, [&] {
      for (int i = 0; i < repeats; ++i) multiply();
    });
    return gflop(shape) * repeats / times.best;
  }

 private:
  // From one matrix to the next: the largest has 1024 * 3072 elements; and they do not begin at the
  // same place in a page.
  static constexpr std::size_t step = (1 << 22) + 1040, bytes = 3 * step * sizeof(real);
  real* memory_ = static_cast<real*>(pool::allocate(bytes));  // as the memory of tensors
};

// The engines in turn, since other programs disturb.
void bench_on_host(Bench& bench, const std::vector<BlasPeer>& engines, int threads) {
  set_num_threads(threads);
  for (const BlasPeer& engine : engines) engine.set_threads(threads);
  const std::vector<GemmShape> shapes = all_shapes();
  std::vector best(engines.size(), std::vector<double>(shapes.size(), 0));
  for (int round = 0; round < (is_quick() ? 1 : 10); ++round) {
    for (std::size_t e = 0; e < engines.size(); ++e) {
      // The threads of the engine before spin for a while.
      if (threads > 1) std::this_thread::sleep_for(std::chrono::milliseconds(30));
      for (std::size_t s = 0; s < shapes.size(); ++s)
        best[e][s] = std::max(best[e][s], bench.speed(engines[e], shapes[s]));
    }
  }
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    BenchRow row = speed_row(name_of(shapes[s]), best[0][s]);
    for (std::size_t e = 1; e < engines.size(); ++e) {
      if (best[e][s] > row.peer_value) row.peer = engines[e].name, row.peer_value = best[e][s];
    }
    report(row);
  }
}

void program(int, char**) {
  print_bench_heading("Matrix products; " + build_info());
  if (!in_host_memory(default_device())) {
    for (const MatmulPrecision precision : bench_precisions()) {
      set_matmul_precision(precision);
      for (const GemmShape& shape : all_shapes())
        report(speed_row(name_of(shape), product_speed(shape)));
    }
    return;
  }
  std::vector<BlasPeer> engines = {{"ours", ours, [](int) {}}};
  for (BlasPeer& peer : blas_peers()) engines.push_back(peer);
  const std::vector<int> thread_counts = bench_thread_counts();
  Bench bench;
  set_num_threads(1);
  report(speed_row("multiply-adds on registers alone", peak_of_one_core()));
  for (const int threads : thread_counts) bench_on_host(bench, engines, threads);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
