// settings.h: the emulator's settings, from the environment. A value that is not named here is an
// Error.
#pragma once

namespace emulator {

/// EMULATOR_ORDER: the order in which the threads of a block, and the blocks, run. A result that
/// depends on it is wrong. The random order is the same in all runs.
enum class Order { forward, reverse, random };
Order order();

/// EMULATOR_STREAM=delayed: a stream does nothing until it is synchronised, as late as on a GPU.
/// With immediate (the default) each call is done when it returns, so a debugger sees the caller.
bool delayed_streams();

/// EMULATOR_MATH=other: like on a GPU, elementary functions are off by some units in the last
/// place, and matrix products add in a different order. same (the default) uses the host's.
bool other_math();

/// EMULATOR_PROTECT=0: the host may use device memory; 1 (the default): it may not.
bool protected_memory();

/// EMULATOR_TRAP=1: arithmetic with an unwritten number stops the program (with glibc). So does
/// making or comparing a NaN. Use 0 (the default) if the data has NaNs.
bool trapped();

}  // namespace emulator
