// device.cpp: finds a device by its name, and stores the default device and the precision of matrix
// products.
#include "holo/device.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <string>

#include "backend/backend.h"
#include "base/words.h"
#include "holo/check.h"

#ifndef HOLO_DEFAULT_DEVICE
#define HOLO_DEFAULT_DEVICE cpu
#endif

namespace holo {
namespace {

// The backend of a device. If there is none, the error names `where`.
Backend& backend_at(Device device, const char* where) {
  if (device == Device::cpu) return cpu();
  if (device == Device::plain) return plain();
  if (Backend* const backend = cuda()) return *backend;
  const NoCuda missing = why_no_cuda();
  throw Error(where, missing.found, "cpu or plain", missing.hint);
}

Device device_of_environment() {
  for (const char* const gone : {"HOLO_CPU_LEVEL", "HOLO_CUDA_ATTENTION"}) {
    if (std::getenv(gone) == nullptr) continue;
    throw UsageError(gone, "no longer a setting", "it unset", std::string("unset ") + gone);
  }
  const char* const name = std::getenv("HOLO_DEVICE");
  if (name == nullptr || *name == 0) return Device::HOLO_DEFAULT_DEVICE;
  return backend_at(device_of(name, "HOLO_DEVICE"), "HOLO_DEVICE").device;
}

// The first call reads HOLO_DEVICE from the environment.
std::atomic<Device>& chosen_device() {
  static std::atomic<Device> device = device_of_environment();
  return device;
}

}  // namespace

const char* device_name(Device device) {
  static constexpr const char* names[] = {"cpu", "plain", "cuda"};
  return names[static_cast<int>(device)];
}

Device device_of(std::string_view name, const char* where) {
  for (const Device device : {Device::cpu, Device::plain, Device::cuda}) {
    if (name == device_name(device)) return device;
  }
  throw UsageError(where, in_quotes(name), "cpu, plain or cuda");
}

Backend& backend_of(Device device) { return backend_at(device, "device"); }

Device default_device() { return chosen_device(); }

void set_default_device(Device device, const char* where) {
  chosen_device() = backend_at(device, where).device;
}

static std::atomic<MatmulPrecision> chosen{MatmulPrecision::fp32};

const char* matmul_precision_name(MatmulPrecision precision) {
  static constexpr const char* names[] = {"fp32", "tf32", "bf16"};
  return names[static_cast<int>(precision)];
}

MatmulPrecision matmul_precision_of(std::string_view name, const char* where) {
  for (const MatmulPrecision precision :
       {MatmulPrecision::fp32, MatmulPrecision::tf32, MatmulPrecision::bf16}) {
    if (name == matmul_precision_name(precision)) return precision;
  }
  throw UsageError(where, in_quotes(name), "fp32, tf32 or bf16");
}

MatmulPrecision matmul_precision() { return chosen; }

void set_matmul_precision(MatmulPrecision precision, const char* where) {
  if (precision != MatmulPrecision::fp32) {
    const char* const name = matmul_precision_name(precision);
    if (default_device() != Device::cuda) {
      throw UsageError(where,
                       fmt::format("{} on the device {}", name, device_name(default_device())),
                       "fp32, or the device cuda");
    }
    if (sizeof(real) == sizeof(double)) {
      throw UsageError(where, fmt::format("{} in a build with REAL=double", name), "fp32");
    }
  }
  chosen = precision;
}

}  // namespace holo
