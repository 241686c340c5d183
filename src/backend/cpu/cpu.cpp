// cpu.cpp: the memory functions of the CPU backend. The kernels stand in src/ops/; level.cpp says
// which of several backends cpu() is.
#include "backend/cpu/cpu.h"

#include <algorithm>
#include <cstring>

#include "backend/cpu/level.h"
#include "backend/cpu/pool.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

Backend& HOLO_CPU_OF_LEVEL();
Backend& HOLO_CPU_OF_LEVEL() {
  static Cpu& backend = *new Cpu;  // never destroyed: the destructor of a static Tensor needs it
  return backend;
}

const char* Cpu::name() const { return "cpu"; }
void* Cpu::allocate(std::size_t bytes) { return pool::allocate(bytes); }
void Cpu::release(void* block, std::size_t bytes) noexcept { pool::release(block, bytes); }

void Cpu::fill(real* y, real value, Index n) { std::fill(y, y + n, value); }

void Cpu::copy(real* y, const real* x, Index n) {
  if (n > 0) std::memmove(y, x, static_cast<std::size_t>(n) * sizeof(real));
}
void Cpu::upload(real* y, const real* host, Index n) { copy(y, host, n); }
void Cpu::download(real* host, const real* x, Index n) { copy(host, x, n); }

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
