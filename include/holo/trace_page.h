// trace_page.h: an event log as a page for a browser, in which a reader steps forward and back
// through every operation.
#pragma once

#include <string>

#include "holo/trace_log.h"

namespace holo {

/// One HTML document, whole in itself: it loads nothing, works offline, and is the same for the
/// same log. The files named in log.places are shown next to the steps when they can be read now.
/// Whatever names and labels hold is shown as text.
std::string to_html(const TraceLog& log);

}  // namespace holo
