// step_memory.h: the memory of the results of a recorded step. What is given back while the step is
// captured is used again in the same step, and never by others.
#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>
#include <vector>

#include "backend/backend.h"
#include "tensor/storage.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

class StepMemory {
 public:
  explicit StepMemory(Backend& backend) : backend_(backend) {}
  StepMemory(const StepMemory&) = delete;
  StepMemory& operator=(const StepMemory&) = delete;
  ~StepMemory();

  void* allocate(std::size_t bytes);
  void release(void* block, std::size_t bytes) noexcept;
  /// Says which storage uses its block. False when the block is none of these.
  bool belongs_to(Storage* storage);

  std::size_t bytes() const;
  /// Those that are not given back, with their storage where it is known, else null.
  const std::unordered_map<void*, Storage*>& in_use() const { return in_use_; }

 private:
  struct Block {
    void* address;
    std::size_t bytes;
  };
  Backend& backend_;
  std::vector<Block> blocks_;
  std::unordered_map<std::size_t, std::vector<void*>> free_;  // by their size
  std::unordered_map<void*, Storage*> in_use_;
};

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
