// scratch.h: memory of a device with an owner: temporary numbers of an op between two kernels, or
// of a kernel between two loops, and what a backward keeps besides its tensors.
#pragma once

#include <utility>

#include "backend/backend.h"

namespace holo {

/// `bytes` bytes of a device for as long as this lives, uninitialised. What was moved from has
/// none.
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

/// `size` numbers of a device for as long as this lives, uninitialised.
class Scratch {
 public:
  Scratch(Backend& backend, Index size) : memory_(backend, bytes_of(size)) {}
  /// On the CPU.
  explicit Scratch(Index size) : Scratch(cpu(), size) {}
  real* data() const { return static_cast<real*>(memory_.data()); }

 private:
  DeviceMemory memory_;
};

}  // namespace holo
