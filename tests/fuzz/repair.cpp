// repair.cpp: the length of a header, and a checksum.
#include "fuzz/repair.h"

#include <cstdint>

#include "base/hash.h"
#include "files/safetensors_format.h"

namespace fuzz {
namespace {

constexpr std::size_t length_bytes = 8;  // little-endian, in front of the header

}  // namespace

std::string with_header_length(std::string_view bytes) {
  std::string repaired(bytes);
  const std::size_t brace = bytes.rfind('}');
  if (brace == std::string_view::npos || brace < length_bytes) return repaired;
  const std::uint64_t length = brace + 1 - length_bytes;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    repaired[i] = static_cast<char>(length >> (8 * i) & 0xFF);
  }
  return repaired;
}

std::string with_checksum(std::string_view bytes) {
  std::string repaired(bytes);
  if (bytes.size() < length_bytes) return repaired;
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    length |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  if (length > bytes.size() - length_bytes) return repaired;
  const std::string_view header = bytes.substr(length_bytes, static_cast<std::size_t>(length));
  const std::size_t digits = holo::checksum_position(header);
  if (digits == std::string_view::npos) return repaired;
  repaired.replace(length_bytes + digits, holo::no_checksum.size(), holo::no_checksum);
  holo::Fnv1a hash;
  hash.add(repaired);
  repaired.replace(length_bytes + digits, holo::no_checksum.size(), hash.hex());
  return repaired;
}

}  // namespace fuzz
