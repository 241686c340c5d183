// kept_blocks.h: memory of calls that are done again later on: what is given back is used again by
// the same calls, and never by others.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "backend/backend.h"

namespace holo {

/// Blocks of a device, which go back to it when this ends. REQUIRES: the device lives longer.
class KeptBlocks {
 public:
  explicit KeptBlocks(Backend& backend) : backend_(backend) {}
  KeptBlocks(const KeptBlocks&) = delete;
  KeptBlocks& operator=(const KeptBlocks&) = delete;
  ~KeptBlocks();

  void* allocate(std::size_t bytes);
  void release(void* block, std::size_t bytes) noexcept;
  /// Of all, in use or not.
  std::size_t bytes() const;

 private:
  struct Block {
    void* address;
    std::size_t bytes;
  };
  Backend& backend_;
  std::vector<Block> blocks_;
  std::unordered_map<std::size_t, std::vector<void*>> free_;  // by their size
};

}  // namespace holo
