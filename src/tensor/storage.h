// storage.h: a reference-counted block of numbers on a device. Nodes that share their data, such as
// a tensor and its reshape, use one block.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/backend.h"
#include "holo/node.h"

namespace holo {

class Tensor;

struct Storage : Pooled {
  Storage(Backend& on, real* numbers, std::size_t size)
      : backend(&on), data(numbers), bytes(size) {}

  Backend* backend;
  real* data;
  std::size_t bytes;         // block size in bytes; 0 if `data` is part of the owner's block
  Storage* owner = nullptr;  // the Storage that owns the block; null if this Storage owns it
  References references;
  std::uint32_t version = 0;    // counts in-place changes
  const char* changed_by = "";  // the function that made the last in-place change
  bool near = false;            // true if the numbers are in the same block as this object

  /// A Storage of uninitialised numbers. An out-of-memory error names `op` and `shape`.
  static Storage* make(Backend& backend, const Shape& shape, const char* op);
  /// A Storage for the numbers at `part` in the owner's block, with its own version.
  static Storage* part_of(Storage* owner, real* part);

  Storage* share() {
    references.add();
    return this;
  }
  void release() noexcept;
};

/// A constant whose numbers are in `storage`, which it shares.
Tensor constant(const char* op, const Shape& shape, Storage& storage);

}  // namespace holo
