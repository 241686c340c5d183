// pack.cuh: four neighbouring numbers of an array as one pack. A thread reads four floats with one
// instruction of 128 bits (four doubles with two), so it requests four times as much while it waits
// for memory. The arrays must begin at multiples of 16 bytes. For other arrays, and for up to three
// numbers at the end, a kernel has a twin with one number per thread. A kernel is a template, so
// kernel<four> and kernel<1> have the same text.
#pragma once

#include <cstdint>
#include <type_traits>

#include "backend/cuda/launch.cuh"

namespace holo {

/// How many numbers a thread reads at once if it can.
constexpr int four = 4;

/// N neighbouring numbers, where N is `four` or 1.
template <int N>
struct alignas(N == 1 ? sizeof(real) : 16) Pack {
  real number[N];
  __device__ real& operator[](int k) { return number[k]; }
  __device__ real operator[](int k) const { return number[k]; }
  __device__ real* begin() { return number; }
  __device__ real* end() { return number + N; }
  __device__ const real* begin() const { return number; }
  __device__ const real* end() const { return number + N; }
};

/// Calls f(0) ... f(N - 1). nvcc would not unroll a loop with a large body, and then the numbers of
/// a pack would be in memory instead of registers.
template <int N, class F>
__device__ void for_each_number(const F& f) {
  f(0);
  if constexpr (N == four) f(1), f(2), f(3);
}

/// x[0] ... x[N - 1]
template <int N>
__device__ Pack<N> read(const real* x) {
  return *reinterpret_cast<const Pack<N>*>(x);
}

/// The same number N times.
template <int N>
__device__ Pack<N> repeated(real x) {
  Pack<N> pack;
  for (real& v : pack) v = x;
  return pack;
}

/// x[i] ... x[i + N - 1], or `other` N times if x is null.
template <int N>
__device__ Pack<N> read_or(real other, const real* x, Index i) {
  return x != nullptr ? read<N>(x + i) : repeated<N>(other);
}

/// y[0] ... y[N - 1] = pack
template <int N>
__device__ void write(real* y, const Pack<N>& pack) {
  *reinterpret_cast<Pack<N>*>(y) = pack;
}

/// y[i + k] = pack[k], or y[i + k] += pack[k]
template <int N>
__device__ void put(Output y, Index i, Pack<N> pack) {
  if (!y.overwrite) {
    const Pack<N> old = read<N>(y.data + i);
    for (int k = 0; k < N; ++k) pack[k] += old[k];
  }
  write(y.data + i, pack);
}

/// The sum of a pack, by halves, which has no rounding error if all numbers are equal.
template <int N>
__device__ real sum(const Pack<N>& pack) {
  if constexpr (N == 1) {
    return pack[0];
  } else {
    return (pack[0] + pack[1]) + (pack[2] + pack[3]);
  }
}

/// Tells whether an argument of a kernel allows packs: an array that begins at a multiple of their
/// bytes, a null array, or no array at all.
template <class T>
bool begins_pack(const T& argument) {
  if constexpr (std::is_same_v<T, Output>) {
    return begins_pack(argument.data);
  } else if constexpr (std::is_convertible_v<T, const real*>) {
    return reinterpret_cast<std::uintptr_t>(argument) % alignof(Pack<four>) == 0;
  } else {
    return true;
  }
}

/// Tells whether rows of `width` numbers in x consist of packs. A row begins `row` numbers after
/// the previous one, a sequence of rows `batch` numbers after the previous one.
inline bool has_packs(const real* x, Index batch, Index row, Index width) {
  return begins_pack(x) && batch % four == 0 && row % four == 0 && width % four == 0;
}

/// The elements first, first + 1, ... end - 1 of the arrays of a kernel, N for each thread.
struct Elements {
  Index first, end;
  template <int N>
  __device__ Index of_thread() const {
    return first + N * element_of_thread();
  }
};

/// So many threads give every part of a GPU work.
constexpr Index enough_threads = 1 << 17;

/// launch() for n elements. of_four takes four per thread, if all arrays begin at packs and `fits`
/// says that no pack is split; of_one takes the rest. A second launch for up to three elements pays
/// only if there are many elements.
template <class... Parameters, class... Arguments>
void launch_packs(Index n, bool fits, void (*of_four)(Elements, Parameters...),
                  void (*of_one)(Elements, Parameters...), const Arguments&... arguments) {
  fits = fits && (n % four == 0 || n >= enough_threads) && (begins_pack(arguments) && ...);
  const Index packed = fits ? n / four * four : 0;
  launch_for_each(packed / four, of_four, Elements{0, packed}, arguments...);
  launch_for_each(n - packed, of_one, Elements{packed, n}, arguments...);
}

}  // namespace holo
