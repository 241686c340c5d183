// docs_listing.h: compares the lines of a block with their source, a file or a program's output.
#pragma once

#include <optional>
#include <string>

#include "docs/docs_page.h"

namespace docs {

/// The first difference: a line of the listing, from 0, and the line of the source at that place.
struct Mismatch {
  std::size_t line;
  std::string instead;
};

/// Looks for `listing` in `source`, contiguous, except that `...` skips any number of lines. With
/// `indented`, each part may lack the spaces with which all its lines begin.
inline std::optional<Mismatch> find_listing(const Lines& listing, const Lines& source,
                                            bool indented) {
  const auto skips = [](const std::string& line) {
    return trim(line) == "..." || trim(line) == "// ...";
  };
  const auto common = [&](std::size_t begin, std::size_t end, std::size_t at) {
    std::size_t n = 0, spaces = std::string::npos;  // unknown until a line that is not empty
    for (; begin + n < end && at + n < source.size(); ++n) {
      const std::string &left = listing[begin + n], &right = source[at + n];
      if (left.empty() && right.empty()) continue;
      if (left.empty() || right.size() < left.size()) break;
      if (spaces == std::string::npos) spaces = indented ? right.size() - left.size() : 0;
      if (right != std::string(spaces, ' ') + left) break;
    }
    return n;
  };
  std::size_t from = 0;
  for (std::size_t begin = 0; begin < listing.size();) {
    std::size_t end = begin;
    while (end < listing.size() && !skips(listing[end])) ++end;
    std::size_t best = 0, best_at = from;
    for (std::size_t at = from; at < source.size() && best < end - begin; ++at) {
      const std::size_t n = common(begin, end, at);
      if (n > best) {
        best = n;
        best_at = at;
      }
    }
    if (begin + best < end) {
      const std::size_t at = best_at + best;
      if (best == 0) return Mismatch{begin, "nothing like it"};
      return Mismatch{begin + best, at < source.size() ? '"' + source[at] + '"' : "the end"};
    }
    from = best_at + best;
    begin = end + 1;
  }
  return std::nullopt;
}

}  // namespace docs
