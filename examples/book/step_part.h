// step_part.h: of the log of a program what happened at the lines of a listing.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "holo/trace_log.h"

namespace holo {

struct LogPart {
  TraceLog log;
  std::vector<std::size_t> events, nodes;  ///< which ones of the whole log its own are
};

/// For what is in a list in braces a compiler may name the bracket that ends the function: the log
/// forgets such places of `file`, whose text is `source`. No place is better than that one.
void forget_brackets(TraceLog& log, const std::string& file, const std::string& source);

/// The events from the first one at a line of `lines` in `file` up to the next calculation at
/// another line: what the program does when it comes to these lines first; what has no place
/// belongs to what is before it. Before them those that
/// made what is used there, so that the part is a log of its own: its nodes have their numbers, and
/// a leaf the data that it has then. Empty when no event is at these lines.
LogPart part_at_lines(const TraceLog& log, const std::string& file, const std::set<int>& lines);

}  // namespace holo
