// hash.cpp: the hash function FNV-1a, one byte after the other.
#include "base/hash.h"

#include <fmt/format.h>

namespace holo {

void Fnv1a::add(std::string_view bytes) {
  constexpr std::uint64_t prime = 0x100000001b3;
  std::uint64_t hash = hash_;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * prime;
  hash_ = hash;
}

std::string Fnv1a::hex() const { return fmt::format("{:016x}", hash_); }

}  // namespace holo
