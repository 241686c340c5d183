// checkpoint_format.h: what makes a .safetensors file a checkpoint: the names it uses,
// and which parameter of an optimizer belongs to which parameter of a model. Internal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "files/atomic_file.h"
#include "holo/nn/module.h"
#include "holo/optim.h"
#include "holo/safetensors.h"

namespace holo {

namespace checkpoint_format {

inline constexpr std::string_view own_metadata =
    "holo.";  // how the next two and checksum_key begin
inline constexpr const char* version_key = "holo.checkpoint";
inline constexpr const char* optimizer_key = "holo.optimizer";
inline constexpr const char* version = "1";
inline constexpr std::string_view own_tensors = "optimizer.";
inline constexpr const char* steps = "optimizer.step";

/// "optimizer.m.fc1.weight"
std::string state_name(const std::string& state, const std::string& parameter);

}  // namespace checkpoint_format

/// Where an optimizer holds the parameters of a model.
struct OptimizerPlaces {
  std::vector<std::size_t> places;  // of each parameter
  std::string problem;              // "" when it holds exactly these
};
OptimizerPlaces find_places(const std::vector<NamedParameter>& parameters,
                            const Optimizer& optimizer);

/// save_checkpoint() with other system calls, for tests.
void save_checkpoint(const std::string& path, const Module& model, const Optimizer& optimizer,
                     const SafetensorsMetadata& metadata, FileCalls& calls);

}  // namespace holo
