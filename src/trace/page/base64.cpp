// base64.cpp: 24 bits are four digits of 6 bits.
#include "trace/page/base64.h"

#include <string_view>

namespace holo {

std::string base64(std::span<const std::uint8_t> bytes) {
  static constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = bytes.size() - i < 3 ? bytes.size() - i : 3;
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) bits = bits << 8 | (k < count ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) {
      out += k <= count ? digits[bits >> (18 - 6 * k) & 63] : '=';
    }
  }
  return out;
}

}  // namespace holo
