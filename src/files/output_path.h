// output_path.h: the file that is written for a name: which one it is, and whether it may be
// written. Internal.
#pragma once

#include <sys/types.h>

#include <string>

namespace holo {

/// What errors expect of a file that is written.
inline constexpr const char* writable = "a file that can be written";

/// "a higher limit of the file size, ulimit -f", ...: what helps against an errno; "" if nothing is
/// known.
const char* output_hint(int error);

struct OutputPath {
  std::string target;  ///< what the path names in the end: links are followed
  std::string folder;  ///< where the target lies: "." or with '/' at its end
  mode_t mode;         ///< of the file that is there, or 0666 for a new one
};

/// A link is followed, also to a file that is not there yet. Throws holo::Error for an empty path,
/// links in a loop, a directory or whatever else is not a regular file, and a file that may not be
/// written: one without a write bit (0444) for everybody, root too.
OutputPath output_path(const std::string& path);

}  // namespace holo
