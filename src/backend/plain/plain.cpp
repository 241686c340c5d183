// plain.cpp: the memory functions of the plain backend, which uses the CPU backend's pool.
#include "backend/plain/plain.h"

#include <cstring>

#include "backend/pool.h"

namespace holo {

Backend& plain() {
  static Plain& backend = *new Plain;  // never destroyed, like cpu()
  return backend;
}

void* Plain::allocate(std::size_t bytes) { return pool::allocate(bytes); }
void Plain::release(void* block, std::size_t bytes) noexcept { pool::release(block, bytes); }
void Plain::fill(real* y, real value, Index n) {
  for (Index i = 0; i < n; ++i) y[i] = value;
}
void Plain::copy(real* y, const real* x, Index n) {
  for (Index i = 0; i < n; ++i) y[i] = x[i];
}
void Plain::upload(void* y, const void* host, std::size_t bytes) {
  if (bytes > 0) std::memcpy(y, host, bytes);
}
void Plain::download(void* host, const void* x, std::size_t bytes) { upload(host, x, bytes); }
void Plain::synchronize() {}

}  // namespace holo
