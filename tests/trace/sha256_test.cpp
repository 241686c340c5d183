// The digest of SHA-256 and the letters of base64: examples of the standards, and the lengths at
// which padding changes.
#include "trace/page/sha256.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "trace/page/base64.h"

namespace sha256_test {
namespace {

std::string hex(std::string_view bytes) {
  std::string out;
  for (const std::uint8_t byte : holo::sha256(bytes)) out += fmt::format("{:02x}", byte);
  return out;
}

std::string encoded(const std::string& text) {
  return holo::base64(std::vector<std::uint8_t>(text.begin(), text.end()));
}

}  // namespace

TEST_CASE("sha256: the examples of FIPS 180-4") {
  CHECK(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(hex(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("sha256: where the length just fits into a block, and where it does not") {
  CHECK(hex(std::string(55, 'a')) ==
        "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
  CHECK(hex(std::string(56, 'a')) ==
        "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
  CHECK(hex(std::string(64, 'a')) ==
        "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

TEST_CASE("base64: the examples of RFC 4648, and bytes above 127") {
  CHECK(encoded("") == "");
  CHECK(encoded("f") == "Zg==");
  CHECK(encoded("fo") == "Zm8=");
  CHECK(encoded("foo") == "Zm9v");
  CHECK(encoded("foob") == "Zm9vYg==");
  CHECK(encoded("fooba") == "Zm9vYmE=");
  CHECK(encoded("foobar") == "Zm9vYmFy");
  CHECK(encoded("\xff\xfe\xfd\xff") == "//79/w==");
}

}  // namespace sha256_test
