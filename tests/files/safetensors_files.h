// safetensors_files.h: for the tests of files: a temporary folder, bytes of .safetensors files made
// by hand, and the message of an error.
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/check.h"
#include "holo/safetensors.h"

namespace safetensors_files {

using Folder = TemporaryFolder;

// The bytes of a file: 8 little-endian bytes of length, the header, the data.
inline std::string bytes_of(const std::string& header, const std::string& data = "") {
  std::string bytes;
  const std::uint64_t length = header.size();
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(length >> (8 * i) & 0xFF);
  return bytes + header + data;
}

inline holo::SafetensorsFile parse(const std::string& header, const std::string& data = "") {
  return holo::SafetensorsFile::from_bytes(bytes_of(header, data), "x.safetensors");
}

// The message of the holo::Error that `function` throws; "" without one.
template <class Function>
std::string message_of(Function function) {
  try {
    function();
  } catch (const holo::UsageError&) {
    return "a UsageError";
  } catch (const holo::Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace safetensors_files
