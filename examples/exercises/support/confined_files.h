// confined_files.h: which files a process may still open, by Landlock of Linux.
#pragma once

#include <string>

namespace exercise {

// The version of Landlock in this kernel, less than 1 where there is none.
long landlock_version();

// From here on this process, and what it becomes, writes in `folder` alone, nowhere with "". It
// reads the paths of `readable`, with colons between them, and what is below them, everything with
// "". False when Landlock is there and refuses.
bool confine_files(const std::string& folder, const std::string& readable);

}  // namespace exercise
