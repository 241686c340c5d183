// safetensors_module.cpp: the parameters of a module to a file and back, all of them or none.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "holo/nn/module.h"
#include "holo/safetensors.h"
#include "safetensors_text.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

// One kind of difference between a module and a file.
struct List {
  const char* what;
  std::string text;
  void add(const std::string& entry) { text += (text.empty() ? "" : ", ") + entry; }
};

bool is_loadable(const std::string& dtype) {
  return dtype == "F64" || dtype == "F32" || dtype == "F16" || dtype == "BF16";
}

void check_same(const std::vector<NamedParameter>& parameters, const SafetensorsFile& file) {
  List missing{"missing", {}}, left_over{"left over", {}};
  List shape{"of another shape", {}}, type{"of another type", {}};
  std::set<std::string> wanted;
  for (const NamedParameter& parameter : parameters) {
    wanted.insert(parameter.name);
    if (!file.contains(parameter.name)) {
      missing.add(quoted_name(parameter.name));
      continue;
    }
    const std::vector<Index>& sizes = file.sizes(parameter.name);
    const Shape& own = parameter.tensor.shape();
    if (!std::equal(sizes.begin(), sizes.end(), own.begin(), own.end())) {
      shape.add(fmt::format("{} {} for {}", quoted_name(parameter.name), text_of_sizes(sizes),
                            own.to_string()));
    }
    const std::string& dtype = file.dtype(parameter.name);
    if (!is_loadable(dtype)) type.add(fmt::format("{} {}", quoted_name(parameter.name), dtype));
  }
  for (const std::string& name : file.names()) {
    if (wanted.count(name) == 0) left_over.add(quoted_name(name));
  }

  std::string found;
  for (const List& list : {missing, left_over, shape, type}) {
    if (list.text.empty()) continue;
    found += fmt::format("{}{}: {}", found.empty() ? "" : "; ", list.what, list.text);
  }
  if (found.empty()) return;
  throw Error(file.where(), found,
              fmt::format("the {} parameters of the module, as real numbers", parameters.size()),
              "a module made with the settings of the file");
}

}  // namespace

void save_module(const std::string& path, const Module& module,
                 const SafetensorsMetadata& metadata) {
  std::vector<NamedTensor> tensors;
  for (const NamedParameter& parameter : module.named_parameters()) {
    tensors.push_back({parameter.name, parameter.tensor});
  }
  save_safetensors(path, tensors, metadata);
}

void load_into(Module& module, const SafetensorsFile& file) {
  std::vector<NamedParameter> parameters = module.named_parameters();
  check_same(parameters, file);
  std::vector<Tensor> loaded;  // all of them before the first is copied: a read may fail
  for (const NamedParameter& parameter : parameters) loaded.push_back(file.load(parameter.name));
  const NoGrad no_grad;
  for (std::size_t i = 0; i < parameters.size(); ++i) parameters[i].tensor.copy_(loaded[i]);
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
