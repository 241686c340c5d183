// checkpoint.cpp: writes the parameters of a module to a file, with or without the state of their
// optimizer. Before it reads tensors, it compares the tensors in the file with the wanted ones.
#include "holo/checkpoint.h"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/regular_file.h"
#include "files/atomic_file.h"
#include "files/safetensors_format.h"
#include "files/text.h"

namespace holo {

std::string differences(const FoundTensors& found, std::span<const WantedTensor> wanted) {
  struct Kind {
    const char* what;
    std::string text = {};
    int count = 0;
  } kinds[] = {{"missing"}, {"left over"}, {"of another shape"}, {"of another type"}};
  constexpr int most = 20;
  const auto add = [](Kind& kind, const std::string& entry) {
    if (++kind.count <= most) kind.text += (kind.count == 1 ? "" : ", ") + entry;
  };
  auto& [missing, left_over, shape, type] = kinds;
  std::set<std::string_view> names;
  for (const WantedTensor& tensor : wanted) {
    names.insert(tensor.name);
    const std::string name = quoted_name(tensor.name);
    const auto place = found.find(tensor.name);
    if (place == found.end()) {
      add(missing, name);
      continue;
    }
    const auto& [in_file, sizes, dtype] = place->second;
    if (*sizes != tensor.sizes) {
      add(shape,
          fmt::format("{} {} for {}", name, text_of_sizes(*sizes), text_of_sizes(tensor.sizes)));
    }
    const bool fits =
        tensor.dtype == nullptr ? find_dtype(*dtype)->is_real : *dtype == tensor.dtype;
    if (!fits) add(type, fmt::format("{} {}", name, *dtype));
  }
  for (const auto& [name, tensor] : found) {
    if (names.count(name) == 0) add(left_over, quoted_name(tensor.name));
  }
  std::string text;
  for (const Kind& kind : kinds) {
    if (kind.count == 0) continue;
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", kind.what, kind.text);
    if (kind.count > most) text += fmt::format(" and {} more", kind.count - most);
  }
  return text;
}

namespace {

std::vector<WantedTensor> wanted_of(const std::vector<NamedParameter>& parameters,
                                    const char* dtype = nullptr) {
  std::vector<WantedTensor> wanted;
  for (const NamedParameter& parameter : parameters) {
    const Shape& shape = parameter.tensor.shape();
    wanted.push_back({parameter.name, {shape.begin(), shape.end()}, dtype});
  }
  return wanted;
}

// The tensors of the file, except names that begin with `ignored`, if that is not empty.
FoundTensors found_in(const SafetensorsFile& file, std::string_view ignored = "") {
  FoundTensors found;
  for (const std::string& name : file.names()) {
    if (!ignored.empty() && name.starts_with(ignored)) continue;
    found.emplace(name, FoundTensor{name, &file.sizes(name), &file.dtype(name)});
  }
  return found;
}

// Copies the parameters of a module from a file, which errors call `origin`, for example
// "checkpoint". If tensors differ, it throws before it changes any parameter.
void load_parameters(const SafetensorsFile& file, Module& module, std::string_view ignored,
                     const char* origin, const ReadProgress& progress) {
  std::vector<NamedParameter> parameters = module.named_parameters();
  const std::string found = differences(found_in(file, ignored), wanted_of(parameters));
  if (!found.empty()) {
    throw Error(file.where(), found,
                fmt::format("the {} parameters of the model, as real numbers", parameters.size()),
                fmt::format("a model made with the settings of the {}", origin));
  }
  const NoGrad no_grad;
  const Index all = module.parameter_count();
  Index done = 0;
  for (NamedParameter& parameter : parameters) {
    file.read_into(parameter.name, parameter.tensor);
    done += parameter.tensor.numel();
    if (progress) progress(done, all);
  }
}

}  // namespace

// ---- weights alone ----

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

void load_into(Module& module, const SafetensorsFile& file, const ReadProgress& progress) {
  file.verify();
  load_parameters(file, module, "", "file", progress);
}

// ---- checkpoints ----

namespace {

// Names in the file. The keys of our metadata, like checksum_key, begin with own_metadata.
constexpr std::string_view own_metadata = "holo.";
constexpr const char* version_key = "holo.checkpoint";
constexpr const char* optimizer_key = "holo.optimizer";
constexpr const char* known_version = "1";
constexpr std::string_view own_tensors = "optimizer.";
constexpr const char* steps_name = "optimizer.step";

// "optimizer.m.fc1.weight"
std::string state_name(const std::string& state, const std::string& parameter) {
  return fmt::format("{}{}.{}", own_tensors, state, parameter);
}

void add(std::string& list, const std::string& entry, const char* separator) {
  list += (list.empty() ? "" : separator) + entry;
}

bool is_own(const std::string& key) { return key == "format" || key.starts_with(own_metadata); }

// Where the parameters of a model are in an optimizer. If the optimizer does not hold exactly these
// parameters, `problem` says why.
std::vector<std::size_t> find_places(const std::vector<NamedParameter>& parameters,
                                     const Optimizer& optimizer, std::string& problem) {
  const std::vector<Tensor>& held = optimizer.parameters();
  std::unordered_map<const Node*, std::size_t> places_of;
  for (std::size_t i = 0; i < held.size(); ++i) places_of.emplace(&held[i].node(), i);
  std::vector<std::size_t> places;
  std::string missing;
  for (const NamedParameter& parameter : parameters) {
    const auto place = places_of.find(&parameter.tensor.node());
    if (place == places_of.end()) {
      add(missing, quoted_name(parameter.name), ", ");
    } else {
      places.push_back(place->second);
    }
  }
  const std::string name = std::string("the optimizer ") + optimizer.name();
  if (!missing.empty()) add(problem, name + " does not hold " + missing, "; ");
  if (places.size() < held.size()) {
    add(problem,
        fmt::format("{} holds {} parameters, {} of the model", name, held.size(), places.size()),
        "; ");
  }
  return places;
}

void check_names(const std::string& where, const std::vector<NamedParameter>& parameters,
                 const SafetensorsMetadata& metadata) {
  for (const NamedParameter& parameter : parameters) {
    if (parameter.name.starts_with(own_tensors)) {
      throw Error(where, "a parameter is called " + quoted_name(parameter.name),
                  "another name; \"optimizer.\" is reserved for its state");
    }
  }
  for (const auto& [key, value] : metadata) {
    if (is_own(key)) {
      throw Error(where, "metadata is called " + quoted_name(key),
                  "another name; \"format\" and \"holo.\" are reserved");
    }
  }
}

void write_checkpoint(AtomicFile& file, const std::string& path, const Module& model,
                      const Optimizer& optimizer, const SafetensorsMetadata& metadata) {
  const std::string where = shown_path(path);
  const std::vector<NamedParameter> parameters = model.named_parameters();
  check_names(where, parameters, metadata);
  std::string problem;
  const std::vector<std::size_t> places = find_places(parameters, optimizer, problem);
  if (!problem.empty()) {
    throw Error(where, problem, "an optimizer of exactly the parameters of the model");
  }

  std::vector<NamedTensor> tensors;
  std::vector<Index> steps;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    tensors.push_back({parameters[i].name, parameters[i].tensor});
    const std::vector<Tensor> state = optimizer.state(places[i]);
    for (std::size_t k = 0; k < state.size(); ++k) {
      tensors.push_back({state_name(optimizer.state_names()[k], parameters[i].name), state[k]});
    }
    steps.push_back(optimizer.step_count(places[i]));
  }
  const Shape count{static_cast<Index>(steps.size())};
  const std::vector<NamedIndices> indices = {{steps_name, Indices(count, std::move(steps))}};

