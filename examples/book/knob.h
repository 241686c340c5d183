// knob.h: a line of a program whose numbers a reader may change in the page.
#pragma once

#include <string>
#include <vector>

namespace holo {

/// <!-- knobs: 01_value from -6 to 6: const double x = 3, w = 2; -->
struct Knobs {
  std::string program, line;  ///< the line without the spaces around it
  std::string low, high;      ///< of all its numbers
};

/// Those that a page declares, a comment a line.
std::vector<Knobs> knobs_of(const std::string& page);

/// A coloured line of a listing, with each number in an element that has its knob.
std::string with_knobs(const std::string& html, const Knobs& knobs);

}  // namespace holo
