// writer.h: the layout of a file to be written, and writing it. Internal.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "files/atomic_file.h"
#include "holo/safetensors.h"

namespace holo {

/// What is to be written, checked: the length and the header, and the numbers in their order.
struct SafetensorsLayout {
  struct Item {
    const std::string* name;
    const Tensor* tensor;    // one of the two,
    const Indices* indices;  // the other is null
    const Shape& shape() const { return tensor != nullptr ? tensor->shape() : indices->shape(); }
  };
  std::string start;
  std::vector<Item> items;
};

/// Exactly this metadata, with the checksum for that of checksum_key, for which the numbers are
/// read once more; none at all writes no "__metadata__". The arguments outlive the layout. Throws
/// as safetensors_bytes() does; `where` appears in the message.
SafetensorsLayout safetensors_layout(const std::string& where, std::span<const NamedTensor> tensors,
                                     const SafetensorsMetadata& metadata,
                                     std::span<const NamedIndices> indices);

void write_safetensors(const SafetensorsLayout& layout, ByteSink& sink);

}  // namespace holo
