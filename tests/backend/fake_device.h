// fake_device.h: a device with the kernels of the cpu, whose memory the host cannot read. It
// replaces cuda() in the test program, to find mistakes with memory without a GPU.
//
//   HOLO_DEVICE=cuda build/g++/bin/tests     runs the suite on it
//
// A pointer to its memory is not an address of the host: reading or writing there is a segmentation
// fault. Giving a host pointer to a kernel is an error. Its memory is poisoned with NaN.
#pragma once

#include <map>
#include <string>

namespace holo {

/// While it lives, cuda() is the fake device.
class FakeDevice {
 public:
  FakeDevice();
  ~FakeDevice();
  FakeDevice(const FakeDevice&) = delete;
  FakeDevice& operator=(const FakeDevice&) = delete;

  /// How often "upload", "download" and "synchronize" were called since this object was made.
  std::map<std::string, int> calls() const;

 private:
  bool before_;
};

}  // namespace holo
