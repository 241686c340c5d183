// header.h: the header of a file: 8 bytes little-endian N, then N bytes of JSON with the name of
// every tensor, its type, its sizes and where it lies. Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "files/safetensors/dtype.h"
#include "files/safetensors/source.h"
#include "holo/real.h"
#include "holo/shape.h"

namespace holo {

/// The rules that a reader checks and a writer keeps.
namespace safetensors_limits {
inline constexpr std::uint64_t header_bytes = 100'000'000;  // of the reference library
inline constexpr std::size_t tensors = 65'536;              // the others are ours
inline constexpr std::size_t metadata = 65'536;
inline constexpr std::size_t name_bytes = 1024;
inline constexpr std::size_t dimensions = 8;
}  // namespace safetensors_limits

/// One tensor of the file.
struct SafetensorsEntry {
  std::string dtype;
  const Dtype* type = nullptr;
  std::vector<Index> sizes;
  std::uint64_t begin = 0, end = 0;  // bytes, from the first after the header
};

struct SafetensorsHeader {
  using Entries = std::map<std::string, SafetensorsEntry, std::less<>>;

  SafetensorsHeader() = default;
  SafetensorsHeader(const SafetensorsHeader&) = delete;  // in_order points into entries
  SafetensorsHeader& operator=(const SafetensorsHeader&) = delete;

  std::map<std::string, std::string> metadata;
  Entries entries;                                   // by name
  std::vector<const Entries::value_type*> in_order;  // as they lie in the file
  std::uint64_t data_offset = 0;                     // of the first byte after the header
};

/// The N bytes of JSON: UTF-8 that begins with '{', after white space or not. Throws holo::Error
/// for anything else, with the name of the format when it is a known one.
std::string read_header_text(const ByteSource& source);

/// What is expected of a file that ends too early.
inline constexpr const char* cut_short =
    "the whole file; it may have been cut short, or be damaged";

/// Reads and checks a whole header. Throws as the constructor of SafetensorsFile.
std::shared_ptr<const SafetensorsHeader> read_header(const ByteSource& source);

}  // namespace holo
