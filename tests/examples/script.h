// script.h: for tests: a program of a few lines for the shell, in the place of another one.
#pragma once

#include <filesystem>
#include <string>

#include "temporary_folder.h"

// Its path.
inline std::string script(const TemporaryFolder& folder, const std::string& name,
                          const std::string& lines) {
  const std::string path = folder.write(name, "#!/bin/sh\n" + lines + "\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}
