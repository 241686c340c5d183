// arguments.h: the pointers among the arguments of a kernel, also those that are members of
// structs, or lie in an array of the device that an argument points to. CUDA itself does not look
// at them; a pointer to the host's memory is found only when it is used. Which words of memory are
// pointers is known by their type, so one in an array of bytes, or in a class with a constructor,
// is not found here.
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

/// Whether an object of type T has pointers that for_each_pointer finds.
template <class T>
constexpr bool holds_pointers() {
  if constexpr (std::is_pointer_v<T>) {
    return true;
  } else if constexpr (std::is_class_v<T>) {
    return std::is_aggregate_v<T> && has_pointer<T>();
  } else {
    return false;
  }
}

/// Calls visit(pointer) for each pointer in the objects that lie from `objects` to the end of their
/// block, `room` bytes further, and in those that they point to; no more than `depth` times on.
template <class T, class Room, class Visit>
void for_each_pointer_in_memory(const T* objects, const Room& room, const Visit& visit, int depth) {
  if constexpr (holds_pointers<T>()) {
    const std::size_t count = depth == 0 ? 0 : room(objects) / sizeof(T);
    for (std::size_t i = 0; i < count; ++i) {
      for_each_pointer(objects[i], [&](const auto* pointer) {
        if (visit(pointer)) for_each_pointer_in_memory(pointer, room, visit, depth - 1);
      });
    }
  }
}

}  // namespace emulator
