// helpers.cpp: what is compiled once for all tests: regular expressions take a compiler three
// seconds.
#include "helpers.h"

#include <regex>

std::vector<std::string> matches(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator i(text.begin(), text.end(), regex), end; i != end; ++i) {
    found.push_back(i->str(regex.mark_count() == 0 ? 0 : 1));
  }
  return found;
}
