// activation.cpp: the table of activation names, and the op of each.
#include "holo/nn/activation.h"

#include <string_view>
#include <vector>

#include "nn/checks.h"

namespace holo {
namespace {

struct Entry {
  Activation activation;
  const char* name;
  Tensor (*op)(const Tensor&);
};

constexpr Entry entries[] = {{Activation::none, "none", [](const Tensor& x) { return x; }},
                             {Activation::relu, "relu", relu},
                             {Activation::relu2, "relu2", relu2},
                             {Activation::gelu, "gelu", gelu},
                             {Activation::gelu_tanh, "gelu_tanh", gelu_tanh},
                             {Activation::silu, "silu", silu},
                             {Activation::tanh, "tanh", tanh},
                             {Activation::sigmoid, "sigmoid", sigmoid}};

// The table is in the order of the enumeration, and has all of it: activation_test.cpp.
const Entry& entry_of(Activation activation) { return entries[static_cast<int>(activation)]; }

}  // namespace

const char* activation_name(Activation activation) { return entry_of(activation).name; }

Activation activation_named(const char* layer, const char* option, const std::string& name) {
  std::vector<Activation> all;
  for (const Entry& entry : entries) all.push_back(entry.activation);
  return activation_named(layer, option, name, all);
}

Activation activation_named(const char* layer, const char* option, const std::string& name,
                            std::span<const Activation> allowed) {
  std::vector<std::string_view> names;
  for (const Activation activation : allowed) names.push_back(activation_name(activation));
  return allowed[checked_choice(layer, option, name, names)];
}

Tensor activate(const Tensor& x, Activation activation) { return entry_of(activation).op(x); }

}  // namespace holo
