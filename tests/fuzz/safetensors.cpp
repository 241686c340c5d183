// safetensors.cpp: a .safetensors file of anyone.
#include "holo/safetensors.h"

#include <cstring>
#include <optional>

#include "fuzz/repair.h"
#include "fuzz/targets.h"
#include "holo/check.h"

namespace fuzz {
namespace {

using holo::NamedIndices;
using holo::NamedTensor;
using holo::real;
using holo::SafetensorsFile;

// Nothing when the reader refuses.
template <class Load>
auto loaded(Load load) -> std::optional<decltype(load())> {
  try {
    return load();
  } catch (const holo::Error&) {
    return std::nullopt;
  }
}

bool same_bits(const holo::Tensor& a, const holo::Tensor& b) {
  const std::vector<real> x = a.to_vector(), y = b.to_vector();
  return a.shape() == b.shape() &&
         (x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof(real)) == 0);
}

void read_safetensors(const std::string& bytes) {
  const auto file = loaded([&] { return SafetensorsFile::from_bytes(bytes, "fuzz"); });
  if (!file) return;
  std::vector<NamedTensor> tensors;
  std::vector<NamedIndices> indices;
  for (const std::string& name : file->names()) {
    require(file->contains(name), "a name of the file is in the file");
    const auto tensor = loaded([&] { return file->load(name); });
    const auto numbers = loaded([&] { return file->load_indices(name); });
    require(!tensor || !numbers, "a tensor holds real numbers or indices");
    if (tensor) tensors.push_back({name, *tensor});
    if (numbers) indices.push_back({name, *numbers});
  }

  holo::SafetensorsMetadata metadata = file->metadata();
  const SafetensorsFile again = SafetensorsFile::from_bytes(
      holo::safetensors_bytes(tensors, metadata, indices), "fuzz, written again");
  metadata.emplace("format", "pt");
  require(again.metadata() == metadata, "metadata survive");
  require(again.names().size() == tensors.size() + indices.size(), "all tensors survive");
  for (const NamedTensor& tensor : tensors) {
    require(same_bits(again.load(tensor.name), tensor.tensor), "numbers survive");
  }
  for (const NamedIndices& named : indices) {
    const holo::Indices found = again.load_indices(named.name);
    require(found.shape() == named.indices.shape() && found.values() == named.indices.values(),
            "indices survive");
  }
}

}  // namespace

void safetensors(std::string_view bytes) {
  read_safetensors(std::string(bytes));
  const std::string repaired = with_header_length(bytes);
  if (repaired != bytes) read_safetensors(repaired);
}

}  // namespace fuzz
