// committed_figure.h: the committed pages and figures.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace committed_figure {

inline std::filesystem::path docs() {
  const char* root = std::getenv("HOLO_ROOT");
  return std::filesystem::path(root != nullptr ? root : ".") / "docs";
}

inline std::filesystem::path committed(const std::string& file) {
  return docs() / "figures" / file;
}

inline std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// The description of a picture for people who cannot see it.
inline std::string description(const std::string& svg) {
  const std::size_t from = svg.find("<desc>") + 6;
  return svg.substr(from, svg.find("</desc>") - from);
}

}  // namespace committed_figure
