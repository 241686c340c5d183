// safetensors.h: reads and writes .safetensors, a tensor file format shared by PyTorch and others.
// Files hold data, not code. Writing replaces a file in one step; reading checks everything.
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

/// Metadata that is stored with the tensors as named strings, for example how the file was made.
/// The entry "format" defaults to "pt" (PyTorch), as PyTorch's loaders expect.
using SafetensorsMetadata = std::map<std::string, std::string>;

/// The metadata key for a checksum of the whole file. Any value that you give this key is replaced
/// by 16 digits: the Fnv1a hash of the file with 16 zeros in that place. SafetensorsFile::verify()
/// then detects any changed byte. save_module() and save_checkpoint() add the key;
/// save_safetensors() writes a checksum only if you give the key.
inline constexpr const char* checksum_key = "holo.checksum";

/// The bytes of a file: metadata sorted by key, tensors as F32 (F64 with REAL=double), indices as
/// I64. The widest types come first, so that every number is aligned; within a type, tensors are
/// sorted by name. The reference library writes the same bytes, except for the order of metadata.
/// Throws holo::Error for an empty handle, and for everything that readers reject: a repeated name,
/// "__metadata__", a name above 1 KiB, text that is not UTF-8, a header above 100 MB.
std::string safetensors_bytes(std::span<const NamedTensor> tensors,
                              const SafetensorsMetadata& metadata = {},
                              std::span<const NamedIndices> indices = {});

/// Writes safetensors_bytes() to a file. After a crash or an error, the path holds either the whole
/// old file or the whole new one. A symbolic link is followed, even if its target does not exist
/// yet. Throws holo::Error with the reason: no permission, a file without a write bit (even for
/// root), no space, a directory, links in a loop, ...
void save_safetensors(const std::string& path, std::span<const NamedTensor> tensors,
                      const SafetensorsMetadata& metadata = {},
                      std::span<const NamedIndices> indices = {});

/// A file whose header has been read and checked. Tensors are read only on request. Copies of a
/// SafetensorsFile share the open file.
class SafetensorsFile {
 public:
  /// Throws holo::Error if the file cannot be read, is cut short, has a header that breaks a rule
  /// of the format, or has another format; the message names pickle, zip, GGUF and Git LFS.
  /// Unlike the reference library, refuses repeated names, keys other than dtype, shape and
  /// data_offsets, sizes of 2^63 or more, and names above 1 KiB. Only the header is held in memory.
  explicit SafetensorsFile(const std::string& path);

  /// Reads a file from memory; error messages use `name` instead of a path. Whatever the bytes are,
  /// this function and load() throw nothing except holo::Error.
  static SafetensorsFile from_bytes(std::string bytes, const std::string& name = "safetensors");

  /// The names of the tensors, in the order in which they are stored.
  std::vector<std::string> names() const;
  bool contains(std::string_view name) const;
  const SafetensorsMetadata& metadata() const;

  // Each function below throws holo::Error if the file has no tensor with that name.

  /// The tensor's number type, spelled as in the file: F64, F32, F16, BF16, I64, U8, ...
  const std::string& dtype(std::string_view name) const;
  /// The sizes of the tensor's dimensions, which may be too many for a Shape.
  const std::vector<Index>& sizes(std::string_view name) const;
  /// The tensor, converted to real, as a constant on the default device. F64 is rounded to the
  /// nearest real; F32, F16 and BF16 are exact. Throws holo::Error for any other dtype, for more
  /// than 6 dimensions, or if the size of the file has changed.
  Tensor load(std::string_view name) const;
  /// Reads the tensor directly into the memory of `to`, without a second copy. Throws ShapeError if
  /// the shapes differ, and also throws the errors of Tensor::copy_(); `to` is then unchanged. If
  /// reading fails later, `to` may hold some of the new numbers.
  void read_into(std::string_view name, Tensor& to) const;
  /// Like load(), but for tensors of type I64.
  Indices load_indices(std::string_view name) const;

  /// If the metadata has checksum_key, reads the whole file and throws holo::Error, with `hint`, if
  /// the file is damaged. Files from other programs have no checksum and therefore pass.
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

/// Writes a module's named parameters to a file, with a checksum. Throws the same errors as
/// save_safetensors.
void save_module(const std::string& path, const Module& module,
                 const SafetensorsMetadata& metadata = {});

/// A callback that receives the number of values read so far and the total.
using ReadProgress = std::function<void(Index done, Index all)>;

/// Reads each tensor of a file into the parameter of the same name. Before changing anything, calls
/// verify() and checks all tensors. If some are missing, unexpected, of the wrong shape or not of
/// real numbers, throws one holo::Error that lists them. If reading fails later, some parameters
/// already have their new values. Calls `progress` after each parameter.
void load_into(Module& module, const SafetensorsFile& file, const ReadProgress& progress = {});

}  // namespace holo
