// build_info.h: how this library was built.
#pragma once

#include <string>

#include "holo/real.h"

namespace holo {

/// One line with version, compiler, number type and threads, for example
/// "hologradient 0.2.0, g++ 12.2.0, real = float, OpenMP with 2 threads"
/// and, when it was built with CUDA=1 or CUDA=emu, ", CUDA 13.0" or ", CUDA emulator".
std::string build_info();

}  // namespace holo
