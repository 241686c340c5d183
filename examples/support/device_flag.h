// device_flag.h: the flag --device. A program that computes no Tensors is linked without
// devices.cpp, and so without the kernels, and does not have this flag.
#pragma once

#include <string>
#include <vector>

namespace holo {

struct Devices {
  /// The names of all devices; the default device comes first.
  std::vector<std::string> (*names)();
  /// Makes the device of this name the default; throws UsageError or Error as device_of() and
  /// set_default_device() do.
  void (*choose)(const std::string& name, const char* where);
};

/// Those of a program that computes Tensors; in any other program nullptr.
inline const Devices* devices = nullptr;

}  // namespace holo
