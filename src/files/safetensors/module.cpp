// module.cpp: writes the parameters of a module to a file and reads them back, all of them or none.
#include "holo/nn/module.h"

#include "files/safetensors/fit.h"
#include "holo/safetensors.h"

namespace holo {

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
  file.verify();
  load_parameters(file, module, "", "module", "file");
}

void read_into(Module& module, const SafetensorsFile& file, const ReadProgress& progress) {
  file.verify();
  read_parameters(file, module, "", "module", "file", progress);
}

}  // namespace holo
