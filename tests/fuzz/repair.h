// repair.h: what a mutation nearly always breaks in a .safetensors file, mended: so that it is read
// further than to its first check.
#pragma once

#include <string>
#include <string_view>

namespace fuzz {

/// The length of the header is that up to the last '}'.
std::string with_header_length(std::string_view bytes);

/// The checksum of a checkpoint is that of its bytes, if there is one.
std::string with_checksum(std::string_view bytes);

}  // namespace fuzz
