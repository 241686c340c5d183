// safetensors.cpp: lists the tensors of a file, and loads them one by one.
#include "holo/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "files/safetensors/checksum.h"
#include "files/safetensors/dtype.h"
#include "files/safetensors/header.h"
#include "files/safetensors/source.h"
#include "files/text.h"
#include "tensor/record.h"

namespace holo {
namespace {

// Reads the numbers of one tensor a piece at a time: convert(bytes, first, count) for each.
void read_pieces(const ByteSource& source, std::uint64_t offset, std::size_t width, Index n,
                 const std::function<void(const char*, std::size_t, std::size_t)>& convert) {
  constexpr std::size_t piece = std::size_t{1} << 20;
  const auto total = static_cast<std::size_t>(n);
  std::string bytes(std::min(piece, total * width), '\0');
  for (std::size_t first = 0; first < total;) {
    const std::size_t count = std::min(piece / width, total - first);
    source.read(offset + first * width, bytes.data(), count * width);
    convert(bytes.data(), first, count);
    first += count;
  }
}

}  // namespace

SafetensorsFile::SafetensorsFile(std::shared_ptr<const ByteSource> source)
    : source_(std::move(source)), header_(read_header(*source_)) {}

SafetensorsFile::SafetensorsFile(const std::string& path) : SafetensorsFile(open_source(path)) {}

SafetensorsFile SafetensorsFile::from_bytes(std::string bytes, const std::string& name) {
  return SafetensorsFile(memory_source(std::move(bytes), name));
}

std::vector<std::string> SafetensorsFile::names() const {
  std::vector<std::string> names;
  for (const auto* named : header_->in_order) names.push_back(named->first);
  return names;
}

bool SafetensorsFile::contains(std::string_view name) const {
  return header_->entries.find(name) != header_->entries.end();
}

const SafetensorsMetadata& SafetensorsFile::metadata() const { return header_->metadata; }

const std::string& SafetensorsFile::where() const { return source_->where(); }

void SafetensorsFile::verify() const {
  if (metadata().count(checksum_key) == 0) return;
  check_checksum(*source_,
                 "the file from where it came; changed on purpose, write it without that metadata");
}

const SafetensorsEntry& SafetensorsFile::find(std::string_view name) const {
  const auto found = header_->entries.find(name);
  if (found != header_->entries.end()) return found->second;
  throw Error(where(), fmt::format("has no tensor {}", quoted_name(name)),
              fmt::format("one of its {}", header_->entries.size()), "names() lists them");
}

const std::string& SafetensorsFile::dtype(std::string_view name) const { return find(name).dtype; }

const std::vector<Index>& SafetensorsFile::sizes(std::string_view name) const {
  return find(name).sizes;
}

const SafetensorsEntry& SafetensorsFile::find_real(std::string_view name) const {
  const SafetensorsEntry& entry = find(name);
  if (entry.type->is_real) return entry;
  throw Error(where(), fmt::format("{} is {}", quoted_name(name), entry.dtype),
              "F64, F32, F16 or BF16", entry.dtype == "I64" ? "load_indices" : "");
}

void SafetensorsFile::read_numbers(const SafetensorsEntry& entry, real* to, Index count) const {
  read_pieces(*source_, header_->data_offset + entry.begin, entry.type->bits / 8, count,
              [&entry, to](const char* bytes, std::size_t first, std::size_t n) {
                reals_of_bytes(*entry.type, bytes, {to + first, n});
              });
}

Tensor SafetensorsFile::load(std::string_view name) const {
  const SafetensorsEntry& entry = find_real(name);
  const Device device = default_device();
  Backend& host = in_host_memory(device) ? backend_of(device) : cpu();
  Tensor y = leaf(checked_shape(name, entry), host, "load");
  read_numbers(entry, y.node().data, y.numel());
  return y.to(device);
}

void SafetensorsFile::read_into(std::string_view name, Tensor& to) const {
  const SafetensorsEntry& entry = find_real(name);
  const Shape shape = checked_shape(name, entry);
  if (!(shape == to.shape())) {
    throw ShapeError("read_into", fmt::format("{} {}", quoted_name(name), shape.to_string()),
                     fmt::format("the shape {}", to.shape().to_string()), "", {shape, to.shape()});
  }
  const auto place = [&to] { return change(to, "read_into"); };
  if (in_host_memory(to.device())) {
    read_numbers(entry, place(), to.numel());
  } else {
    std::vector<real> numbers(static_cast<std::size_t>(to.numel()));
    read_numbers(entry, numbers.data(), to.numel());
    to.backend().upload(place(), numbers.data(), bytes_of(to.numel()));
  }
}

Indices SafetensorsFile::load_indices(std::string_view name) const {
  const SafetensorsEntry& entry = find(name);
  if (entry.dtype != "I64") {
    throw Error(where(), fmt::format("{} is {}", quoted_name(name), entry.dtype), "I64",
                entry.type->is_real ? "load" : "");
  }
  const Shape shape = checked_shape(name, entry);
  std::vector<Index> values;
  if (static_cast<std::uint64_t>(shape.numel()) > values.max_size()) {
    throw Error(where(), fmt::format("{} has {} numbers", quoted_name(name), shape.numel()),
                fmt::format("at most {}", values.max_size()), "a machine with longer addresses");
  }
  values.resize(static_cast<std::size_t>(shape.numel()));
  read_pieces(*source_, header_->data_offset + entry.begin, 8, shape.numel(),
              [&values](const char* bytes, std::size_t first, std::size_t count) {
                indices_of_bytes(bytes, {values.data() + first, count});
              });
  return Indices(shape, std::move(values));
}

Shape SafetensorsFile::checked_shape(std::string_view name, const SafetensorsEntry& entry) const {
  if (entry.sizes.size() <= static_cast<std::size_t>(max_ndim)) {
    return Shape(std::span<const Index>(entry.sizes));
  }
  throw Error(where(),
              fmt::format("{} is {}, {} dimensions", quoted_name(name), text_of_sizes(entry.sizes),
                          entry.sizes.size()),
              fmt::format("at most {}", max_ndim), "reshape it where the file is made");
}

}  // namespace holo
