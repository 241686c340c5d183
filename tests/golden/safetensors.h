// safetensors.h: reads the arrays of a .safetensors file of golden cases, in double: 8 bytes
// little-endian N, N bytes of JSON (name -> dtype, shape, data_offsets), then the numbers,
// row-major and little-endian. The library's reader gives numbers of the engine, which may be
// floats.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "holo/shape.h"

namespace golden {

/// Numbers of dtype F64, F32, I64 or BOOL, as double: whole numbers up to 2^53 are exact.
struct Array {
  bool is_index = false;  // I64
  holo::Shape shape;
  std::vector<double> values;
};

using Arrays = std::map<std::string, Array>;

/// Throws holo::Error if the file is not there, is cut, or has another dtype.
Arrays read_safetensors(const std::string& path);

}  // namespace golden
