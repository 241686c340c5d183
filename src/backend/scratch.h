// scratch.h: device memory with an owner. It is for temporary numbers between two kernels or two
// loops, and for data that a backward function keeps but that is not a tensor.
#pragma once

#include <utility>

#include "backend/backend.h"

namespace holo {

/// Owns `bytes` uninitialised bytes of a device. After a move, the old object owns nothing.
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

/// Owns `size` uninitialised numbers of a device.
class Scratch {
 public:
  Scratch(Backend& backend, Index size) : memory_(backend, bytes_of(size)) {}
  /// Uses the memory of the CPU.
  explicit Scratch(Index size) : Scratch(cpu(), size) {}
  real* data() const { return static_cast<real*>(memory_.data()); }

 private:
  DeviceMemory memory_;
};

}  // namespace holo
