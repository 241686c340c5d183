// checkpoint_format.cpp: names of a checkpoint, and which parameter is which.
#include "files/checkpoint_format.h"

#include <fmt/format.h>

#include <unordered_map>

#include "files/text.h"
#include "train/not_finite.h"

namespace holo {

std::string checkpoint_format::state_name(const std::string& state, const std::string& parameter) {
  return fmt::format("{}{}.{}", own_tensors, state, parameter);
}

OptimizerPlaces find_places(const std::vector<NamedParameter>& parameters,
                            const Optimizer& optimizer) {
  const std::vector<Tensor>& held = optimizer.parameters();
  std::unordered_map<const Node*, std::size_t> left;
  for (std::size_t i = 0; i < held.size(); ++i) left.emplace(&held[i].node(), i);

  OptimizerPlaces found;
  std::string missing, foreign;
  for (const NamedParameter& parameter : parameters) {
    const auto place = left.find(&parameter.tensor.node());
    if (place == left.end()) {
      missing += (missing.empty() ? "" : ", ") + quoted_name(parameter.name);
      continue;
    }
    found.places.push_back(place->second);
    left.erase(place);
  }
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (left.count(&held[i].node()) == 0) continue;
    foreign += (foreign.empty() ? "" : ", ") + parameter_name(held[i], i);
  }
  if (!missing.empty()) {
    found.problem = fmt::format("the optimizer {} does not hold {}", optimizer.name(), missing);
  }
  if (!foreign.empty()) {
    found.problem += fmt::format("{}the optimizer {} holds {}, not of the model",
                                 missing.empty() ? "" : "; ", optimizer.name(), foreign);
  }
  return found;
}

}  // namespace holo
