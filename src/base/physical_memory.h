// physical_memory.h: how much memory the machine has. Internal.
#pragma once

namespace holo {

/// The size of the memory in bytes, or infinity if the system does not say.
double physical_memory();

}  // namespace holo
