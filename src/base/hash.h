// hash.h: a 64-bit hash of a sequence of bytes, for file checksums and short data ids. It detects
// accidental damage, but not deliberate changes.
//
//   Fnv1a hash;
//   hash.add("foo");
//   hash.add("bar");
//   hash.value();  // 0x85944171f73967e8, as for "foobar"
//
// Source: Fowler, Noll, Vo 1991, as described at isthe.com/chongo/tech/comp/fnv.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace holo {

/// FNV-1a with 64 bits: for each byte, hash = (hash ^ byte) * (2^40 + 2^8 + 0xb3) modulo 2^64. The
/// value depends only on the bytes, not on the machine or on how the bytes are split into pieces.
/// Two strings of equal length that differ in one byte always have different hashes.
class Fnv1a {
 public:
  void add(std::string_view bytes) {
    constexpr std::uint64_t prime = 0x100000001b3;
    std::uint64_t hash = hash_;
    for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * prime;
    hash_ = hash;
  }
  /// The hash of all bytes added so far.
  std::uint64_t value() const { return hash_; }
  /// The value as 16 hexadecimal digits, for example "85944171f73967e8".
  std::string hex() const { return fmt::format("{:016x}", hash_); }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace holo
