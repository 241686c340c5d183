// checkpoint_save.cpp: writes a training run to a file.
#include "base/regular_file.h"
#include "files/checkpoint_format.h"
#include "files/safetensors/writer.h"
#include "files/text.h"
#include "holo/checkpoint.h"

namespace holo {
namespace {

namespace format = checkpoint_format;

void check_names(const std::string& where, const std::vector<NamedParameter>& parameters,
                 const SafetensorsMetadata& metadata) {
  for (const NamedParameter& parameter : parameters) {
    if (parameter.name.compare(0, format::own_tensors.size(), format::own_tensors) == 0) {
      throw Error(where, "a parameter is called " + quoted_name(parameter.name),
                  "another name; \"optimizer.\" is that of its state");
    }
  }
  for (const auto& [key, value] : metadata) {
    if (key == "format" || key.compare(0, format::own_metadata.size(), format::own_metadata) == 0) {
      throw Error(where, "metadata is called " + quoted_name(key),
                  "another name; \"format\" and \"holo.\" are the checkpoint's own");
    }
  }
}

void write_checkpoint(AtomicFile& file, const std::string& path, const Module& model,
                      const Optimizer& optimizer, const SafetensorsMetadata& metadata) {
  const std::string where = shown_path(path);
  const std::vector<NamedParameter> parameters = model.named_parameters();
  check_names(where, parameters, metadata);
  const OptimizerPlaces found = find_places(parameters, optimizer);
  if (!found.problem.empty()) {
    throw Error(where, found.problem, "an optimizer of exactly the parameters of the model");
  }

  std::vector<NamedTensor> tensors;
  std::vector<Index> steps;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    tensors.push_back({parameters[i].name, parameters[i].tensor});
    const std::vector<Tensor> state = optimizer.state(found.places[i]);
    for (std::size_t k = 0; k < state.size(); ++k) {
      tensors.push_back(
          {format::state_name(optimizer.state_names()[k], parameters[i].name), state[k]});
    }
    steps.push_back(optimizer.step_count(found.places[i]));
  }
  const Shape count{static_cast<Index>(steps.size())};
  const std::vector<NamedIndices> indices = {{format::steps, Indices(count, std::move(steps))}};

  SafetensorsMetadata all = metadata;
  all.emplace("format", "pt");
  all.emplace(format::version_key, format::version);
  all.emplace(format::optimizer_key, optimizer.name());
  all.emplace(checksum_key, "");
  write_safetensors(safetensors_layout(where, tensors, all, indices), file);
}

}  // namespace

void save_checkpoint(const std::string& path, const Module& model, const Optimizer& optimizer,
                     const SafetensorsMetadata& metadata, FileCalls& calls) {
  AtomicFile file(path, calls);
  write_checkpoint(file, path, model, optimizer, metadata);
  file.commit();
}

void save_checkpoint(const std::string& path, const Module& model, const Optimizer& optimizer,
                     const SafetensorsMetadata& metadata) {
  save_checkpoint(path, model, optimizer, metadata, FileCalls::of_system());
}

void check_can_save_checkpoint(const std::string& path, const Module& model,
                               const Optimizer& optimizer, const SafetensorsMetadata& metadata) {
  AtomicFile file(path);
  write_checkpoint(file, path, model, optimizer, metadata);
}

}  // namespace holo
