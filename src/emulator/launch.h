// launch.h: a kernel with its arguments, and the run of its blocks. It checks all pointers among
// the arguments, even members of structs; it recognises pointers by their type. CUDA does not
// check: there a pointer to host memory fails only when the kernel uses it.
#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "emulator/block.h"
#include "emulator/memory.h"

namespace emulator {

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

/// How many members a struct has; each element of an array counts.
template <class T, class... Values>
constexpr std::size_t count_members() {
  if constexpr (made_of<T, Values..., AnyValue>) {
    return count_members<T, Values..., AnyValue>();
  } else {
    return sizeof...(Values);
  }
}

/// Tells whether a member is a pointer.
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

/// Calls visit(pointer) for each pointer in x. It does not compile for a struct with pointers that
/// has more than five members, or an array.
template <class T, class Visit>
void for_each_pointer(const T& x, const Visit& visit) {
  static_assert(std::is_trivially_copyable_v<T>, "an argument of a kernel is copied byte for byte");
  static_assert(std::is_scalar_v<T> || std::is_aggregate_v<T>,
                "a class with a constructor may hide a pointer: make it a struct without one");
  if constexpr (std::is_pointer_v<T>) {
    if constexpr (!std::is_function_v<std::remove_pointer_t<T>>) visit(x);
  } else if constexpr (std::is_aggregate_v<T> && has_pointer<T>()) {
    constexpr std::size_t members = count_members<T>();
    static_assert(members <= 5, "a struct with pointers and more members: write its case here");
    const auto each = [&](const auto&... member) { (for_each_pointer(member, visit), ...); };
    if constexpr (members == 1) {
      const auto& [a] = x;
      each(a);
    } else if constexpr (members == 2) {
      const auto& [a, b] = x;
      each(a, b);
    } else if constexpr (members == 3) {
      const auto& [a, b, c] = x;
      each(a, b, c);
    } else if constexpr (members == 4) {
      const auto& [a, b, c, d] = x;
      each(a, b, c, d);
    } else {
      const auto& [a, b, c, d, e] = x;
      each(a, b, c, d, e);
    }
  }
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
  return {kernel, {*static_cast<P*>(arguments[i])...}};
}

/// Throws Error unless a pointer is null or in a block of device memory.
void check_pointer(const void* kernel, int argument, const void* pointer);

/// Calls check_pointer for all pointers in the arguments.
template <class... P>
void check_arguments(const Call<P...>& call) {
  const auto check = [&](int argument, const auto& value) {
    for_each_pointer(value, [&](const void* pointer) {
      check_pointer(reinterpret_cast<const void*>(call.kernel), argument, pointer);
    });
  };
  std::apply(
      [&](const auto&... value) {
        [[maybe_unused]] int argument = 0;
        (check(++argument, value), ...);
      },
      call.values);
}

/// Runs all blocks. Throws Error, with the name of the kernel, if it breaks a rule of CUDA.
void run(dim3 grid, dim3 block, void (*body)(const void*), const void* arguments,
         const void* kernel);

/// The name of a kernel, as in the source; "a kernel" if it is unknown.
std::string name_of_kernel(const void* kernel);

/// Poisons the shared memory of all kernels (poison.h).
void poison_shared_variables();

}  // namespace emulator
