// step_memory.cpp: blocks, and lists of those that are free.
#include "replay/step_memory.h"

#include "backend/pool.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

StepMemory::~StepMemory() {
  for (const Block& block : blocks_) backend_.release(block.address, block.bytes);
}

void* StepMemory::allocate(std::size_t bytes) {
  const std::size_t size = pool::rounded(bytes);
  std::vector<void*>& free = free_[size];
  void* block = nullptr;
  if (free.empty()) {
    blocks_.reserve(blocks_.size() + 1);
    block = backend_.allocate(size);
    blocks_.push_back({block, size});
    free.reserve(blocks_.size());  // so that release() needs no memory
  } else {
    block = free.back();
    free.pop_back();
  }
  in_use_[block] = nullptr;
  return block;
}

void StepMemory::release(void* block, std::size_t bytes) noexcept {
  in_use_.erase(block);
  free_[pool::rounded(bytes)].push_back(block);
}

bool StepMemory::belongs_to(Storage* storage) {
  const auto found = in_use_.find(storage->data);
  if (found == in_use_.end()) return false;
  found->second = storage;
  return true;
}

std::size_t StepMemory::bytes() const {
  std::size_t sum = 0;
  for (const Block& block : blocks_) sum += block.bytes;
  return sum;
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
