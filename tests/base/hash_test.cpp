// hash_test.cpp: the published values of FNV-1a, in one piece or many, and what it tells apart.
#include "base/hash.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>

namespace hash_test {
namespace {

std::uint64_t hash_of(std::string_view bytes) {
  holo::Fnv1a hash;
  hash.add(bytes);
  return hash.value();
}

}  // namespace

TEST_CASE("hash: the published values") {
  // Source: Landon Curt Noll, test_fnv.c, fnv1a_64.
  const std::pair<std::string_view, std::uint64_t> published[] = {{"", 0xcbf29ce484222325},
                                                                  {"a", 0xaf63dc4c8601ec8c},
                                                                  {"b", 0xaf63df4c8601f1a5},
                                                                  {"foobar", 0x85944171f73967e8},
                                                                  {{"\0", 1}, 0xaf63bd4c8601b7df}};
  for (const auto& [bytes, value] : published) CHECK(hash_of(bytes) == value);
  // A byte from 0x80 on counts as such, not as a negative number.
  CHECK(hash_of("\xFF") == (0xcbf29ce484222325 ^ 0xFF) * 0x100000001b3);
}

TEST_CASE("hash: pieces give what the whole gives") {
  const std::string text = "the bytes of a file, in pieces";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    holo::Fnv1a hash;
    hash.add(std::string_view(text).substr(0, cut));
    hash.add({});
    hash.add(std::string_view(text).substr(cut));
    CHECK(hash.value() == hash_of(text));
  }
}

TEST_CASE("hash: 16 digits") {
  holo::Fnv1a hash;
  CHECK(hash.hex() == "cbf29ce484222325");
  hash.add("foobar");
  CHECK(hash.hex() == "85944171f73967e8");
}

}  // namespace hash_test
