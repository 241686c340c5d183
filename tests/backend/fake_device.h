// fake_device.h: a device whose memory the host cannot read, made of the kernels of the cpu: it
// stands for cuda() in the test program, so that mistakes with memory are found without a GPU.
//
//   HOLO_DEVICE=cuda build/g++/bin/tests     runs the suite on it
//
// A pointer to its memory is no address of the host: who reads or writes there ends with a
// segmentation fault. A pointer of the host that is given to a kernel is an error. Memory is
// poisoned: full of NaN.
#pragma once

#include <map>
#include <string>

namespace holo {

/// Makes the fake device cuda() for as long as this lives.
class FakeDevice {
 public:
  FakeDevice();
  ~FakeDevice();
  FakeDevice(const FakeDevice&) = delete;
  FakeDevice& operator=(const FakeDevice&) = delete;

  /// How often each function of the device was called since this was made.
  std::map<std::string, int> calls() const;

 private:
  bool before_;
};

}  // namespace holo
