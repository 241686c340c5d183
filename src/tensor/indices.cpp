// indices.cpp: tensors of whole numbers: on the host, and as a copy on a device that reads them.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>

#include "backend/scratch.h"
#include "holo/tensor.h"

namespace holo {

struct Indices::Values {
  std::vector<Index> host;
  std::vector<IndexRange> ranges;  // all values are in each of them
  std::mutex mutex;                // several threads may ask for a range or the copy
  std::optional<DeviceMemory> copy;
  Backend* device = nullptr;  // of the copy

  std::uint32_t version = 0;  // counts the changes

  void upload() { device->upload(copy->data(), host.data(), host.size() * sizeof(Index)); }
};

Indices::Indices(const Shape& shape, std::vector<Index> values)
    : shape_(shape), values_(std::make_shared<Values>()) {
  values_->host = std::move(values);
  if (shape_.numel() != static_cast<Index>(values_->host.size())) {
    throw ShapeError("indices",
                     fmt::format("{} values for {}", values_->host.size(), shape_.to_string()),
                     fmt::format("{} of them", shape_.numel()), "", {shape_});
  }
}

Indices::Indices(std::initializer_list<Index> values)
    : Indices(Shape{static_cast<Index>(values.size())}, std::vector<Index>(values)) {}

const std::vector<Index>& Indices::values() const { return values_->host; }

const Index* Indices::on(Backend& backend) const {
  Values& v = *values_;
  if (in_host_memory(backend.device)) return v.host.data();
  const std::lock_guard lock(v.mutex);
  if (!v.copy) {
    v.device = &backend;
    v.copy.emplace(*v.device, v.host.size() * sizeof(Index));
    v.upload();
  }
  return static_cast<const Index*>(v.copy->data());
}

const Index* Indices::on(Backend& backend, const char* op, std::uint32_t version) const {
  const Values& v = *values_;
  if (v.version != version) {
    throw Error(op,
                fmt::format("indices, which its backward needs in version {}, were changed by "
                            "copy_ to version {}",
                            version, v.version),
                "indices as they were in the forward pass", "change them after backward()");
  }
  return on(backend);
}

Index Indices::first_outside(const IndexRange& range) const {
  Values& v = *values_;
  const std::lock_guard lock(v.mutex);
  if (std::find(v.ranges.begin(), v.ranges.end(), range) != v.ranges.end()) return numel();
  const auto at =
      std::find_if_not(v.host.begin(), v.host.end(), [&](Index i) { return range.contains(i); });
  if (at == v.host.end()) v.ranges.push_back(range);
  return at - v.host.begin();
}

Indices& Indices::copy_(std::span<const Index> values) {
  if (static_cast<Index>(values.size()) != numel()) {
    throw ShapeError("copy_", fmt::format("{} values for {}", values.size(), shape_.to_string()),
                     fmt::format("{} of them", numel()), "", {shape_});
  }
  Values& v = *values_;
  const std::lock_guard lock(v.mutex);
  for (const IndexRange& range : v.ranges) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (range.contains(values[i])) continue;
      throw ShapeError(
          "copy_", fmt::format("index {} at position {}", values[i], i),
          fmt::format("0 to {}{}, which {} needs", range.limit - 1,
                      range.ignored ? fmt::format(" or {}", *range.ignored) : "", range.op),
          "is the vocabulary that of the model?", {shape_});
    }
  }
  std::copy(values.begin(), values.end(), v.host.begin());
  ++v.version;
  if (v.copy) v.upload();
  return *this;
}

std::uint32_t Indices::version() const { return values_->version; }

}  // namespace holo
