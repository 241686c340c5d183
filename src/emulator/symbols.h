// symbols.h: what the program's own table of symbols tells: the names of kernels, and where their
// shared memory is. On Linux; elsewhere kernels have no names and shared memory is not poisoned.
#pragma once

#include <string>

namespace emulator {

/// The name of a kernel, as in the source; "a kernel" when it is not known.
std::string name_of_kernel(const void* kernel);

/// Poisons the shared memory of all kernels (poison.h).
void poison_shared_variables();

}  // namespace emulator
