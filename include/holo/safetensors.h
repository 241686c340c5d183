// safetensors.h: tensors in files that PyTorch and others read and write: .safetensors. A file is
// data alone; nothing in it is run. Writing replaces a file in one step, reading trusts none of it.
//
//   save_safetensors("xy.safetensors", std::vector<NamedTensor>{{"x", x}, {"y", y}});
//   Tensor again = SafetensorsFile("xy.safetensors").load("x");
//   save_module("model.safetensors", model);
//   load_into(model, SafetensorsFile("model.safetensors"));
//
// Source of the format: github.com/huggingface/safetensors, README.md and
// safetensors/src/tensor.rs.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holo/tensor.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

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

/// Text by name, beside the tensors: what made the file, from what. "format" is "pt" (PyTorch's
/// layout) unless you say otherwise; PyTorch's own loaders ask for it.
using SafetensorsMetadata = std::map<std::string, std::string>;

/// The bytes of a file: metadata sorted by key, tensors as F32 (F64 with REAL=double), indices as
/// I64; wide types first, then by name, so that every number is aligned. The same input gives the
/// same bytes, those of the reference library (which leaves the order of several metadata open).
/// Throws holo::Error: an empty handle, and what no reader would take: a name twice, "__metadata__"
/// or above 1 KiB, text that is not UTF-8, more than 65,536 tensors or metadata, a header above 100
/// MB.
std::string safetensors_bytes(std::span<const NamedTensor> tensors,
                              const SafetensorsMetadata& metadata = {},
                              std::span<const NamedIndices> indices = {});

/// Writes them to a file: after a crash or an error the old file is there, whole, or the new one.
/// A link is followed to the file it names. Throws holo::Error with the reason: no permission, no
/// space, a directory, ...
void save_safetensors(const std::string& path, std::span<const NamedTensor> tensors,
                      const SafetensorsMetadata& metadata = {},
                      std::span<const NamedIndices> indices = {});

/// A file that was found right: the header is read and checked as a whole, the numbers when they
/// are asked for. Copies share the open file.
class SafetensorsFile {
 public:
  /// Throws holo::Error: the file cannot be read, is of another format (named when it is known:
  /// pickle, zip, GGUF, HDF5, ...), cut short, or its header breaks a rule of the format. Stricter
  /// than the reference library: no name twice, no key but dtype, shape and data_offsets, at most 8
  /// dimensions below 2^63, 65,536 tensors and metadata, names of 1 KiB. Until the header is found
  /// right it needs memory for the header and what it says, never for the tensors.
  explicit SafetensorsFile(const std::string& path);

  /// The same from memory; `name` stands in errors for the path. Whatever the bytes are, this and
  /// load throw nothing but holo::Error.
  static SafetensorsFile from_bytes(std::string bytes, const std::string& name = "safetensors");

  /// The same from anything that can be read: for tests, which let reads fail.
  explicit SafetensorsFile(std::shared_ptr<const ByteSource> source);

  /// In the order in which they lie in the file.
  std::vector<std::string> names() const;
  bool contains(std::string_view name) const;
  const SafetensorsMetadata& metadata() const;

  // Of one tensor. Each throws holo::Error when there is none of that name.

  /// As it is written in the file: F64, F32, F16, BF16, I64, U8, ...
  const std::string& dtype(std::string_view name) const;
  /// Its sizes: up to 8 of them, more than a Shape holds.
  const std::vector<Index>& sizes(std::string_view name) const;
  /// Its numbers as real: F64, F32, F16 and BF16, rounded to the nearest (F64 to float; the others
  /// are exact). A constant on the default device. Throws holo::Error for any other dtype, for more
  /// than 6 dimensions, and for a file whose size has changed since.
  Tensor load(std::string_view name) const;
  /// The same for I64.
  Indices load_indices(std::string_view name) const;

  /// The path, for messages.
  const std::string& where() const;

 private:
  const SafetensorsEntry& find(std::string_view name) const;
  Shape checked_shape(std::string_view name, const SafetensorsEntry& entry) const;

  std::shared_ptr<const ByteSource> source_;
  std::shared_ptr<const SafetensorsHeader> header_;
};

/// The named parameters of a module. Throws as save_safetensors does.
void save_module(const std::string& path, const Module& module,
                 const SafetensorsMetadata& metadata = {});

/// Copies the tensors of a file into the parameters of the same names. Throws one holo::Error that
/// lists all that are missing, left over, of another shape or of a dtype that is no real number;
/// the module is changed only when everything could be read.
void load_into(Module& module, const SafetensorsFile& file);

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
