// cpu.cpp: the memory functions of the CPU backend. The kernels are in src/ops/; level.cpp says
// which of several backends cpu() is.
#include "backend/cpu/cpu.h"

#include <algorithm>
#include <cstring>

#include "backend/cpu/level.h"
#include "backend/pool.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

Backend& HOLO_CPU_OF_LEVEL();
Backend& HOLO_CPU_OF_LEVEL() {
  static Cpu& backend = *new Cpu;  // never destroyed: the destructor of a static Tensor needs it
  return backend;
}

void* Cpu::allocate(std::size_t bytes) { return pool::allocate(bytes); }
void Cpu::release(void* block, std::size_t bytes) noexcept { pool::release(block, bytes); }

void Cpu::fill(real* y, real value, Index n) { std::fill(y, y + n, value); }

void Cpu::copy(real* y, const real* x, Index n) {
  if (n > 0) std::memmove(y, x, static_cast<std::size_t>(n) * sizeof(real));
}
void Cpu::upload(void* y, const void* host, std::size_t bytes) {
  if (bytes > 0) std::memcpy(y, host, bytes);
}
void Cpu::download(void* host, const void* x, std::size_t bytes) { upload(host, x, bytes); }
void Cpu::synchronize() {}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
