// settings.h: the settings of the emulator, from environment variables. A value that is not named
// here is an Error.
#pragma once

namespace emulator {

/// EMULATOR_ORDER=random: the threads of a block, and the blocks, run in an order that looks random
/// and is the same in all runs; forward (the default): in their order. A result that depends on the
/// order is wrong.
bool random_order();

/// EMULATOR_MATH=other: as on a GPU, elementary functions are wrong by some units in the last
/// place, and matrix products add in a different order. same (the default): as on the host.
bool other_math();

/// EMULATOR_PROTECT=0: the host may use device memory; 1 (the default): the host may not.
bool protected_memory();

}  // namespace emulator
