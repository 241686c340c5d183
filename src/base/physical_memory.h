// physical_memory.h: how much memory the machine has. Internal.
#pragma once

namespace holo {

/// In bytes; infinity when the system does not tell.
double physical_memory();

}  // namespace holo
