// source.h: where the bytes of a file come from: the disk or memory. Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "holo/real.h"

namespace holo {

class ByteSource {
 public:
  ByteSource(std::string where, std::uint64_t size) : where_(std::move(where)), size_(size) {}
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// The path, for messages.
  const std::string& where() const { return where_; }
  std::uint64_t size() const { return size_; }
  /// `count` bytes from `offset` on. REQUIRES: they lie within size(). Throws holo::Error when a
  /// read fails, or the file has changed since it was opened.
  virtual void read(std::uint64_t offset, char* bytes, std::size_t count) const = 0;

 private:
  std::string where_;
  std::uint64_t size_;
};

/// Opens a regular file. Throws holo::Error when it is missing, a directory, a FIFO or a device, or
/// may not be read.
std::shared_ptr<const ByteSource> open_source(const std::string& path);
std::shared_ptr<const ByteSource> memory_source(std::string bytes, const std::string& name);

}  // namespace holo
