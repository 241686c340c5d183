// blas_peers.h: the matrix products of OpenBLAS and oneDNN, when they are on this machine. They are
// loaded at run time, so the build needs neither.
#pragma once

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "holo/shape.h"
#include "holo/version.h"

namespace holo {

/// C = op(A) op(B); matrices without gaps.
struct GemmShape {
  bool transpose_a, transpose_b;
  Index M, N, K;
  Index lda() const { return transpose_a ? M : K; }
  Index ldb() const { return transpose_b ? K : N; }
};

struct BlasPeer {
  std::string name;
  std::function<void(const GemmShape&, const real* A, const real* B, real* C)> multiply;
  std::function<void(int)> set_threads;
};

/// A function of a library that is loaded.
template <class Function>
Function find_function(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

/// The peers get the instruction set of this build: OpenBLAS 0.3.21 does not know newer CPUs
/// and takes AVX2 where AVX-512 is twice as fast.
inline void choose_instructions_of_peers() {
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

inline void add_openblas(std::vector<BlasPeer>& peers) {
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
inline void add_onednn(std::vector<BlasPeer>& peers) {
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

inline std::vector<BlasPeer> blas_peers() {
  choose_instructions_of_peers();
  std::vector<BlasPeer> peers;
  add_openblas(peers);
  add_onednn(peers);
  return peers;
}

}  // namespace holo
