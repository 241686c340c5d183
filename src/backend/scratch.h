// scratch.h: temporary memory of an op between two kernels, or of a kernel between two loops.
#pragma once

#include "backend/backend.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// `size` numbers of a device for as long as this lives, uninitialised.
/// REQUIRES: their bytes can be counted.
class Scratch {
 public:
  Scratch(Backend& backend, Index size)
      : backend_(backend),
        bytes_(static_cast<std::size_t>(size) * sizeof(real)),
        data_(static_cast<real*>(backend.allocate(bytes_))) {}
  /// On the CPU.
  explicit Scratch(Index size) : Scratch(cpu(), size) {}
  ~Scratch() { backend_.release(data_, bytes_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  real* data() const { return data_; }

 private:
  Backend& backend_;
  std::size_t bytes_;
  real* data_;
};

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
