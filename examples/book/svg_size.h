// svg_size.h: how large a figure is, so that a page keeps its place.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>

namespace holo {

struct SvgSize {
  int width = 0, height = 0;
};

/// Of the first element; 0 for what it does not say.
inline SvgSize svg_size(const std::string& svg) {
  const auto number = [&](const std::string& name) {
    const std::size_t at = svg.find(' ' + name + "=\""), end = svg.find('>');
    if (at == std::string::npos || at > end) return 0;
    int value = 0;
    for (std::size_t i = at + name.size() + 3; i < svg.size() && value < 100'000; ++i) {
      if (std::isdigit(static_cast<unsigned char>(svg[i])) == 0) break;
      value = 10 * value + (svg[i] - '0');
    }
    return value;
  };
  return {number("width"), number("height")};
}

}  // namespace holo
