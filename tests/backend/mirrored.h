// mirrored.h: a device for tests that takes arrays of the host. Before a call it uploads the whole
// arrays behind its pointers, and after the call it downloads the written ones. So tests that
// compare kernels on host arrays also work for a GPU.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "backend/backend.h"

namespace mirrored {

/// Remembers the address and length of an array of the host.
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

/// An array that the device knows. A pointer to anything else points to a single object.
template <class T>
using Array = std::vector<T, Allocator<T>>;

/// The device, in front of cuda(). REQUIRES: cuda() is not null.
holo::Backend& device();

}  // namespace mirrored
