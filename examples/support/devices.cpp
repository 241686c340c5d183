// devices.cpp: the devices of the library. Linking this file is enough: it tells the command line
// of them.
#include "support/command_line.h"

#include "holo/device.h"

namespace holo {
namespace {

constexpr Devices of_the_library = {
    .names =
        [] {
          std::vector<std::string> names = {device_name(default_device())};
          for (const Device device : {Device::cpu, Device::plain, Device::cuda}) {
            if (device != default_device()) names.emplace_back(device_name(device));
          }
          return names;
        },
    .choose = [](const std::string& name,
                 const char* where) { set_default_device(device_of(name, where), where); }};
[[maybe_unused]] const Devices* const installed = devices = &of_the_library;

}  // namespace
}  // namespace holo
