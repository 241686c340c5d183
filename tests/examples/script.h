// script.h: for tests: a short shell script that replaces another program.
#pragma once

#include <filesystem>
#include <string>

#include "helpers.h"

// Writes the script and returns its path.
inline std::string script(const TemporaryFolder& folder, const std::string& name,
                          const std::string& lines) {
  const std::string path = folder.write(name, "#!/bin/sh\n" + lines + "\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}
