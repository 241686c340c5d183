// launch.h: a kernel with its arguments, and where its blocks run.
#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <utility>

#include "emulator/arguments.h"
#include "emulator/block.h"
#include "emulator/memory.h"

namespace emulator {

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
  return {kernel, {*static_cast<P*>(arguments[i])...}};
}

/// Throws Error when a pointer is neither null nor in a block of device memory.
void check_pointer(const void* kernel, int argument, const void* pointer);

/// To be called after the launch. Throws Error when the numbers before or behind the block of
/// device memory of a pointer were written, which no block has. AddressSanitizer sees it earlier.
void check_gaps(const void* kernel, int argument, const void* pointer);

/// check(kernel, number of an argument, pointer) for all pointers of the arguments.
template <class... P>
void check_arguments(const Call<P...>& call, void (*check_it)(const void*, int, const void*)) {
  const auto check = [&](int argument, const auto& value) {
    for_each_pointer(value, [&](const void* pointer) {
      check_it(reinterpret_cast<const void*>(call.kernel), argument, pointer);
    });
  };
  std::apply(
      [&](const auto&... value) {
        [[maybe_unused]] int argument = 0;
        (check(++argument, value), ...);
      },
      call.values);
}

/// Whether what such a pointer in device memory points to is looked at. Throws Error when that is
/// memory of the host; what is neither that nor of the device is no pointer, but was never written.
bool check_pointer_in_memory(const void* kernel, int argument, const void* pointer);

/// To be called when the arguments have been uploaded: looks at the pointers in device memory to
/// which those of the arguments lead.
template <class... P>
void check_memory(const Call<P...>& call) {
  const auto check = [&](int argument, const auto& value) {
    const auto visit = [&](const void* pointer) {
      return check_pointer_in_memory(reinterpret_cast<const void*>(call.kernel), argument, pointer);
    };
    for_each_pointer(value, [&](const auto* pointer) {
      for_each_pointer_in_memory(pointer, bytes_to_end, visit, 2);
    });
  };
  std::apply(
      [&](const auto&... value) {
        [[maybe_unused]] int argument = 0;
        (check(++argument, value), ...);
      },
      call.values);
}

/// Runs all blocks. Throws Error, with the name of the kernel, when it does what CUDA forbids.
void run(dim3 grid, dim3 block, void (*body)(const void*), const void* arguments,
         const void* kernel);

/// The kernel that runs, for reports.
const char* name_of_launch();

}  // namespace emulator
