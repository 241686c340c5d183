// safetensors_format.h: what the reader and the writer of .safetensors files share: bytes, number
// types, and limits of a header. Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holo/safetensors.h"

namespace holo {

// ---- bytes ----

/// Where the bytes of a file come from: the disk or memory.
class ByteSource {
 public:
  /// Opens a regular file. Throws holo::Error when the file is missing, is a directory, a FIFO or a
  /// device, or may not be read.
  explicit ByteSource(const std::string& path);
  /// Holds the bytes themselves; `name` replaces the path.
  ByteSource(std::string bytes, const std::string& name);
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// The path, for messages.
  const std::string& where() const { return where_; }
  std::uint64_t size() const { return size_; }
  /// Reads `count` bytes from `offset` on. REQUIRES: they are within size(). Throws holo::Error
  /// when a read fails, or the file has changed since it was opened.
  void read(std::uint64_t offset, char* bytes, std::size_t count) const;

 private:
  std::string where_, bytes_;
  std::uint64_t size_ = 0;
  int descriptor_ = -1;  // -1: the bytes are in memory
};

// ---- number types: little-endian, as in the memory of every machine that we support ----

/// A number type: "F32", 32 bits. is_real: its numbers can be loaded as real.
struct Dtype {
  const char* name;
  unsigned bits;
  bool is_real;
};

/// The type with this name, or null.
const Dtype* find_dtype(std::string_view name);

/// y[i] = number i of `bytes`, rounded to nearest even. REQUIRES: dtype.is_real, and `bytes` has
/// y.size() * bits / 8 bytes, at any address.
void reals_of_bytes(const Dtype& dtype, const char* bytes, std::span<real> y);
/// The type of real numbers that we write.
inline constexpr const char* real_dtype = sizeof(real) == 8 ? "F64" : "F32";

// ---- what fits ----

/// A tensor that a file should have.
struct WantedTensor {
  std::string name;
  std::vector<Index> sizes;
  const char* dtype = nullptr;  ///< null: real numbers of any type
};

/// A tensor that the file has.
struct FoundTensor {
  std::string name;  ///< in the file, for messages
  const std::vector<Index>* sizes;
  const std::string* dtype;
};
using FoundTensors = std::map<std::string, FoundTensor>;  // by the name that we compare

/// Lists all differences, "missing: ...; left over: ...; of another shape: ...; of another type:
/// ...", at most twenty of each kind. Returns "" if there are none.
std::string differences(const FoundTensors& found, std::span<const WantedTensor> wanted);

// ---- the header ----

/// Limits that the reader checks and the writer obeys.
namespace safetensors_limits {
inline constexpr std::uint64_t header_bytes = 100'000'000;  // as in the reference library
inline constexpr std::size_t name_bytes = 1024;             // our own limit
}  // namespace safetensors_limits

/// Stands for the checksum's own digits while we compute it: FNV-1a of the whole file.
inline constexpr std::string_view no_checksum = "0000000000000000";

/// Where the digits of the checksum begin in `text`, a header of safetensors_layout(); npos if it
/// has none.
std::size_t checksum_position(std::string_view text);

/// A file that is ready to write, already checked: the length, the header, the numbers in order.
struct SafetensorsLayout {
  struct Item {
    const std::string* name;
    const Tensor* tensor;    // either this is null,
    const Indices* indices;  // or this
    const Shape& shape() const { return tensor != nullptr ? tensor->shape() : indices->shape(); }
  };
  std::string start;
  std::vector<Item> items;
};

/// The layout with exactly this metadata. The text of checksum_key becomes the checksum, for which
/// the numbers are read once more. Without metadata there is no "__metadata__". The arguments must
/// outlive the layout. Throws the errors of safetensors_bytes(), with `where`.
SafetensorsLayout safetensors_layout(const std::string& where, std::span<const NamedTensor> tensors,
                                     const SafetensorsMetadata& metadata,
                                     std::span<const NamedIndices> indices);

/// Receives bytes, one piece after the other.
using ByteSink = std::function<void(std::string_view bytes)>;
void write_safetensors(const SafetensorsLayout& layout, const ByteSink& sink);

}  // namespace holo
