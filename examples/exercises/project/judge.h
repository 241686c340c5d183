// judge.h: what the checks of the project take of the judge of all exercises, and what is told when
// no known mistake fits.
#pragma once

#include <string>
#include <vector>

#include "exercises/support/judge.h"

namespace project {

using exercise::fractions;
using exercise::Made;
using exercise::Measured;
using exercise::Model;

// As exercise::judge.
bool judge(Checks& checks, const Measured& got, const Model& model,
           const std::vector<std::string>& sentences,
           const exercise::Otherwise& otherwise = nullptr);

}  // namespace project
