// json_parts.h: what the JSON of a log and that of a trace page are made of.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>

#include "holo/trace_log.h"

namespace holo {

/// The name of the format before its version.
inline constexpr std::string_view trace_format_name = "hologradient-trace/";
/// The version that is written, and the only one that is read.
inline constexpr std::string_view trace_format = "hologradient-trace/2";

/// In the fewest digits that give this number again; as text those for which JSON has no number.
inline void add_json_number(std::string& out, double x) {
  if (std::isfinite(x)) {
    fmt::format_to(std::back_inserter(out), "{}", x);
  } else {
    out += std::isnan(x) ? "\"NaN\"" : x > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  }
}

/// The file of a source for those to whom a log is passed on: below the working folder as it is,
/// "src/a.cpp", and from elsewhere, "/home/ada/b.cpp", without the folders of a person:
/// ".../b.cpp".
inline std::string passed_on(const std::string& file) {
  const std::filesystem::path path(file);
  return path.is_absolute() ? ".../" + path.filename().string() : file;
}

/// "[1,2]"
template <class Items, class TextOf>
std::string json_list(const Items& items, const TextOf& text_of) {
  std::string out = "[";
  for (const auto& item : items) {
    if (out.size() > 1) out += ',';
    out += text_of(item);
  }
  return out + "]";
}

/// Reads a text of to_json(), which is UTF-8. What it returns can be used without a further check:
/// indices are those of nodes, events, scopes and places that are there. Throws holo::Error, in
/// which `where` appears, for anything else.
TraceLog read_trace(std::string_view json, const std::string& where);

/// Whether the text of the sources is in a page.
enum class Sources { with, without };
/// The log as JSON for the page's script, without "<" so that it can be in a script element.
std::string page_data(const TraceLog& log, Sources sources);

}  // namespace holo
