// formula.h: a formula of a page, in the subset of LaTeX that the pages use, as MathML, which
// browsers show without a library.
#pragma once

#include <string>
#include <string_view>

namespace holo {

/// A <math> element; with `display` a line of its own, which breaks at a \qquad. Throws
/// UsageError for a command that is not known, or a brace that never ends; `where` appears in the
/// error.
std::string to_mathml(std::string_view latex, bool display, const std::string& where);

}  // namespace holo
