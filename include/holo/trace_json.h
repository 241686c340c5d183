// trace_json.h: an event log as JSON, for other programs and for the trace page.
#pragma once

#include <string>

#include "holo/trace_log.h"

namespace holo {

/// The log as one JSON object, an event a line; docs/trace.schema.json describes it. The same log
/// gives the same text. Numbers are the shortest that read back as the same double; those that JSON
/// does not have are "NaN", "Infinity" and "-Infinity". Bytes of names that are not UTF-8 become
/// U+FFFD. The text may be inside a <script>: < is \u003c.
std::string to_json(const TraceLog& log);

/// The name of a kind there: "set_data" for TraceEvent::Kind::set_data.
const char* kind_name(TraceEvent::Kind kind);

}  // namespace holo
