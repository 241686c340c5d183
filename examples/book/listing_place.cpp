// listing_place.cpp: the first place where most lines follow one another as they do in the listing.
#include "book/listing_place.h"

#include <algorithm>

#include "teaching/markdown.h"

namespace holo {
namespace {

std::vector<std::string> bare_lines(const std::string& text) {
  std::vector<std::string> lines = lines_of(text);
  for (std::string& line : lines) line = trimmed(line);
  return lines;
}

bool leaves_out(const std::string& line) { return line == "..." || line == "// ..."; }

}  // namespace

int line_of_listing(const std::string& listing, const std::string& source) {
  const std::vector<std::string> wanted = bare_lines(listing), lines = bare_lines(source);
  std::size_t begin = 0;
  while (begin < wanted.size() && (leaves_out(wanted[begin]) || wanted[begin].empty())) ++begin;
  std::size_t best = 0, place = 0;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    std::size_t n = 0;
    while (begin + n < wanted.size() && at + n < lines.size() && wanted[begin + n] == lines[at + n])
      ++n;
    if (n <= best) continue;
    best = n;
    place = at + 1;
  }
  return static_cast<int>(place);
}

std::vector<int> lines_of_listing(const std::string& listing, const std::string& source) {
  const std::vector<std::string> wanted = bare_lines(listing), lines = bare_lines(source);
  std::vector<int> numbers(wanted.size(), 0);
  auto from = lines.begin() + std::max(0, line_of_listing(listing, source) - 1);
  for (auto begin = wanted.begin(); begin != wanted.end();) {
    const auto end = std::find_if(begin, wanted.end(), leaves_out);
    const auto found = std::search(from, lines.end(), begin, end);
    if (begin != end && found != lines.end()) {
      int number = static_cast<int>(found - lines.begin());
      for (auto line = begin; line != end; ++line)
        numbers[static_cast<std::size_t>(line - wanted.begin())] = ++number;
      from = found + (end - begin);
    }
    begin = end == wanted.end() ? end : end + 1;
  }
  return numbers;
}

}  // namespace holo
