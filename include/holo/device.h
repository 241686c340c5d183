// device.h: a tensor's device determines where its data is stored and which kernels process it.
#pragma once

#include <string_view>

#include "holo/version.h"

namespace holo {

///   cpu     the CPU with fast kernels where training spends its time, and plain kernels elsewhere.
///           Fast kernels use all threads and vector registers. The bits of a result are the same
///           for any number of threads.
///   plain   the CPU with simple loops, to read and to step through: much slower, with the same
///           results up to rounding
///   cuda    a GPU
enum class Device { cpu, plain, cuda };

/// "cpu", "plain" or "cuda".
const char* device_name(Device device);

/// The device called `name`. Throws UsageError if there is no such device. `where`, for example a
/// flag, appears in the message.
Device device_of(std::string_view name, const char* where = "device");

/// The device of a new tensor if you do not specify one. All threads share this default. The
/// environment variable HOLO_DEVICE sets the initial default. Without this variable, it is the
/// device plain in a build with DEBUG=1, and cpu otherwise. Throws UsageError if HOLO_DEVICE is not
/// the name of a device, and holo::Error if this build or machine does not have the device.
Device default_device();

/// Changes the default device. Existing tensors stay where they are. Throws holo::Error if this
/// build or machine does not have the device; `where`, for example a flag, appears in the message.
void set_default_device(Device device, const char* where = "device");

// ---- the precision with which a GPU multiplies matrices ----

/// How many fraction bits of each input a matrix product uses. Attention over long rows also
/// multiplies matrices with this precision. Sums have 32 bits.
///   fp32   all 23; with REAL=double all 52, and sums in double
///   tf32   10: many times as fast on a GPU with tensor cores, with relative errors of about 1e-3
///          instead of 1e-7
///   bf16   7: faster still, with relative errors of about 1e-2
enum class MatmulPrecision { fp32, tf32, bf16 };

/// "fp32", "tf32" or "bf16".
const char* matmul_precision_name(MatmulPrecision precision);

/// The precision called `name`. Throws UsageError for any other name; `where`, for example a flag,
/// appears in the message.
MatmulPrecision matmul_precision_of(std::string_view name, const char* where = "matmul precision");

/// The precision of matrix products on the device cuda, for all threads. Default: fp32.
MatmulPrecision matmul_precision();

/// Sets the precision. Throws UsageError for tf32 or bf16 if the build has REAL=double or the
/// default device is not cuda; `where` appears in the message.
void set_matmul_precision(MatmulPrecision precision, const char* where = "matmul precision");

}  // namespace holo
