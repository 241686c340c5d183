// process.h: runs a program in a folder, with what a try makes hard for it.
#pragma once

#include "attack/attack.h"

namespace attack {

struct Result {
  int exit_code = -1;  ///< or -1
  int signal = 0;      ///< that ended it, or 0
  bool timed_out = false;
  std::string out, err;  ///< the first 64 KiB of each
  std::size_t out_bytes = 0;
  std::map<std::string, long>
      calls;  ///< as the shim counted them; empty without one, or after a crash
};

/// Runs it, at most 60 s long.
Result run(const Attack& attack, const std::string& folder, const Try& one);

/// The same as a command for a shell, in the current folder.
std::string command_of(const Attack& attack, const Try& one);

}  // namespace attack