  SafetensorsMetadata all = metadata;
  all.emplace("format", "pt");
  all.emplace(version_key, known_version);
  all.emplace(optimizer_key, optimizer.name());
  all.emplace(checksum_key, "");
  write_safetensors(safetensors_layout(where, tensors, all, indices),
                    [&file](std::string_view bytes) { file.write(bytes); });
}

// The text of a metadata key that every checkpoint has.
const std::string& own_text(const std::string& where, const SafetensorsMetadata& metadata,
                            const char* key) {
  const auto found = metadata.find(key);
  if (found != metadata.end()) return found->second;
  throw Error(where, fmt::format("its metadata has no \"{}\"", key), "a file of save_checkpoint()");
}

}  // namespace

void save_checkpoint(const std::string& path, const Module& model, const Optimizer& optimizer,
                     const SafetensorsMetadata& metadata) {
  AtomicFile file(path);
  write_checkpoint(file, path, model, optimizer, metadata);
  file.commit();
}

void check_can_save_checkpoint(const std::string& path, const Module& model,
                               const Optimizer& optimizer, const SafetensorsMetadata& metadata) {
  AtomicFile file(path);
  write_checkpoint(file, path, model, optimizer, metadata);
}

CheckpointFile::CheckpointFile(const std::string& path) : CheckpointFile(SafetensorsFile(path)) {}

