// judge.h: what must hold after a try. The program ends in time, with exit code 0, 1 or 2 or by a
// signal that it was sent; a failure is one line that names the file or flag and what was expected;
// no file is touched that is no output; each output is whole, the old one or a new one, and after
// success the right one; no temporary file is left.
#pragma once

#include "attack/process.h"

namespace attack {

/// Why a promise is broken; "" when all hold.
std::string judge(const Try& one, const Result& result, const Snapshot& before,
                  const Snapshot& after, const std::string& folder);

// Of said.cpp.
/// Why its words break a promise; "" when they do not.
std::string wrong_words(const Try& one, const Result& result);
Words lines_of(const std::string& text);

}  // namespace attack
