// places.h: the flags of the programs that name files.
#pragma once

#include <string>
#include <vector>

#include "attack/attack.h"

namespace attack {

struct FileFlag {
  std::string scenario, flag;
  bool is_output;
};
const std::vector<FileFlag>& file_flags();

/// The flag with another value, in the place of the old one when it has one.
void set_flag(Words& words, const std::string& flag, const std::string& value);

/// A path that an output is given, and what the program writes beside it: the demo its curve.
void add_output(Try& one, const std::string& path);

}  // namespace attack
