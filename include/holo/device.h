// device.h: the device of a tensor: where its numbers lie, and which kernels compute with them.
#pragma once

#include <string_view>

#include "holo/real.h"

namespace holo {

/// cpu: the CPU with fast kernels, which use all threads and whole vector registers, for what takes
/// time in the training of models, else with the plain ones. The results are the same bits for any
/// number of threads.
/// plain: the CPU with simple loops, which are there to be read and stepped through. The results
/// are the same up to rounding; much slower.
/// cuda: a GPU.
enum class Device { cpu, plain, cuda };

/// "cpu", "plain" or "cuda".
const char* device_name(Device device);

/// The device of that name. Throws UsageError for any other; `where`, for example a flag, appears
/// in the message.
Device device_of(std::string_view name, const char* where = "device");

/// The device of new tensors when none is given, in all threads. At first the one that the
/// environment variable HOLO_DEVICE names; without it plain in a build with DEBUG=1, else cpu.
/// Throws UsageError when HOLO_DEVICE is not the name of a device, holo::Error when this build or
/// machine does not have it.
Device default_device();

/// Changes the default device; tensors stay where they are. Throws holo::Error when this build or
/// machine does not have the device; `where`, for example a flag, appears in the message.
void set_default_device(Device device, const char* where = "device");

}  // namespace holo
