// settings.h: how the emulator runs, from the environment. A value that is none of those named here
// is an Error.
#pragma once

namespace emulator {

/// EMULATOR_ORDER: in which order the threads of a block, and the blocks, run. A result that
/// depends on it is wrong. The random one is the same in all runs.
enum class Order { forward, reverse, random };
Order order();

/// EMULATOR_STREAM=delayed: a stream does nothing before it is synchronised, as late as a GPU may
/// be; immediate (the default): each call is done when it returns, so a debugger sees who made it.
bool delayed_streams();

/// EMULATOR_MATH=other: elementary functions some units in the last place off, and products of
/// matrices that add in another order, as a GPU may have them; same (the default): those of the
/// host.
bool other_math();

/// EMULATOR_PROTECT=0: the host may use device memory; 1 (the default): it may not.
bool protected_memory();

/// EMULATOR_TRAP=1: arithmetic with a number that nobody has written stops the program (with
/// glibc). So does any that makes a NaN, or compares one: 0 (the default) where the data has them.
bool trapped();

}  // namespace emulator
