// storage.cpp: takes blocks from a device's pool and returns them.
#include "tensor/storage.h"

#include <fmt/format.h>

#include "backend/pool.h"

namespace holo {
namespace {

// A second request to the pool would take as long as an op on a few numbers. Therefore a small
// tensor's numbers are in the same block as its Storage object, from byte 64 on.
constexpr std::size_t most_near_bytes = 2048;

Storage* make_near(Backend& backend, std::size_t bytes) {
  static_assert(sizeof(Storage) <= pool::alignment);
  char* const block = static_cast<char*>(pool::allocate(pool::alignment + bytes));
  real* const numbers = reinterpret_cast<real*>(block + pool::alignment);
  Storage* const storage = ::new (block) Storage(backend, numbers, bytes);
  storage->near = true;
  return storage;
}

}  // namespace

Storage* Storage::make(Backend& backend, const Shape& shape, const char* op) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(shape.numel(), sizeof(real), &bytes)) {
    throw ShapeError(op,
                     fmt::format("{} has {} elements of {} bytes", shape.to_string(), shape.numel(),
                                 sizeof(real)),
                     fmt::format("a size in bytes below 2^{}", 8 * sizeof bytes), "", {shape});
  }
  if (bytes <= most_near_bytes && backend.device == Device::cpu) {
    Storage* const storage = make_near(backend, bytes);
    pool::count_bytes(static_cast<std::ptrdiff_t>(pool::rounded(bytes)));
    return storage;
  }
  real* data = nullptr;
  try {
    data = static_cast<real*>(backend.allocate(bytes));
  } catch (const Error& error) {
    throw ShapeError(op, fmt::format("{} needs {} bytes", shape.to_string(), bytes),
                     error.expected(), error.hint(), {shape});
  }
  try {
    Storage* const storage = new Storage(backend, data, bytes);
    pool::count_bytes(static_cast<std::ptrdiff_t>(pool::rounded(bytes)));
    return storage;
  } catch (...) {
    backend.release(data, bytes);
    throw;
  }
}

Storage* Storage::part_of(Storage* owner, real* part) {
  Storage* const storage = new Storage(*owner->backend, part, 0);
  storage->owner = owner->share();
  return storage;
}

void Storage::release() noexcept {
  if (!references.remove()) return;
  if (owner != nullptr) {
    owner->release();
  } else {
    pool::count_bytes(-static_cast<std::ptrdiff_t>(pool::rounded(bytes)));
    if (near) return pool::release(this, pool::alignment + bytes);
    backend->release(data, bytes);
  }
  delete this;
}

}  // namespace holo
