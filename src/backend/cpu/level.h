// level.h: the levels of x86-64 processors that the fast kernels are compiled for, and the choice.
//
// A build for any machine of its kind (make ARCH=) has them once for each level; the best that this
// machine has runs, or the one that the environment variable HOLO_CPU_LEVEL names. For each level
// the Makefile compiles cpu.cpp and the files src/ops/*_cpu.cpp, joins them to one object and makes
// all names in it local but one, cpu_of_LEVEL(). So no function compiled for a higher level, one
// of the standard library say, can take the place of its like in the rest of a program, where it
// would stop a lesser machine. Any other build has the kernels once.
#pragma once

#include <span>

#include "backend/backend.h"

namespace holo {

struct CpuLevel {
  const char* name;       // "x86-64-v3"; "" in a build with one level of kernels
  bool (*runs)();         // whether this processor, and its system, have what it needs
  Backend& (*backend)();  // its kernels
};

/// Those of this build, the lowest first. The first runs everywhere.
std::span<const CpuLevel> cpu_levels();

/// The level named `forced`; when that is null or empty the last one that runs here. Throws
/// UsageError when no level that runs here has this name.
const CpuLevel& choose_level(std::span<const CpuLevel> levels, const char* forced);

/// The level of cpu(), chosen on the first use. Throws UsageError as choose_level().
const CpuLevel& level_of_cpu();

// The level that a file is compiled for: the Makefile defines it, where there are several.
#ifndef HOLO_CPU_LEVEL
#define HOLO_CPU_LEVEL this_build
#endif
#define HOLO_CPU_OF_LEVEL HOLO_JOIN(cpu_of_, HOLO_CPU_LEVEL)

}  // namespace holo
