// scratch.h: device memory with an owner. It holds temporary numbers that one kernel or loop passes
// to the next, and non-tensor data that a backward function keeps.
#pragma once

#include <utility>

#include "backend/backend.h"

namespace holo {

/// Owns `bytes` bytes of device memory, at first uninitialised. A moved-from object owns nothing.
class DeviceMemory {
 public:
  DeviceMemory(Backend& backend, std::size_t bytes)
      : backend_(&backend), bytes_(bytes), data_(backend.allocate(bytes)) {}
  DeviceMemory(DeviceMemory&& other) noexcept
      : backend_(other.backend_),
        bytes_(other.bytes_),
        data_(std::exchange(other.data_, nullptr)) {}
  DeviceMemory& operator=(DeviceMemory&&) = delete;
  ~DeviceMemory() {
    if (data_ != nullptr) backend_->release(data_, bytes_);
  }
  void* data() const { return data_; }

 private:
  Backend* backend_;
  std::size_t bytes_;
  void* data_;
};

/// Owns device memory for `size` objects, at first uninitialised.
template <class T>
class ScratchOf {
 public:
  ScratchOf(Backend& backend, Index size) : memory_(backend, bytes_of(size, sizeof(T))) {}
  T* data() const { return static_cast<T*>(memory_.data()); }

 private:
  DeviceMemory memory_;
};

using Scratch = ScratchOf<real>;

}  // namespace holo
