// matmul_precision.cpp: stores the precision of matrix products.
#include "holo/matmul_precision.h"

#include <fmt/format.h>

#include <atomic>

#include "base/words.h"
#include "holo/check.h"
#include "holo/device.h"

namespace holo {
namespace {

std::atomic<MatmulPrecision> chosen{MatmulPrecision::fp32};

}  // namespace

const char* matmul_precision_name(MatmulPrecision precision) {
  switch (precision) {
    case MatmulPrecision::fp32:
      return "fp32";
    case MatmulPrecision::tf32:
      return "tf32";
    case MatmulPrecision::bf16:
      break;
  }
  return "bf16";
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
