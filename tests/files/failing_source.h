// failing_source.h: for the tests of reading files: a source whose k-th read fails.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <utility>

#include "files/safetensors/source.h"
#include "holo/check.h"

class FailingSource final : public holo::ByteSource {
 public:
  enum class With { error, out_of_memory };
  FailingSource(std::string bytes, int k, With with = With::error)
      : ByteSource("disk", bytes.size()), bytes_(std::move(bytes)), reads_left_(k), with_(with) {}
  void read(std::uint64_t offset, char* bytes, std::size_t count) const override {
    if (--reads_left_ < 0) {
      if (with_ == With::out_of_memory) throw std::bad_alloc();
      throw holo::Error("disk", "broken", "a whole one");
    }
    bytes_.copy(bytes, count, static_cast<std::size_t>(offset));
  }

 private:
  std::string bytes_;
  mutable int reads_left_;
  With with_;
};
