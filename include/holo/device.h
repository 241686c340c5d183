// device.h: where the numbers of a tensor lie, and who computes with them.
#pragma once

#include <string_view>

#include "holo/real.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// cpu: the processor, as fast as it can: all threads, whole registers. Its results are the same
/// bits for any number of threads.
/// plain: the processor once more, in loops that are there to be read and stepped through. The same
/// results but for rounding, much slower.
/// cuda: a GPU.
enum class Device { cpu, plain, cuda };

/// "cpu", "plain" or "cuda".
const char* device_name(Device device);

/// The device of that name. Throws UsageError for another one; `where`, say a flag, is named in it.
Device device_of(std::string_view name, const char* where = "device");

/// Where tensors are made that are not told where, in all threads. At first the device that the
/// environment variable HOLO_DEVICE names; without it plain in a build with DEBUG=1, else cpu.
/// Throws UsageError when HOLO_DEVICE names no device, holo::Error when this build or machine does
/// not have it.
Device default_device();

/// Changes it from here on; tensors stay where they are. Throws holo::Error when this build or
/// machine does not have the device.
void set_default_device(Device device);

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
