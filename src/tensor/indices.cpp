// indices.cpp: tensors of whole numbers: on the host, and as a copy on a device that reads them.
#include <fmt/format.h>

#include <memory>
#include <mutex>
#include <optional>

#include "backend/scratch.h"
#include "holo/tensor.h"

namespace holo {

struct Indices::Values {
  std::vector<Index> host;
  std::mutex mutex;  // several threads may ask for the copy
  std::optional<DeviceMemory> copy;
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
  const std::vector<Index>& host = values_->host;
  if (in_host_memory(backend.device)) return host.data();
  const std::lock_guard lock(values_->mutex);
  if (!values_->copy) {
    const std::size_t bytes = host.size() * sizeof(Index);
    values_->copy.emplace(backend, bytes);
    backend.upload(values_->copy->data(), host.data(), bytes);
  }
  return static_cast<const Index*>(values_->copy->data());
}

}  // namespace holo
