// matmul_precision.h: the precision with which a GPU multiplies matrices.
#pragma once

#include <string_view>

#include "holo/real.h"

namespace holo {

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
