// docs_knobs.h: the knobs that a page declares: <!-- knobs: 01_value from -6 to 6: the line -->.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>

#include "docs/docs_page.h"
#include "docs/docs_world.h"

namespace docs {

/// The problem of a knob, or "". The program must have the line once, the page must show it, and
/// its numbers must be in the range.
inline std::string problem_of_knobs(const std::string& text, const Page& page, const World& world) {
  const std::size_t colon = text.find(": ");
  const Lines words = words_of(text.substr(0, colon));
  if (colon == text.npos || words.size() != 5 || words[1] != "from" || words[3] != "to")
    return "is not PROGRAM from LOW to HIGH: LINE";
  const std::string line = trim(text.substr(colon + 2)), file = "examples/" + words[0] + ".cpp";
  const std::optional<std::string> source = world.read(file);
  if (!source) return "no file " + file;
  const auto is_it = [&](const std::string& other) { return trim(other) == line; };
  const Lines lines = lines_of(*source);
  const auto count = std::count_if(lines.begin(), lines.end(), is_it);
  if (count != 1) return "the line is " + std::to_string(count) + " times in " + file;
  const bool is_shown =
      std::any_of(page.blocks.begin(), page.blocks.end(), [&](const Block& block) {
        return block.argument == file && std::any_of(block.lines.begin(), block.lines.end(), is_it);
      });
  if (!is_shown) return "no listing of the page has the line";
  const double low = std::atof(words[2].c_str()), high = std::atof(words[4].c_str());
  int numbers = 0;
  bool in_quotes = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') in_quotes = !in_quotes;
    const char before = i > 0 ? line[i - 1] : ' ';
    if (in_quotes || !is_digit(line[i]) || before == '.' || before == '_' ||
        std::isalnum(static_cast<unsigned char>(before)) != 0)
      continue;
    const double number = std::atof(line.c_str() + i) * (before == '-' ? -1 : 1);
    if (!(low <= number && number <= high)) return "a number of the line is outside of the range";
    ++numbers;
  }
  return numbers == 0 ? "the line has no number" : "";
}

}  // namespace docs
