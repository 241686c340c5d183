// atomic_file_save.h: for the tests of AtomicFile: a text written in two pieces.
#pragma once

#include <string>

#include "files/atomic_file.h"

inline void save(const std::string& path, const std::string& text) {
  holo::AtomicFile file(path);
  file.write(text.substr(0, text.size() / 2));
  file.write(text.substr(text.size() / 2));
  file.commit();
}
