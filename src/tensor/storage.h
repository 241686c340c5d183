// storage.h: a reference-counted block of numbers on a device. Nodes that have the same numbers,
// such as a tensor and its reshape, share one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/backend.h"
#include "holo/node.h"

namespace holo {

struct Storage : Pooled {
  Storage(Backend& on, real* numbers, std::size_t size)
      : backend(&on), data(numbers), bytes(size) {}

  Backend* backend;
  real* data;
  std::size_t bytes;         // of the block; 0 for a part of the owner's
  Storage* owner = nullptr;  // of the block, when this is a part of it
  References references;
  std::uint32_t version = 0;    // counts the changes in place
  const char* changed_by = "";  // what made the last of them
  bool near = false;            // the numbers follow in the same block of the pool

  /// `numel` numbers, uninitialised. `op` and `shape` are for the error when they do not fit into
  /// memory.
  static Storage* make(Backend& backend, const Shape& shape, const char* op);
  /// `part` of the numbers of `owner`, with a version of its own.
  static Storage* part_of(Storage* owner, real* part);

  Storage* share() {
    references.add();
    return this;
  }
  void release() noexcept;
};

}  // namespace holo
