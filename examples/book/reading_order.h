// reading_order.h: which chapters come before and after one, along its path.
#pragma once

#include <string>
#include <vector>

#include "figures/course.h"

namespace holo {

struct Neighbour {
  const PathPage* page;
  std::string words;  ///< "Before", "Next", "Next: the language model"
  bool forward;
};

/// The last chapter of both paths has two that come next, the last of a path the first of the
/// other one. A side path lies between the chapters around its number.
std::vector<Neighbour> neighbours(const PathPage& page);

/// "Both paths", "The language model" ...
const char* name_of_path(CoursePath path);

/// A class for its colour.
const char* class_of_path(CoursePath path);

}  // namespace holo
