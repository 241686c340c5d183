// source_lines.h: where in the user's source a call came from.
#pragma once

#include <span>
#include <vector>

#include "holo/trace_log.h"

namespace holo {

/// The addresses in the functions that have called this one, innermost first; empty on a system
/// that does not tell.
std::vector<const void*> call_stack();

/// For each stack the line of its innermost function that is neither of this library nor of the
/// system. A program knows its lines when it was compiled with -g1 or more; a line that is not
/// known is TracePlace(). Starts addr2line, of the GNU binutils or of LLVM, once for each file that
/// the program consists of; it is silent when there is none.
std::vector<TracePlace> places_of(std::span<const std::vector<const void*>> stacks);

}  // namespace holo
