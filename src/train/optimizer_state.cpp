// optimizer_state.cpp: an optimizer's state, for checkpoints.
#include <fmt/format.h>

#include <utility>

#include "holo/optimizer.h"
#include "tensor/record.h"
#include "tensor/storage.h"

namespace holo {
namespace {

// A tensor that shares the data of `flat` from index `from` on.
Tensor part_of(const Tensor& flat, Index from, const Shape& shape, const std::string& label) {
  NodeRef ref(std::make_unique<Node>());
  Node& node = *ref.get();
  node.op = "part";
  node.shape = shape;
  node.backend = &flat.backend();
  node.storage = Storage::part_of(flat.node().storage, flat.node().data + from);
  node.data = node.storage->data;
  return Tensor(std::move(ref)).set_label(label);
}

}  // namespace

const Optimizer::ParameterInfo& Optimizer::info(std::size_t i) const {
  if (i < infos_.size()) return infos_[i];
  throw UsageError(name_, fmt::format("parameter {}", i),
                   fmt::format("0 to {}", infos_.size() - 1));
}

std::vector<Tensor> Optimizer::state(std::size_t i) const {
  const Index from = info(i).from;
  std::vector<Tensor> parts;
  for (std::size_t k = 0; k < states_.size(); ++k) {
    parts.push_back(part_of(states_[k], from, parameters_[i].shape(), state_names_[k]));
  }
  return parts;
}

void Optimizer::set_step_count(std::size_t i, Index steps) {
  if (steps < 0 || steps > Index{1} << 62) {  // so that further steps cannot overflow the count
    throw UsageError(name_, fmt::format("{} steps", steps), "0 to 2^62");
  }
  info(i);  // throws if there is no parameter i
  infos_[i].steps = steps;
}

}  // namespace holo
