// safetensors.h: reads and writes .safetensors, the format for tensors that PyTorch and others
// share. A file holds data only. Writing replaces a file in one step; reading checks everything.
//
//   save_safetensors("xy.safetensors", std::vector<NamedTensor>{{"x", x}, {"y", y}});
//   Tensor again = SafetensorsFile("xy.safetensors").load("x");
//   save_module("model.safetensors", model);
//   load_into(model, SafetensorsFile("model.safetensors"));
//
// Source of the format: github.com/huggingface/safetensors, README.md and
// safetensors/src/tensor.rs.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holo/tensor.h"

namespace holo {

class ByteSource;
class Module;
struct SafetensorsEntry;
struct SafetensorsHeader;

struct NamedTensor {
  std::string name;
  Tensor tensor;
};

struct NamedIndices {
  std::string name;
  Indices indices;
};

/// Text by name, stored with the tensors, for example how the file was made. "format" is "pt"
/// (PyTorch) unless it is given; PyTorch's loaders ask for it.
using SafetensorsMetadata = std::map<std::string, std::string>;

/// Metadata of this name, whatever its text, is written as the checksum of the whole file: 16
/// digits of Fnv1a, with zeros in their own place. With it SafetensorsFile::verify() detects
/// whether a byte has changed. save_module() and save_checkpoint() add it; save_safetensors() does
/// when it is given.
inline constexpr const char* checksum_key = "holo.checksum";

/// The bytes of a file: metadata sorted by key, tensors as F32 (F64 with REAL=double), indices as
/// I64; wide types first, then by name, so that every number is aligned. The same input gives the
/// same bytes, those of the reference library (which leaves the order of metadata open). Throws
/// holo::Error for an empty handle, and for what readers refuse: a name twice, "__metadata__" or
/// above 1 KiB, text that is not UTF-8, a header above 100 MB.
std::string safetensors_bytes(std::span<const NamedTensor> tensors,
                              const SafetensorsMetadata& metadata = {},
                              std::span<const NamedIndices> indices = {});

/// Writes these bytes to a file. After a crash or an error the path holds either the complete old
/// file or the complete new one. A symbolic link is followed, also to a file that is not there yet.
/// Throws holo::Error with the reason: no permission, a read-only file (without a write bit, for
/// root too), no space, a directory, links in a loop, ...
void save_safetensors(const std::string& path, std::span<const NamedTensor> tensors,
                      const SafetensorsMetadata& metadata = {},
                      std::span<const NamedIndices> indices = {});

/// A file whose header has been read and checked; numbers are read when they are asked for. Copies
/// share the open file.
class SafetensorsFile {
 public:
  /// Throws holo::Error when the file cannot be read, has another format (named when it is known:
  /// pickle, zip, GGUF, HDF5, ...) or is cut short, or when its header breaks a rule of the format.
  /// Stricter than the reference library: no name twice, no key but dtype, shape and data_offsets,
  /// sizes below 2^63, names of at most 1 KiB. Needs memory for the header, not for the tensors.
  explicit SafetensorsFile(const std::string& path);

  /// The same from memory; `name` appears in errors instead of the path. Whatever the bytes are,
  /// this and load throw only holo::Error.
  static SafetensorsFile from_bytes(std::string bytes, const std::string& name = "safetensors");

  /// The names of the tensors, in the order in which they lie in the file.
  std::vector<std::string> names() const;
  bool contains(std::string_view name) const;
  const SafetensorsMetadata& metadata() const;

  // Of one tensor. Each throws holo::Error when there is none of that name.

  /// The number type, as it is written in the file: F64, F32, F16, BF16, I64, U8, ...
  const std::string& dtype(std::string_view name) const;
  /// Its sizes: there may be more of them than a Shape holds.
  const std::vector<Index>& sizes(std::string_view name) const;
  /// Its numbers as real: F64, F32, F16 and BF16, rounded to the nearest (F64 to float; the others
  /// are exact). A constant on the default device. Throws holo::Error for any other dtype, for more
  /// than 6 dimensions, and for a file whose size has changed since.
  Tensor load(std::string_view name) const;
  /// The same, read to where the numbers of `to` are: there is no second copy of them. Throws
  /// ShapeError for another shape and as Tensor::copy_() does, before anything is changed; when a
  /// read fails, `to` has some of the new numbers.
  void read_into(std::string_view name, Tensor& to) const;
  /// load() for I64.
  Indices load_indices(std::string_view name) const;

  /// Reads the whole file when its metadata has checksum_key, and throws holo::Error, with `hint`,
  /// when it is damaged. Files of other programs have no checksum, and pass.
  void verify(const char* hint =
                  "the file from where it came; changed on purpose, write it without "
                  "that metadata") const;

  /// The path, for messages.
  const std::string& where() const;

 private:
  explicit SafetensorsFile(std::shared_ptr<const ByteSource> source);
  const SafetensorsEntry& find(std::string_view name) const;
  const SafetensorsEntry& find_real(std::string_view name) const;
  void read_numbers(const SafetensorsEntry& entry, const Tensor& to) const;
  Shape checked_shape(std::string_view name, const SafetensorsEntry& entry) const;

  std::shared_ptr<const ByteSource> source_;
  std::shared_ptr<const SafetensorsHeader> header_;
};

/// Writes the named parameters of a module to a file, with a checksum. Throws as save_safetensors
/// does.
void save_module(const std::string& path, const Module& module,
                 const SafetensorsMetadata& metadata = {});

/// How many numbers of all have been read.
using ReadProgress = std::function<void(Index done, Index all)>;

/// Reads the tensors of a file into the parameters of the same names. Throws one holo::Error that
/// lists all that are missing, left over, of another shape or not of real numbers, and as verify()
/// does, before anything is changed; when a read fails after that, the module has some of the new
/// numbers. `progress` is called after each parameter.
void load_into(Module& module, const SafetensorsFile& file, const ReadProgress& progress = {});

}  // namespace holo
