// sha256.h: SHA-256, by which a browser knows the one script and the one style of a page.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace holo {

/// The digest of these bytes. Source: FIPS 180-4, sections 5 and 6.2.
std::array<std::uint8_t, 32> sha256(std::string_view bytes);

}  // namespace holo
