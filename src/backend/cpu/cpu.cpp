// cpu.cpp: the single object of class Cpu. Its kernels are in src/ops/.
#include "backend/cpu/cpu.h"

namespace holo {

Backend& cpu() {
  static Cpu& backend = *new Cpu;  // never destroyed, because destructors of static Tensors need it
  return backend;
}

}  // namespace holo
