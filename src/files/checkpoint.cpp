// checkpoint.cpp: reads and checks a checkpoint, then restores a run completely or not at all.
#include "holo/checkpoint.h"

#include <fmt/format.h>

#include <set>

#include "files/checkpoint_format.h"
#include "files/safetensors/checksum.h"
#include "files/safetensors/dtype.h"
#include "files/safetensors/fit.h"
#include "files/safetensors/source.h"
#include "files/text.h"

namespace holo {
namespace {

namespace format = checkpoint_format;

[[noreturn]] void fail_no_checkpoint(const std::string& where) {
  throw Error(where,
              fmt::format("is not a checkpoint: its metadata has no \"{}\"", format::version_key),
              "a file of save_checkpoint()", "sample or export it: weights alone cannot go on");
}

// The text of a key that every checkpoint has.
const std::string& own_text(const std::string& where, const SafetensorsMetadata& metadata,
                            const char* key) {
  const auto found = metadata.find(key);
  if (found != metadata.end()) return found->second;
  throw Error(where, fmt::format("its metadata has no \"{}\"", key), "a file of save_checkpoint()");
}

// Numbers of another type than real, "numbers in F64", or "".
std::string other_numbers(const SafetensorsFile& file) {
  std::set<std::string> types;
  for (const std::string& name : file.names()) {
    const std::string& dtype = file.dtype(name);
    if (find_dtype(dtype)->is_real && dtype != real_dtype) types.insert(dtype);
  }
  std::string text;
  for (const std::string& type : types) text += (text.empty() ? "numbers in " : ", ") + type;
  return text;
}

}  // namespace

CheckpointFile::CheckpointFile(const std::string& path) : CheckpointFile(open_source(path)) {}

CheckpointFile::CheckpointFile(std::shared_ptr<const ByteSource> source) : file_(source) {
  const SafetensorsMetadata& all = file_.metadata();
  const bool has_version = all.count(format::version_key) > 0;
  if (!has_version && all.count(checksum_key) == 0) fail_no_checkpoint(where());
  check_checksum(*source, "the checkpoint before it");
  if (!has_version) fail_no_checkpoint(where());
  const std::string& version = own_text(where(), all, format::version_key);
  if (version != format::version) {
    throw Error(where(), "is a checkpoint of the format " + quoted_name(version),
                fmt::format("{}, all that this version knows", format::version),
                "the newer version that wrote it");
  }
  optimizer_ = own_text(where(), all, format::optimizer_key);
  for (const auto& [key, text] : all) {
    const bool own = key.compare(0, format::own_metadata.size(), format::own_metadata) == 0;
    if (!own && key != "format") metadata_.emplace(key, text);
  }
}

bool CheckpointFile::is_checkpoint(const SafetensorsFile& file) {
  return file.metadata().count(format::version_key) > 0;
}

void CheckpointFile::load_into(Module& model) const {
  load_parameters(file_, model, format::own_tensors, "model", "checkpoint");
}

void CheckpointFile::read_into(Module& model, const ReadProgress& progress) const {
  read_parameters(file_, model, format::own_tensors, "model", "checkpoint", progress);
}

void CheckpointFile::load_into(Module& model, Optimizer& optimizer) const {
  const std::vector<NamedParameter> parameters = model.named_parameters();
  const OptimizerPlaces held = find_places(parameters, optimizer);
  std::vector<WantedTensor> wanted = wanted_of(parameters);
  const bool same_kind = optimizer_ == optimizer.name();
  if (same_kind) {
    wanted.push_back({format::steps, Shape{static_cast<Index>(parameters.size())}, true});
    for (const NamedParameter& parameter : parameters) {
      for (const std::string& state : optimizer.state_names()) {
        wanted.push_back({format::state_name(state, parameter.name), parameter.tensor.shape()});
      }
    }
  }
  std::string found;
  const auto add = [&found](const std::string& problem) {
    if (!problem.empty()) found += (found.empty() ? "" : "; ") + problem;
  };
  add(held.problem);
  if (!same_kind) {
    add(fmt::format("the optimizer is {}, this one is {}", quoted_name(optimizer_),
                    optimizer.name()));
  }
  add(differences(file_, wanted, same_kind ? std::string_view() : format::own_tensors));
  const std::string numbers = other_numbers(file_);
  add(numbers);
  if (!found.empty()) {
    throw Error(
        where(), found,
        fmt::format("the {} parameters of the model and the state of their optimizer, in {}",
                    parameters.size(), real_dtype),
        numbers.empty() ? "a model and an optimizer made with the settings of the checkpoint"
                        : "a build with the number type of the checkpoint, or the model alone");
  }

  // All that may fail comes before the first change.
  PreparedCopies copies;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string& name = parameters[i].name;
    copies.add(parameters[i].tensor, file_.load(name));
    const std::vector<Tensor> state = optimizer.state(held.places[i]);
    for (std::size_t k = 0; k < state.size(); ++k) {
      copies.add(state[k], file_.load(format::state_name(optimizer.state_names()[k], name)));
    }
  }
  const Indices steps = file_.load_indices(format::steps);
  for (const Index count : steps.values()) {
    constexpr Index most = Index{1} << 53;  // no run gets there
    if (count >= 0 && count <= most) continue;
    throw Error(where(), fmt::format("a step count of {}", count), fmt::format("0 to {}", most));
  }
  copies.run();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    optimizer.set_step_count(held.places[i], steps.values()[i]);
  }
}

}  // namespace holo
