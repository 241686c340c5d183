// safetensors.h: reads the arrays of a .safetensors file: 8 bytes little-endian N, N bytes of JSON
// (name -> dtype, shape, data_offsets), then the numbers, row-major and little-endian.
// It reads F64, F32, I64 and BOOL, and writes nothing.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "holo/shape.h"

namespace golden {

enum class Type { f64, f32, i64, boolean };

/// Numbers of any of the types, as double: whole numbers up to 2^53 are exact.
struct Array {
  Type type = Type::f64;
  holo::Shape shape;
  std::vector<double> values;
};

using Arrays = std::map<std::string, Array>;

/// The whole file as bytes. Throws holo::Error with the path.
std::string read_bytes(const std::string& path);

/// Throws holo::Error with the path for an invalid header, and unless the arrays follow each other
/// in the file with the bytes that their shapes need.
Arrays read_safetensors(const std::string& path);

}  // namespace golden
