// on_device.h: makes the tensors of a test on one device, whatever the suite runs on.
#pragma once

#include "holo/device.h"

namespace holo {

/// The default device for as long as this lives. The promises to the last bit, for any number of
/// threads, are those of the cpu: their tests ask for it, and so do those that train long.
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
