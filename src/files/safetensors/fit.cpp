// fit.cpp: writes the parameters of a module to a file, compares the tensors of a file with those
// that are wanted, and copies them.
#include "files/safetensors/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "files/safetensors/dtype.h"
#include "files/text.h"

namespace holo {
namespace {

// One kind of difference.
struct List {
  const char* what;
  std::string text;
  void add(const std::string& entry) { text += (text.empty() ? "" : ", ") + entry; }
};

bool has_type(const SafetensorsFile& file, const WantedTensor& tensor) {
  const std::string& dtype = file.dtype(tensor.name);
  return tensor.indices ? dtype == "I64" : find_dtype(dtype)->is_real;
}

// The parameters of a module, each of which is in the file.
std::vector<NamedParameter> fitting(const SafetensorsFile& file, const Module& module,
                                    std::string_view ignored, const char* what,
                                    const char* origin) {
  std::vector<NamedParameter> parameters = module.named_parameters();
  const std::string found = differences(file, wanted_of(parameters), ignored);
  if (found.empty()) return parameters;
  throw Error(file.where(), found,
              fmt::format("the {} parameters of the {}, as real numbers", parameters.size(), what),
              fmt::format("a {} made with the settings of the {}", what, origin));
}

}  // namespace

std::vector<WantedTensor> wanted_of(const std::vector<NamedParameter>& parameters) {
  std::vector<WantedTensor> wanted;
  for (const NamedParameter& parameter : parameters) {
    wanted.push_back({parameter.name, parameter.tensor.shape()});
  }
  return wanted;
}

std::string differences(const SafetensorsFile& file, std::span<const WantedTensor> wanted,
                        std::string_view ignored) {
  List missing{"missing", {}}, left_over{"left over", {}};
  List shape{"of another shape", {}}, type{"of another type", {}};
  std::set<std::string_view> names;
  for (const WantedTensor& tensor : wanted) {
    names.insert(tensor.name);
    const std::string name = quoted_name(tensor.name);
    if (!file.contains(tensor.name)) {
      missing.add(name);
      continue;
    }
    const std::vector<Index>& sizes = file.sizes(tensor.name);
    if (!std::equal(sizes.begin(), sizes.end(), tensor.shape.begin(), tensor.shape.end())) {
      shape.add(fmt::format("{} {} for {}", name, text_of_sizes(sizes), tensor.shape.to_string()));
    }
    if (!has_type(file, tensor)) type.add(fmt::format("{} {}", name, file.dtype(tensor.name)));
  }
  for (const std::string& name : file.names()) {
    if (!ignored.empty() && name.compare(0, ignored.size(), ignored) == 0) continue;
    if (names.count(name) == 0) left_over.add(quoted_name(name));
  }

  std::string found;
  for (const List& list : {missing, left_over, shape, type}) {
    if (list.text.empty()) continue;
    found += fmt::format("{}{}: {}", found.empty() ? "" : "; ", list.what, list.text);
  }
  return found;
}

void PreparedCopies::run() {
  const NoGrad no_grad;
  for (auto& [to, from] : copies_) to.copy_(from);
}

void load_parameters(const SafetensorsFile& file, const Module& module, std::string_view ignored,
                     const char* what, const char* origin) {
  PreparedCopies copies;
  for (const NamedParameter& parameter : fitting(file, module, ignored, what, origin)) {
    copies.add(parameter.tensor, file.load(parameter.name));
  }
  copies.run();
}

void read_parameters(const SafetensorsFile& file, const Module& module, std::string_view ignored,
                     const char* what, const char* origin, const ReadProgress& progress) {
  const NoGrad no_grad;
  const Index all = module.parameter_count();
  Index done = 0;
  for (NamedParameter& parameter : fitting(file, module, ignored, what, origin)) {
    file.read_into(parameter.name, parameter.tensor);
    done += parameter.tensor.numel();
    if (progress) progress(done, all);
  }
}

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
