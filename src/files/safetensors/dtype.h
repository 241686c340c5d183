// dtype.h: the number types of the format, and how their bytes become numbers. Bytes are
// little-endian on every machine and may lie at any address: no pointer is cast. Internal.
#pragma once

#include <span>
#include <string_view>

#include "holo/real.h"
#include "holo/shape.h"

namespace holo {

/// One type: "F32", 32 bits; `real`: its numbers can be loaded as real.
struct Dtype {
  const char* name;
  unsigned bits;
  bool is_real;
};

/// The type of that name, or null.
const Dtype* find_dtype(std::string_view name);
/// All of them, for messages.
std::span<const Dtype> all_dtypes();

/// y[i] = number i of `bytes`, rounded to nearest even. REQUIRES: dtype.is_real, and
/// y.size() * bits / 8 bytes.
void reals_of_bytes(const Dtype& dtype, const char* bytes, std::span<real> y);
void indices_of_bytes(const char* bytes, std::span<Index> y);
/// The other way round, as F32 or F64, whatever real is, and as I64.
void bytes_of_reals(std::span<const real> x, char* bytes);
void bytes_of_indices(std::span<const Index> x, char* bytes);
/// What bytes_of_reals writes.
inline constexpr const char* real_dtype = sizeof(real) == 8 ? "F64" : "F32";

}  // namespace holo
