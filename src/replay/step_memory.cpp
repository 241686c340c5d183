// step_memory.cpp: blocks, and those that are in use.
#include "replay/step_memory.h"

namespace holo {

void* StepMemory::allocate(std::size_t bytes) {
  void* const block = blocks_.allocate(bytes);
  in_use_[block] = nullptr;
  return block;
}

void StepMemory::release(void* block, std::size_t bytes) noexcept {
  in_use_.erase(block);
  blocks_.release(block, bytes);
}

bool StepMemory::belongs_to(Storage* storage) {
  const auto found = in_use_.find(storage->data);
  if (found == in_use_.end()) return false;
  found->second = storage;
  return true;
}

}  // namespace holo
