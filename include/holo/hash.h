// hash.h: a number of 64 bits for a sequence of bytes: a checksum of files, a short name for data.
// It finds damage; it is no protection against people.
//
//   Fnv1a hash;
//   hash.add("foo");
//   hash.add("bar");
//   hash.value();  // 0x85944171f73967e8, as of "foobar"
//
// Source: Fowler, Noll, Vo 1991, in the form of isthe.com/chongo/tech/comp/fnv.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace holo {

/// FNV-1a of 64 bits: for each byte, hash = (hash ^ byte) * (2^40 + 2^8 + 0xb3) modulo 2^64. The
/// same bytes give the same value on every machine, in however many pieces they come; texts of one
/// length that differ in one byte always differ in value.
class Fnv1a {
 public:
  void add(std::string_view bytes);
  /// Of all bytes until now.
  std::uint64_t value() const { return hash_; }
  /// The same as 16 digits: "85944171f73967e8".
  std::string hex() const;

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace holo
