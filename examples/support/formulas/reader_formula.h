// reader_formula.h: the number that a line of the reader's formulas gives, for the answers that the
// checks of the exercises call.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace formulas {

using Given = std::vector<std::pair<std::string_view, double>>;

/// The text that is judged on this thread.
void set_sheet(const std::string& sheet);

/// What the line `name` of the text gives when these names are these numbers. Throws as
/// judge_formulas().
double formula(const std::string& name, const Given& given);

}  // namespace formulas
