// on_device.h: makes the tensors of a test on one device, for any device of the suite.
#pragma once

#include "holo/device.h"

namespace holo {

/// Sets the default device while it lives. Only the cpu promises equal bits for any number of
/// threads, so tests of this promise ask for the cpu. Tests that train long ask for it too.
class OnDevice {
 public:
  explicit OnDevice(Device device) : before_(default_device()) { set_default_device(device); }
  ~OnDevice() { set_default_device(before_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  Device before_;
};

}  // namespace holo
