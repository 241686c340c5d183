// build_info.h: how this library was built.
#pragma once

#include <string>

#include "holo/real.h"

namespace holo {

/// One line with the version, compiler, number type and number of threads, for example:
/// "hologradient 0.2.0, g++ 12.2.0, real = float, OpenMP with 2 threads".
/// A build with CUDA=1 adds ", CUDA 13.0", and one with CUDA=emu adds ", CUDA emulator".
std::string build_info();

}  // namespace holo
