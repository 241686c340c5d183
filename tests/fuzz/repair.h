// repair.h: repairs the parts of a .safetensors file that a mutation nearly always breaks, so that
// the file passes the first check.
#pragma once

#include <string>
#include <string_view>

namespace fuzz {

/// Sets the length of the header so that it ends with the last '}'.
std::string with_header_length(std::string_view bytes);

/// Sets the checksum of a checkpoint, if there is one, to match its bytes.
std::string with_checksum(std::string_view bytes);

}  // namespace fuzz
