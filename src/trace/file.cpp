// file.cpp: writes a log as the ending of its path says, and reads one.
#include "holo/trace_file.h"

#include <fmt/format.h>

#include "base/file_error.h"
#include "base/regular_file.h"
#include "files/atomic_file.h"
#include "files/text.h"
#include "holo/check.h"
#include "holo/trace_json.h"
#include "holo/trace_page.h"
#include "trace/reader.h"

namespace holo {
namespace {

constexpr std::size_t most_trace_bytes = std::size_t{256} << 20;

}  // namespace

void check_trace_path(const std::string& path) {
  if (path.ends_with(".json") || path.ends_with(".html") || path.ends_with(".txt")) return;
  throw UsageError("trace", "the file " + quoted_name(path),
                   "a name that ends in .html, .json or .txt", "trace.html");
}

void save_trace(const TraceLog& log, const std::string& path) {
  check_trace_path(path);
  AtomicFile file(path);
  file.write(path.ends_with(".json")   ? to_json(log)
             : path.ends_with(".html") ? to_html(log)
                                       : log.to_text());
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
