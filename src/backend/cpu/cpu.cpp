// cpu.cpp: the only Cpu. Its kernels are in src/ops/; level.cpp says which of several backends
// cpu() is.
#include "backend/cpu/cpu.h"

#include "backend/cpu/level.h"

namespace holo {

Backend& HOLO_CPU_OF_LEVEL();
Backend& HOLO_CPU_OF_LEVEL() {
  static Cpu& backend = *new Cpu;  // never destroyed: the destructor of a static Tensor needs it
  return backend;
}

}  // namespace holo
