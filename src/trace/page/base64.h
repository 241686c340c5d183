// base64.h: bytes as text, for pages that carry numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace holo {

/// Three bytes as four letters, the last ones filled up with "=". Source: RFC 4648, section 4.
std::string base64(std::span<const std::uint8_t> bytes);

}  // namespace holo
