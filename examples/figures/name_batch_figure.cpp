// name_batch_figure.cpp: the batch of chapter 17.1: its padding, and what the causal mask lets the
// positions of its shortest name see.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/diagram.h"

namespace holo {

Figure name_batch_figure() {
  const std::vector<std::string> names = {"anna", "bo", "emma"};
  std::size_t longest = 0, counted = 0;
  for (const std::string& name : names) longest = std::max(longest, name.size() + 1);
  Diagram diagram;
  constexpr double cell = 30, left = 32, right = 216, top = 96;
  diagram.words({left + cell * static_cast<double>(longest) / 2, top - 30},
                {"tokens", Ink::blue, true});
  diagram.words({right + cell * static_cast<double>(longest) / 2, top - 30},
                {"targets", Ink::green, true});
  const auto at = [&](double from, std::size_t column, std::size_t row, double first) {
    return Point{from + cell * (static_cast<double>(column) + 0.5),
                 first + cell * static_cast<double>(row)};
  };
  for (std::size_t b = 0; b < names.size(); ++b) {
    const std::string token = "." + names[b], target = names[b] + ".";
    for (std::size_t t = 0; t < longest; ++t) {
      const bool counts = t < token.size();
      counted += counts ? 1 : 0;
      diagram.cell(at(left, t, b, top), cell, cell, counts ? token.substr(t, 1) : ".",
                   counts ? Ink::blue : Ink::faint);
      diagram.cell(at(right, t, b, top), cell, cell, counts ? target.substr(t, 1) : "–",
                   counts ? Ink::green : Ink::faint);
    }
  }
  diagram.words({195, top + 98}, {fmt::format("{} positions; dashed: padding; {} targets count",
                                              names.size() * longest, counted)});

  // The mask is the same for each name.
  constexpr double mask_left = 122, mask_top = 284;
  const std::string padded = "." + names[1] + std::string(longest - names[1].size() - 1, '.');
  diagram.words({mask_left + cell * static_cast<double>(longest) / 2, mask_top - 58},
                {fmt::format("what each position of {} may see", names[1]), Ink::orange, true});
  for (std::size_t t = 0; t < longest; ++t) {
    const bool padding = t > names[1].size();
    const std::string letter = padded.substr(t, 1);
    diagram.words({at(mask_left, t, 0, 0).x, mask_top - 26},
                  {letter, padding ? Ink::faint : Ink::blue, !padding});
    diagram.words({mask_left - 14, at(0, 0, t, mask_top).y + 4.5},
                  {letter, padding ? Ink::faint : Ink::blue, !padding}, "middle");
    for (std::size_t s = 0; s < longest; ++s) {
      const Ink seen = padding ? Ink::grey : Ink::orange;
      diagram.cell(at(mask_left, s, t, mask_top), cell, cell, s > t ? "-∞" : "",
                   s > t ? Ink::faint : seen);
    }
    if (!padding)
      diagram.words(
          {mask_left + cell * static_cast<double>(longest) + 10, at(0, 0, t, mask_top).y + 4.5},
          {"has a target", Ink::green}, "start");
  }
  diagram.words({195, mask_top + 156}, {"No row with a target sees the padding."});
  return {
      "name_batch.svg",
      diagram.to_svg(390, mask_top + 176, "Padding and mask",
                     fmt::format("Three names as rows of {} tokens and {} targets; the end of bo "
                                 "is padding, whose targets do not count. {} positions, {} "
                                 "targets. Below, the causal mask for bo: a triangle of what "
                                 "each position may see, minus infinity for what comes later. "
                                 "The rows with a target end before the padding.",
                                 longest, longest, names.size() * longest, counted))};
}

}  // namespace holo
