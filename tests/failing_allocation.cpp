// failing_allocation.cpp: the operator new of the test program.
#include "failing_allocation.h"

#include <cstdlib>
#include <new>

namespace failing_allocation {

thread_local long left = -1;
thread_local bool for_good = false;

}  // namespace failing_allocation

void* operator new(std::size_t size) {
  using namespace failing_allocation;
  if (left == 0) {
    if (!for_good) left = -1;
    throw std::bad_alloc();
  }
  if (left > 0) --left;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
// std::stable_sort takes its memory here, and goes on without.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
