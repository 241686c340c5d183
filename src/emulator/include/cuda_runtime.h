// cuda_runtime.h of the emulator: the functions of the CUDA runtime that the backend calls. They
// return CUDA's error codes. They throw Error for a call that CUDA leaves undefined, for example
// with a pointer to host memory: on a GPU this fails only when a kernel uses the pointer.
#pragma once

#include <cstddef>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

#include "emulator/emulator.h"

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorNoKernelImageForDevice = 209
};
enum cudaMemcpyKind {
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3
};
struct cudaDeviceProp {
  char name[256];
  std::size_t totalGlobalMem;
  int major, minor;
};

cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
const char* cudaGetErrorString(cudaError_t error);
cudaError_t cudaGetLastError();  // also clears it
cudaError_t cudaMalloc(void** block, std::size_t bytes);
cudaError_t cudaFree(void* block);
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaDeviceSynchronize();

namespace emulator {

/// cudaSuccess, or the reason why CUDA refuses to launch these.
cudaError_t check_launch(dim3 grid, dim3 block);
/// Throws Error unless a pointer is null or in a block of device memory. `argument` counts from 1.
void check_pointer(int argument, const void* pointer);

/// Converts to any type, or to any pointer, to initialise a member of a struct.
struct AnyValue {
  template <class T>
  operator T() const;
};
struct AnyPointer {
  template <class T>
  operator T*() const;
};
template <class T, class... Values>
concept made_of = requires {
  T{std::declval<Values>()...};
};

/// Tells whether a struct has a pointer among the members after the first ones, which have Values.
template <class T, class... Values>
constexpr bool has_pointer() {
  if constexpr (made_of<T, Values..., AnyPointer>) {
    return true;
  } else if constexpr (made_of<T, Values..., AnyValue>) {
    return has_pointer<T, Values..., AnyValue>();
  } else {
    return false;
  }
}

/// The pointer that an argument is or begins with, or null. Does not compile for an argument that
/// may have other pointers.
template <class T>
const void* pointer_in(const T& x) {
  static_assert(std::is_trivially_copyable_v<T>, "an argument of a kernel is copied byte for byte");
  static_assert(std::is_scalar_v<T> || std::is_aggregate_v<T>,
                "a class with a constructor may hide a pointer: make it a struct without one");
  const void* pointer = nullptr;
  if constexpr (std::is_pointer_v<T>) {
    pointer = x;
  } else if constexpr (std::is_aggregate_v<T>) {
    if constexpr (made_of<T, AnyPointer>) {
      static_assert(!has_pointer<T, AnyPointer>(), "only the first member may be a pointer");
      std::memcpy(&pointer, &x, sizeof pointer);
    } else {
      static_assert(!has_pointer<T>(), "only the first member may be a pointer");
    }
  }
  return pointer;
}

/// A kernel and the values of its arguments.
template <class... P>
struct Call {
  void (*kernel)(P...);
  std::tuple<P...> values;

  static void run(const void* call) {
    const Call& self = *static_cast<const Call*>(call);
    std::apply(self.kernel, self.values);
  }
};

template <class... P, std::size_t... i>
Call<P...> call_of(void (*kernel)(P...), void* const* arguments, std::index_sequence<i...>) {
  const Call<P...> call{kernel, {*static_cast<P*>(arguments[i])...}};
  (check_pointer(int{i} + 1, pointer_in(std::get<i>(call.values))), ...);
  return call;
}

}  // namespace emulator

/// Runs the kernel now. Its only shared memory is its variables, and there is only one stream.
template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments) {
  const cudaError_t error = emulator::check_launch(grid, block);
  if (error != cudaSuccess) return error;
  const auto call = emulator::call_of(kernel, arguments, std::index_sequence_for<P...>());
  emulator::run(grid, block, &decltype(call)::run, &call);
  return cudaSuccess;
}
