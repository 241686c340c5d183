// json_parts.h: the parts from which the JSON of a log and of a trace page are made.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>

#include "holo/trace_log.h"

namespace holo {

/// The name of the format, without its version.
inline constexpr std::string_view trace_format_name = "hologradient-trace/";
/// The format that is written, with its version. No other version is read.
inline constexpr std::string_view trace_format = "hologradient-trace/2";

/// Appends the shortest number that reads back as x, or a NaN or infinity as a string.
inline void add_json_number(std::string& out, double x) {
  if (std::isfinite(x)) {
    fmt::format_to(std::back_inserter(out), "{}", x);
  } else {
    out += std::isnan(x) ? "\"NaN\"" : x > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  }
}

/// The name of a source file in a log that others may receive. A path below the working folder
/// stays as it is, like "src/a.cpp". An absolute path loses its folders, which may name a person:
/// "/home/ada/b.cpp" becomes ".../b.cpp".
inline std::string passed_on(const std::string& file) {
  const std::filesystem::path path(file);
  return path.is_absolute() ? ".../" + path.filename().string() : file;
}

/// A JSON array: "[1,2]".
template <class Items, class TextOf>
std::string json_list(const Items& items, const TextOf& text_of) {
  std::string out = "[";
  for (const auto& item : items) {
    if (out.size() > 1) out += ',';
    out += text_of(item);
  }
  return out + "]";
}

/// Reads a UTF-8 text that to_json() wrote. All indices in the result are checked: their nodes,
/// events, scopes and places exist. Throws holo::Error, whose message contains `where`, for any
/// other text.
TraceLog read_trace(std::string_view json, const std::string& where);

/// Whether a page contains the text of the source files.
enum class Sources { with, without };
/// The log as JSON for the page's script, without "<", so that it can stand in a <script> element.
std::string page_data(const TraceLog& log, Sources sources);

}  // namespace holo
