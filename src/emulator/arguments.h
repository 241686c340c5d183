// arguments.h: the pointers among the arguments of a kernel, also those that are members of
// structs. CUDA itself does not look at them; a pointer to the host's memory is found only when it
// is used. One that lies in memory, as an element of an array, is not found here either.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace emulator {

/// What a member of a struct can be made of: a value of any type; a pointer of any type.
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

/// How many members a struct has; an array counts as its elements.
template <class T, class... Values>
constexpr std::size_t count_members() {
  if constexpr (made_of<T, Values..., AnyValue>) {
    return count_members<T, Values..., AnyValue>();
  } else {
    return sizeof...(Values);
  }
}

/// Whether a pointer is among the members.
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

/// Calls visit(pointer) for each pointer in x. A struct with pointers has up to five members,
/// and no arrays: another one does not compile here.
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

}  // namespace emulator
