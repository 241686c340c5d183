// temporary.h: memory of an op on its device between two kernels.
#pragma once

#include "backend/backend.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// `size` numbers for as long as this lives, uninitialised. REQUIRES: their bytes can be counted.
class Temporary {
 public:
  Temporary(Backend& backend, Index size)
      : backend_(backend),
        bytes_(static_cast<std::size_t>(size) * sizeof(real)),
        data_(static_cast<real*>(backend.allocate(bytes_))) {}
  ~Temporary() { backend_.release(data_, bytes_); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  real* data() const { return data_; }

 private:
  Backend& backend_;
  std::size_t bytes_;
  real* data_;
};

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
