// file.cpp: writes a log as the ending of its path says, over nothing but a log, and reads one.
#include "holo/trace_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "base/regular_file.h"
#include "files/atomic_file.h"
#include "files/text.h"
#include "holo/check.h"
#include "holo/trace_json.h"
#include "holo/trace_page.h"
#include "trace/format_name.h"
#include "trace/reader.h"

namespace holo {
namespace {

constexpr const char* part_ending = ".part.html";
constexpr std::size_t most_trace_bytes = std::size_t{256} << 20;

// `before`, the format with a version, `after`.
bool begins_with_format(std::string_view text, std::string_view before, std::string_view after) {
  for (const std::string_view part : {before, trace_format_name}) {
    if (!text.starts_with(part)) return false;
    text.remove_prefix(part.size());
  }
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  return digits > 0 && text.substr(digits).starts_with(after);
}

// Whether a file begins as save_trace() writes it, in any version. The rest of it is not read.
bool is_trace(const std::string& path) {
  std::array<char, 4096> bytes{};
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), bytes.size());
  const std::string_view text(bytes.data(), static_cast<std::size_t>(file.gcount()));
  if (begins_with_format(text, "{\"format\":\"", "\",\n")) return true;
  if (begins_with_format(text, "", "\n")) return true;
  if (begins_with_format(text, "<!-- ", " -->\n")) return true;
  const std::string_view head = text.substr(0, text.find("<title>"));
  const std::string_view generator = "<meta name=\"generator\" content=\"";
  const std::size_t at = head.find(generator);
  return head.starts_with("<!doctype html>\n") && at != std::string_view::npos &&
         begins_with_format(head.substr(at), generator, "\">\n");
}

std::string in_text(const TraceLog& log) {
  return fmt::format("{}\n{}", trace_format, log.to_text());
}

}  // namespace

void check_trace_path(const std::string& path) {
  if (!path.ends_with(".json") && !path.ends_with(".html") && !path.ends_with(".txt")) {
    throw UsageError("trace", "the file " + quoted_name(path),
                     "a name that ends in .html, .json or .txt", "trace.html");
  }
  std::error_code none;
  namespace fs = std::filesystem;
  if (fs::is_regular_file(path, none) && fs::file_size(path, none) > 0 && !is_trace(path)) {
    throw Error(path, "exists and is not a trace",
                "a name that is free, or a trace, which is replaced", "another name");
  }
}

void save_trace(const TraceLog& log, const std::string& path) {
  check_trace_path(path);
  AtomicFile file(path);
  file.write(path.ends_with(".json")       ? to_json(log)
             : path.ends_with(part_ending) ? to_html_part(log)
             : path.ends_with(".html")     ? to_html(log)
                                           : in_text(log));
  file.commit();
}

TraceLog parse_trace(const std::string& json, const std::string& name) {
  if (json.size() > most_trace_bytes) {
    throw Error(shown_path(name), fmt::format("a text of {} bytes", json.size()),
                fmt::format("a log of at most {}", most_trace_bytes));
  }
  check_utf8(shown_path(name), "the log", json);
  return TraceReader(json, shown_path(name)).read();
}

TraceLog load_trace(const std::string& path) {
  return parse_trace(read_regular_file(path, most_trace_bytes, "a log that was saved as JSON"),
                     path);
}

}  // namespace holo
