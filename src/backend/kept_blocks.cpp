// kept_blocks.cpp: blocks, and lists of those that are free.
#include "backend/kept_blocks.h"

#include "backend/pool.h"

namespace holo {

KeptBlocks::~KeptBlocks() {
  for (const Block& block : blocks_) backend_.release(block.address, block.bytes);
}

void* KeptBlocks::allocate(std::size_t bytes) {
  const std::size_t size = pool::rounded(bytes);
  std::vector<void*>& free = free_[size];
  if (!free.empty()) {
    void* const block = free.back();
    free.pop_back();
    return block;
  }
  blocks_.reserve(blocks_.size() + 1);
  void* const block = backend_.allocate(size);
  blocks_.push_back({block, size});
  free.reserve(blocks_.size());  // so that release() needs no memory
  return block;
}

void KeptBlocks::release(void* block, std::size_t bytes) noexcept {
  free_[pool::rounded(bytes)].push_back(block);
}

std::size_t KeptBlocks::bytes() const {
  std::size_t sum = 0;
  for (const Block& block : blocks_) sum += block.bytes;
  return sum;
}

}  // namespace holo
