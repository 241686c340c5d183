// stepped_part.h: the graph and the steps of a listing of the course, as a part of a page.
#pragma once

#include <string>
#include <vector>

#include "holo/trace_log.h"
#include "teaching/stepped.h"

namespace holo {

/// The first of the programs that has all lines of `listing`, one after the other; nullptr: none.
/// `source` is the text of stepped.cpp.
const SteppedProgram* find_stepped(const std::vector<SteppedProgram>& programs,
                                   const std::string& source, const std::string& listing);

/// Runs the program of this listing, and gives the element with its log, and what a browser without
/// scripts shows: the log as a text. Throws UsageError, with `where`, when no program has its
/// lines.
std::string stepped_html(const std::string& source, const std::string& listing,
                         const std::string& where);

/// The log as a script element of data, for a page that makes the element with it.
std::string stepped_data(const TraceLog& log);

/// The script that shows all such elements of a page.
std::string stepped_script();

}  // namespace holo
