// module.cpp: writes the parameters of a module to a file and reads them back, all of them or none.
#include <fmt/format.h>

#include "files/safetensors/fit.h"
#include "holo/nn/module.h"
#include "holo/safetensors.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

void save_module(const std::string& path, const Module& module,
                 const SafetensorsMetadata& metadata) {
  std::vector<NamedTensor> tensors;
  for (const NamedParameter& parameter : module.named_parameters()) {
    tensors.push_back({parameter.name, parameter.tensor});
  }
  SafetensorsMetadata all = metadata;
  all.insert_or_assign(checksum_key, "");
  save_safetensors(path, tensors, all);
}

void load_into(Module& module, const SafetensorsFile& file) {
  std::vector<NamedParameter> parameters = module.named_parameters();
  std::vector<WantedTensor> wanted;
  for (const NamedParameter& parameter : parameters) {
    wanted.push_back({parameter.name, parameter.tensor.shape()});
  }
  const std::string found = differences(file, wanted);
  if (!found.empty()) {
    throw Error(file.where(), found,
                fmt::format("the {} parameters of the module, as real numbers", parameters.size()),
                "a module made with the settings of the file");
  }
  file.verify();
  PreparedCopies copies;
  for (NamedParameter& parameter : parameters) {
    copies.add(parameter.tensor, file.load(parameter.name));
  }
  copies.run();
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
