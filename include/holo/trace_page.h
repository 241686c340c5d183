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

/// A piece of HTML for another page: an element <hologradient-trace> with the graph and the steps
/// of the log, and the script that shows it. It may be there several times. It leaves the names
/// and styles of the page alone, loads nothing, and has no sources. A page whose
/// Content-Security-Policy names its scripts by a hash needs that of the text between <script> and
/// </script>.
std::string to_html_part(const TraceLog& log);

}  // namespace holo
