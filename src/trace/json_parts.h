// json_parts.h: what the JSON of a log and that of a trace page are made of.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <string>

namespace holo {

/// In the fewest digits that give this number again; as text those for which JSON has no number.
inline void add_json_number(std::string& out, double x) {
  if (std::isfinite(x)) {
    fmt::format_to(std::back_inserter(out), "{}", x);
  } else {
    out += std::isnan(x) ? "\"NaN\"" : x > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  }
}

/// "[1,2]"
template <class Items, class TextOf>
std::string json_list(const Items& items, const TextOf& text_of) {
  std::string out = "[";
  for (const auto& item : items) out += (out.size() > 1 ? "," : "") + text_of(item);
  return out + "]";
}

}  // namespace holo
