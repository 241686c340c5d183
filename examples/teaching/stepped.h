// stepped.h: the small programs that a slide steps through: lines of the chapters, to be recorded.
#pragma once

#include <string>
#include <vector>

namespace holo {

struct SteppedProgram {
  std::string name;  ///< that of its function in stepped.cpp
  void (*run)();
};

std::vector<SteppedProgram> stepped_programs();

}  // namespace holo
