// safetensors_files.h: for the tests of files: a folder that goes away, bytes of .safetensors files
// made by hand, and the message of an error.
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "holo/check.h"
#include "holo/safetensors.h"

namespace safetensors_files {

// A folder of its own, gone at the end.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "holo_files_XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string name(const std::string& file) const { return (path_ / file).string(); }
  std::string write(const std::string& file, const std::string& text) const {
    std::ofstream(name(file), std::ios::binary) << text;
    return name(file);
  }
  std::string read(const std::string& file) const {
    std::ifstream stream(name(file), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  // How many files there are: a temporary one that stayed would be one more.
  std::size_t count() const {
    const std::filesystem::directory_iterator begin(path_), end;
    return static_cast<std::size_t>(std::distance(begin, end));
  }

 private:
  std::filesystem::path path_;
};

// 8 bytes little-endian, the text as it is, the data.
inline std::string bytes_of(const std::string& header, const std::string& data = "") {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(header.size() >> (8 * i) & 0xFF);
  return bytes + header + data;
}

inline holo::SafetensorsFile parse(const std::string& header, const std::string& data = "") {
  return holo::SafetensorsFile::from_bytes(bytes_of(header, data), "x.safetensors");
}

// The message of the holo::Error that it throws; "" without one.
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
