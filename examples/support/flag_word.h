// flag_word.h: the parts of a word of a command line: "--name=value".
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/shortened.h"

namespace holo {

inline bool is_flag(std::string_view word) { return word.size() > 2 && word.substr(0, 2) == "--"; }

inline std::string_view name_of(std::string_view word) { return word.substr(0, word.find('=')); }

inline std::string without_dashes(std::string_view word) {
  return std::string(word.substr(std::min(word.find_first_not_of('-'), word.size())));
}

}  // namespace holo
