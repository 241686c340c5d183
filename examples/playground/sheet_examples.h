// sheet_examples.h: ten sheets, each of which shows one thing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace holo {

struct SheetExample {
  std::string_view name;   ///< for a flag: "used-twice"
  std::string_view title;  ///< "A number that is used twice"
  std::string_view text;
};

/// In the order of docs/playground.md.
const std::vector<SheetExample>& sheet_examples();

}  // namespace holo
