// step_memory.h: the memory of the results of a recorded step, and which of them lies where. What
// is given back while the step is captured is used again in the same step, and never by others.
#pragma once

#include <cstddef>
#include <unordered_map>

#include "backend/kept_blocks.h"
#include "tensor/storage.h"

namespace holo {

class StepMemory {
 public:
  explicit StepMemory(Backend& backend) : blocks_(backend) {}

  void* allocate(std::size_t bytes);
  void release(void* block, std::size_t bytes) noexcept;
  /// Says which storage uses its block. False when the block is none of these.
  bool belongs_to(Storage* storage);

  std::size_t bytes() const { return blocks_.bytes(); }
  /// Those that are not given back, with their storage where it is known, else null.
  const std::unordered_map<void*, Storage*>& in_use() const { return in_use_; }

 private:
  KeptBlocks blocks_;
  std::unordered_map<void*, Storage*> in_use_;
};

}  // namespace holo
