// knob.cpp: reads the environment anew each time: a program asks once for each of its numbers.
#include "book/engine/knob.h"

#include <cstdlib>
#include <string>

namespace book {

double knob(const char* line, int index, double preset) {
  const char* const set = std::getenv("HOLO_KNOBS");
  const std::string text = set == nullptr ? "" : set, begin = std::to_string(index) + '\t',
                    end = std::string("\t") + line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t stop = text.find('\n', at) == text.npos ? text.size() : text.find('\n', at);
    const std::string one = text.substr(at, stop - at);
    if (one.starts_with(begin) && one.ends_with(end) && one.size() > begin.size() + end.size())
      return std::strtod(one.c_str() + begin.size(), nullptr);
    at = stop + 1;
  }
  return preset;
}

}  // namespace book
