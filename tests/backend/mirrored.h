// mirrored.h: a device for tests that takes arrays of the host. Before a call it uploads the arrays
// whose addresses it is given, whole ones, and after the call it downloads those that were written:
// so what compares kernels on arrays of the host compares those of a GPU too.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "backend/backend.h"

namespace mirrored {

/// Remembers where an array of the host lies, and how long it is.
void add_array(void* array, std::size_t bytes);
void remove_array(void* array);

template <class T>
struct Allocator {
  using value_type = T;
  Allocator() = default;
  template <class U>
  Allocator(const Allocator<U>&) {}
  T* allocate(std::size_t n) {
    T* const array = std::allocator<T>().allocate(n);
    add_array(array, n * sizeof(T));
    return array;
  }
  void deallocate(T* array, std::size_t n) {
    remove_array(array);
    std::allocator<T>().deallocate(array, n);
  }
  bool operator==(const Allocator&) const = default;
};

/// An array that the device knows. A pointer to anything else is one to a single object.
template <class T>
using Array = std::vector<T, Allocator<T>>;

/// In front of cuda(). REQUIRES: there is one.
holo::Backend& device();

}  // namespace mirrored