CheckpointFile::CheckpointFile(const SafetensorsFile& file) : file_(file) {
  file_.verify("the checkpoint before it");
  if (!is_checkpoint(file_)) {
    throw Error(where(),
                fmt::format("is not a checkpoint: its metadata has no \"{}\"", version_key),
                "a file of save_checkpoint()",
                "sample or export it: weights alone cannot continue training");
  }
  const SafetensorsMetadata& all = file_.metadata();
  own_text(where(), all, checksum_key);
  const std::string& version = own_text(where(), all, version_key);
  if (version != known_version) {
    throw Error(where(), "is a checkpoint of the format " + quoted_name(version),
                fmt::format("{}, all that this version knows", known_version),
                "the newer version that wrote it");
  }
  optimizer_ = own_text(where(), all, optimizer_key);
  for (const auto& [key, text] : all) {
    if (!is_own(key)) metadata_.emplace(key, text);
  }
}

bool CheckpointFile::is_checkpoint(const SafetensorsFile& file) {
  return file.metadata().count(version_key) > 0;
}

void CheckpointFile::load_into(Module& model, const ReadProgress& progress) const {
  load_parameters(file_, model, own_tensors, "checkpoint", progress);
}

void CheckpointFile::load_into(Module& model, Optimizer& optimizer) const {
  std::vector<NamedParameter> parameters = model.named_parameters();
  std::string found;
  const std::vector<std::size_t> places = find_places(parameters, optimizer, found);
  std::vector<WantedTensor> wanted = wanted_of(parameters, real_dtype);
  const bool same_kind = optimizer_ == optimizer.name();
  if (same_kind) {
    wanted.push_back({steps_name, {static_cast<Index>(parameters.size())}, "I64"});
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      for (const std::string& state : optimizer.state_names()) {
        wanted.push_back({state_name(state, parameters[i].name), wanted[i].sizes, real_dtype});
      }
    }
  } else {
    add(found,
        fmt::format("the optimizer is {}, this one is {}", quoted_name(optimizer_),
                    optimizer.name()),
        "; ");
  }
  const std::string differing = differences(found_in(file_, same_kind ? "" : own_tensors), wanted);
  if (!differing.empty()) add(found, differing, "; ");
  if (!found.empty()) {
    throw Error(
        where(), found,
        fmt::format("the {} parameters of the model and the state of their optimizer, in {}",
                    parameters.size(), real_dtype),
        "a model and an optimizer made with the settings of the checkpoint, a build with its "
        "number type, or the model alone");
  }

  const Indices steps = file_.load_indices(steps_name);
  for (const Index count : steps.values()) {
    constexpr Index most = Index{1} << 53;  // no training run gets there
    if (count >= 0 && count <= most) continue;
    throw Error(where(), fmt::format("a step count of {}", count), fmt::format("0 to {}", most));
  }
  const NoGrad no_grad;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string& name = parameters[i].name;
    file_.read_into(name, parameters[i].tensor);
    std::vector<Tensor> state = optimizer.state(places[i]);
    for (std::size_t k = 0; k < state.size(); ++k) {
      file_.read_into(state_name(optimizer.state_names()[k], name), state[k]);
    }
    optimizer.set_step_count(places[i], steps.values()[i]);
  }
}

}  // namespace holo
