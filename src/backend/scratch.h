// scratch.h: device memory with an owner. It holds temporary numbers that one kernel or loop passes
// to the next, and non-tensor data that a backward function keeps.
#pragma once

#include <utility>

#include "backend/backend.h"

namespace holo {

/// Owns device memory for `size` objects, at first uninitialised. A moved-from object owns nothing.
template <class T>
class ScratchOf {
 public:
  ScratchOf(Backend& backend, Index size)
      : backend_(&backend),
        bytes_(bytes_of(size, sizeof(T))),
        data_(static_cast<T*>(backend.allocate(bytes_))) {}
  ScratchOf(ScratchOf&& other) noexcept
      : backend_(other.backend_),
        bytes_(other.bytes_),
        data_(std::exchange(other.data_, nullptr)) {}
  ScratchOf& operator=(ScratchOf&&) = delete;
  ~ScratchOf() {
    if (data_ != nullptr) backend_->release(data_, bytes_);
  }
  T* data() const { return data_; }

 private:
  Backend* backend_;
  std::size_t bytes_;
  T* data_;
};

using Scratch = ScratchOf<real>;

}  // namespace holo
