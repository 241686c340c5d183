// trace_file.h: an event log in a file.
#pragma once

#include <string>

#include "holo/trace_log.h"

namespace holo {

/// Writes a log to a file, whole or not at all: to_json() when the path ends in ".json", the trace
/// page when it ends in ".html", to_html_part() when in ".part.html", and a line with the format
/// and to_text() when it ends in ".txt". Throws what check_trace_path() throws, and holo::Error
/// with the reason when the file cannot be written.
void save_trace(const TraceLog& log, const std::string& path);

/// Throws UsageError for any other ending, and holo::Error when a file is there that has something
/// in it and does not begin as a log does that save_trace() wrote.
void check_trace_path(const std::string& path);

/// Reads a log that was saved as JSON. It equals the one that was saved, but that the sign of a NaN
/// is lost, and so are bytes of names that are not UTF-8. Throws holo::Error, with the path and the
/// place, for a file that cannot be read, is larger than 256 MiB, or breaks a rule of
/// docs/trace.schema.json or of TraceLog.
TraceLog load_trace(const std::string& path);
/// The same for a text; `name` appears in errors.
TraceLog parse_trace(const std::string& json, const std::string& name = "trace");

}  // namespace holo
