// vec_stream.h: stores of results that are larger than the caches. A store first reads the line
// that it changes, and pushes another one out of the cache; a stream does neither: a third less
// traffic for a kernel that reads as much as it writes.
#pragma once

#include <cstdint>

#include "backend/cpu/vec.h"
#include "holo/shape.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// From here on, in bytes, an array is streamed. The next op finds the last part of a smaller one
/// in a cache. (What systems say of the cache that cores share counts those of other processors.)
inline constexpr Index streamed_bytes = Index{32} << 20;

/// Whether `rows` rows of `n` neighbours, which begin at y, are worth streaming and can be:
/// registers of them begin at multiples of their size.
inline bool streams(const real* y, Index rows, Index n) {
  const bool large = rows * n * static_cast<Index>(sizeof(real)) >= streamed_bytes;
  return large && (rows == 1 || n % Vec::width == 0) &&
         reinterpret_cast<std::uintptr_t>(y) % Vec::bytes == 0;
}

/// *to = x, past the caches, where the machine can. REQUIRES: `to` is a multiple of Vec::bytes.
/// (By what compilers have built in: to read <immintrin.h> takes longer than to compile a kernel.)
inline void stream(real* to, Vec x) {
#if __has_builtin(__builtin_nontemporal_store)
  __builtin_nontemporal_store(x.lanes, reinterpret_cast<Vec::Lanes*>(to));
#elif defined(__SSE2__)
  using Floats = float __attribute__((vector_size(Vec::bytes)));
  using Doubles = double __attribute__((vector_size(Vec::bytes)));
  const auto floats = reinterpret_cast<float*>(to);
  const auto doubles = reinterpret_cast<double*>(to);
  constexpr bool in_float = sizeof(real) == 4;
#if defined(__AVX512F__)
  in_float ? __builtin_ia32_movntps512(floats, (Floats)x.lanes)
           : __builtin_ia32_movntpd512(doubles, (Doubles)x.lanes);
#elif defined(__AVX__)
  in_float ? __builtin_ia32_movntps256(floats, (Floats)x.lanes)
           : __builtin_ia32_movntpd256(doubles, (Doubles)x.lanes);
#else
  in_float ? __builtin_ia32_movntps(floats, (Floats)x.lanes)
           : __builtin_ia32_movntpd(doubles, (Doubles)x.lanes);
#endif
#else
  store(to, x);
#endif
}

/// After the streams of a task: other threads see them before they see that it is done.
inline void end_streams() {
#ifdef __SSE2__
  __builtin_ia32_sfence();
#endif
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
