// plain.cpp: the memory functions of the plain backend, with the same pool as the CPU backend.
#include "backend/plain/plain.h"

#include "backend/cpu/pool.h"

namespace holo {

Backend& HOLO_REAL_NAMESPACE::plain() {
  static Plain& backend = *new Plain;  // never destroyed, as the cpu
  return backend;
}

const char* Plain::name() const { return "plain"; }
void* Plain::allocate(std::size_t bytes) { return pool::allocate(bytes); }
void Plain::release(void* block, std::size_t bytes) noexcept { pool::release(block, bytes); }
void Plain::fill(real* y, real value, Index n) {
  for (Index i = 0; i < n; ++i) y[i] = value;
}
void Plain::copy(real* y, const real* x, Index n) {
  for (Index i = 0; i < n; ++i) y[i] = x[i];
}
void Plain::upload(real* y, const real* host, Index n) { copy(y, host, n); }
void Plain::download(real* host, const real* x, Index n) { copy(host, x, n); }

}  // namespace holo
