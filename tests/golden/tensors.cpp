// tensors.cpp: from arrays to leaves, and from leaves to the verdict.
#include "golden/tensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "holo/check.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace golden {
namespace {

using holo::Error, holo::Index, holo::Indices, holo::Module, holo::NamedParameter, holo::Tensor;

// Array "in.x" or "p.x" by the name x.
void add_tensor(const Case& c, const std::string& role, const std::string& name, bool gradient,
                Inputs& in, Leaves& leaves) {
  Tensor tensor = tensor_of(c.array(role + '.' + name));
  if (gradient) tensor.set_requires_grad();
  std::vector<Leaf>& list = gradient ? leaves.with_gradient : leaves.constants;
  list.push_back({'g' + role + '.' + name, tensor});
  in.tensors[name] = tensor;
}

// A leaf that the loss does not need has no gradient; the files say 0.
Tensor gradient_of(const Tensor& leaf) {
  const Tensor gradient = leaf.grad();
  return gradient.defined() ? gradient : holo::zeros(leaf.shape());
}

}  // namespace

Tensor tensor_of(const Array& array) {
  return holo::from_values(array.shape, std::span<const double>(array.values));
}

Inputs inputs_of(const Case& c, Leaves& leaves) {
  Inputs in{{}, {}, c.config};
  for (const std::string& name : c.inputs) {
    const auto& without = c.inputs_without_grad;
    const bool gradient = std::find(without.begin(), without.end(), name) == without.end();
    add_tensor(c, "in", name, gradient, in, leaves);
  }
  for (const std::string& name : c.inputs_without_grad) {
    if (c.has("in." + name)) add_tensor(c, "in", name, false, in, leaves);
  }
  for (const std::string& name : c.aux) {
    const Array& array = c.array("aux." + name);
    if (array.is_index) {
      const std::vector<Index> values(array.values.begin(), array.values.end());
      in.all_indices[name] = Indices(values, array.shape);
    } else {
      in.tensors[name] = tensor_of(array);
    }
  }
  return in;
}

void add_parameters(const Case& c, Inputs& in, Leaves& leaves) {
  for (const std::string& name : c.params) add_tensor(c, "p", name, true, in, leaves);
}

std::string name_in_files(const std::string& name) {
  static const std::map<std::string, std::string> theirs = {
      {"blocks", "layers"},     {"attention_norm", "norm"},     {"attention", "mixer"},
      {"final_norm", "norm_f"}, {"feed_forward_norm", "norm2"}, {"feed_forward", "mlp"}};
  std::string found, part;
  for (std::istringstream parts(name); std::getline(parts, part, '.');) {
    const auto entry = theirs.find(part);
    found += (found.empty() ? "" : ".") + (entry == theirs.end() ? part : entry->second);
  }
  return found;
}

void load_parameters(const Case& c, const Module& module, Leaves& leaves) {
  const auto is_in_case = [&](const std::string& name) {
    return std::find(c.params.begin(), c.params.end(), name) != c.params.end();
  };
  const holo::NoGrad no_grad;
  std::size_t loaded = 0;
  for (const NamedParameter& parameter : module.named_parameters()) {
    const std::string name = name_in_files(parameter.name);
    if (!is_in_case(name)) {
      throw Error("golden", "the module's parameter " + name, "one of the case");
    }
    Tensor tensor = parameter.tensor;
    tensor.copy_(tensor_of(c.array("p." + name)));
    leaves.with_gradient.push_back({"gp." + name, tensor});
    ++loaded;
  }
  if (loaded == c.params.size()) return;
  throw Error("golden", fmt::format("{} parameters of the module", loaded),
              fmt::format("the {} of the case", c.params.size()));
}

void judge_outputs(const Case& c, const std::vector<Tensor>& outputs, const Leaves& leaves,
                   Judge& judge) {
  if (outputs.size() != c.outputs.size()) {
    judge.fail(fmt::format("{} outputs, expected {}", outputs.size(), c.outputs.size()));
    return;
  }
  Tensor loss;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    judge.check("out." + c.outputs[i], outputs[i]);
    if (!judge.ok()) return;
    const Tensor part = sum(outputs[i] * tensor_of(c.array("lw." + c.outputs[i])));
    loss = i == 0 ? part : loss + part;
  }
  judge.check_loss(static_cast<double>(loss.item()));
  loss.backward();
  for (const Leaf& leaf : leaves.with_gradient) {
    judge.check(leaf.gradient, gradient_of(leaf.tensor));
  }
  for (const Leaf& constant : leaves.constants) {
    if (constant.tensor.grad().defined()) judge.fail("a constant has " + constant.gradient);
  }
}

}  // namespace golden
