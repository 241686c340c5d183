// matmul_precision.h: how exact the products of matrices on a GPU are.
#pragma once

#include <string_view>

#include "holo/real.h"

namespace holo {

/// How many bits of the fractions of its inputs a product reads, also one of those that attention
/// of long rows is made of; it adds in 32 bits.
/// fp32: all 23, or in a build with REAL=double all 52, and it adds in double.
/// tf32: 10. Relative errors of about 1e-3 instead of 1e-7, and many times as fast on a GPU with
/// tensor cores.
/// bf16: 7. Errors of about 1e-2, and faster still.
enum class MatmulPrecision { fp32, tf32, bf16 };

/// "fp32", "tf32" or "bf16".
const char* matmul_precision_name(MatmulPrecision precision);

/// The precision of that name. Throws UsageError for any other; `where`, for example a flag,
/// appears in the message.
MatmulPrecision matmul_precision_of(std::string_view name, const char* where = "matmul precision");

/// What the device cuda multiplies in, in all threads; at first fp32.
MatmulPrecision matmul_precision();

/// Changes it. Throws UsageError for tf32 and bf16 unless the default device is cuda, or in a build
/// with REAL=double; `where` as above.
void set_matmul_precision(MatmulPrecision precision, const char* where = "matmul precision");

}  // namespace holo
