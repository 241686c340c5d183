// module.cpp: registers parameters and modules by name, and visits all of them.
#include "holo/nn/module.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "backend/backend.h"
#include "tensor/record.h"
#include "tensor/storage.h"

namespace holo {

namespace {

thread_local int evaluations = 0;  // number of Evaluation objects that exist

}  // namespace

Evaluation::Evaluation() { ++evaluations; }
Evaluation::~Evaluation() { --evaluations; }

bool Module::training() const { return training_ && evaluations == 0; }

void Module::check_name(const std::string& name) const {
  const auto is_it = [&](const auto& entry) { return entry.name == name; };
  const bool taken = std::any_of(parameters_.begin(), parameters_.end(), is_it) ||
                     std::any_of(modules_.begin(), modules_.end(), is_it);
  if (!taken && !name.empty() && name.find('.') == std::string::npos) return;
  throw Error("Module", fmt::format("the name \"{}\"{}", name, taken ? ", which is taken" : ""),
              "a new name of at least one character and no dots");
}

void Module::register_parameter(const std::string& name, Tensor& parameter, Kind kind) {
  check_name(name);
  parameter.set_requires_grad();
  if (parameter.label().empty()) parameter.set_label(name);
  parameters_.push_back({name, &parameter, kind == Kind::embedding});
}

bool Module::holds(const Module& other) const {
  return this == &other || std::any_of(modules_.begin(), modules_.end(), [&](const Child& child) {
           return child.module->holds(other);
         });
}

Module& Module::not_null(const std::string& name, Module* module) {
  if (module != nullptr) return *module;
  throw UsageError("Module", fmt::format("\"{}\" is null", name), "a module");
}

void Module::register_module(const std::string& name, Module& module) {
  check_name(name);
  if (module.holds(*this)) {
    throw Error("Module", fmt::format("\"{}\", which this module is a part of", name),
                "modules that do not hold one another in a circle");
  }
  modules_.push_back({name, &module});
  if (module.full_name_.empty()) {
    module.set_full_name(full_name_.empty() ? name : full_name_ + "." + name);
  }
  // Does not change a label that the user chose, or that was set for a different path.
  for (NamedParameter& parameter : module.named_parameters()) {
    if (parameter.tensor.label() == parameter.name) {
      parameter.tensor.set_label(name + "." + parameter.name);
    }
  }
}

// Also renames the submodules, except those that were already registered under another path.
void Module::set_full_name(std::string name) {
  const std::string old = std::exchange(full_name_, std::move(name));
  for (const Child& child : modules_) {
    const std::string child_old = old.empty() ? child.name : old + "." + child.name;
    if (child.module->full_name_ == child_old) {
      child.module->set_full_name(full_name_ + "." + child.name);
    }
  }
}

void Module::collect(const std::string& prefix, std::vector<NamedParameter>& found) const {
  for (const Parameter& parameter : parameters_) {
    if (!parameter.tensor->defined()) continue;
    const Node* const node = &parameter.tensor->node();
    const bool seen = std::any_of(found.begin(), found.end(), [node](const NamedParameter& other) {
      return &other.tensor.node() == node;
    });
    if (!seen) found.push_back({prefix + parameter.name, *parameter.tensor, parameter.embedding});
  }
  for (const Child& child : modules_) child.module->collect(prefix + child.name + ".", found);
}

std::vector<NamedParameter> Module::named_parameters() const {
  std::vector<NamedParameter> found;
  collect("", found);
  return found;
}

std::vector<Tensor> Module::parameters() const {
  std::vector<Tensor> tensors;
  for (NamedParameter& parameter : named_parameters()) tensors.push_back(parameter.tensor);
  return tensors;
}

Index Module::parameter_count() const {
  Index count = 0;
  for (const Tensor& parameter : parameters()) {
    count = checked_add("parameter_count", count, parameter.numel());
  }
  return count;
}

void Module::train(bool training) {
  training_ = training;
  for (const Child& child : modules_) child.module->train(training);
}

void Module::zero_grad() {
  for (Tensor& parameter : parameters()) parameter.zero_grad();
}

void Module::to(Device device) {
  Backend& target = backend_of(device);
  for (const Tensor& parameter : parameters()) {
    Node& node = parameter.node();
    if (node.backend == &target) continue;
    const std::vector<real> values = parameter.to_vector();
    Storage* const moved = Storage::make(target, node.shape, "to");
    target.upload(moved->data, values.data(), bytes_of(node.numel()));
    moved->version = node.storage->version + 1;
    moved->changed_by = "Module::to";
    node.grad_pinned = false;
    node.drop_gradient();
    node.storage->release();
    node.storage = moved;
    node.data = moved->data;
    node.backend = &target;
  }
}

}  // namespace holo
