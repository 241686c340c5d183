// version.cpp: uses the compiler's macros to find out how this library was built.
#include "holo/version.h"

#include <fmt/format.h>

#include <type_traits>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace holo {

const char HOLO_BUILT = 0, HOLO_BUILT_WITH_REAL = 0;

namespace {

std::string compiler() {
#if defined(__clang__)
  return fmt::format("clang++ {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
  return fmt::format("g++ {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
  return "an unknown compiler";
#endif
}

std::string threads() {
#ifdef _OPENMP
  const int count = omp_get_max_threads();
  return fmt::format("OpenMP with {} thread{}", count, count == 1 ? "" : "s");
#else
  return "no OpenMP";
#endif
}

// HOLO_CUDA is the version of CUDA, for example "13.0", or the word "emulator".
std::string cuda_if_any() {
#ifdef HOLO_CUDA
  return ", CUDA " HOLO_CUDA;
#else
  return "";
#endif
}

}  // namespace

std::string build_info() {
  return fmt::format("hologradient {}.{}.{}, {}, real = {}, {}{}", HOLO_VERSION_MAJOR,
                     HOLO_VERSION_MINOR, HOLO_VERSION_PATCH, compiler(),
                     std::is_same_v<real, double> ? "double" : "float", threads(), cuda_if_any());
}

}  // namespace holo
