// regular_file.h: reads a whole file. Internal.
#pragma once

#include <cstddef>
#include <string>

namespace holo {

/// The whole file, byte for byte, as read_file() of data.h, with the same errors; `expected` is
/// what they say instead of a directory: "a text file".
std::string read_regular_file(const std::string& path, std::size_t max_bytes, const char* expected);

}  // namespace holo
