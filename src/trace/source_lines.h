// source_lines.h: finds the line of the user's source from which a call came.
#pragma once

#include <span>
#include <vector>

#include "holo/trace_log.h"

namespace holo {

/// For each function on the call stack, an address inside its current call, innermost first. Empty
/// if the system cannot list the call stack.
std::vector<const void*> call_stack();

/// For each stack, the line of its innermost function that belongs neither to this library nor to
/// the system, or TracePlace() if the line is not known. Lines are known if the program was
/// compiled with -g1 or more; those of shared libraries are not. Runs addr2line, of the GNU
/// binutils or LLVM. If there is no addr2line, no line is known; there is no error message.
std::vector<TracePlace> places_of(std::span<const std::vector<const void*>> stacks);

}  // namespace holo
