// formula_search.h: the search of formula.h: which short formula of some quantities gives a list of
// numbers.
#pragma once

#include <string>
#include <vector>

#include "exercises/support/formula.h"

namespace exercise {

// The shortest formula of the plain quantities, else of all, or "".
std::string formula_of(const std::vector<Formulas::Quantity>& plain,
                       const std::vector<Formulas::Quantity>& all,
                       const std::vector<double>& numbers);

}  // namespace exercise
