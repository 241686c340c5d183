// docs_files.h: finds the files of the repository and of the build.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace docs {

namespace fs = std::filesystem;

inline std::string environment(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

// `make test` sets these; by hand the tests run in the root of the repository.
inline fs::path root() { return environment("HOLO_ROOT", "."); }
inline fs::path build() {
  return environment("HOLO_BUILD", (root() / "build" / environment("CXX", "g++")).string());
}

inline std::optional<std::string> read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || fs::is_directory(path)) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace docs
