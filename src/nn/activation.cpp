// activation.cpp: the table of activation names and their ops.
#include "holo/nn/activation.h"

#include <string_view>
#include <vector>

#include "nn/checks.h"

namespace holo {
namespace {

struct Entry {
  const char* name;
  Tensor (*op)(const Tensor&);
};

// All activations in the order of the enumeration. mlp_test.cpp checks the order.
constexpr Entry entries[] = {{"none", [](const Tensor& x) { return x; }},
                             {"relu", relu},
                             {"relu2", relu2},
                             {"gelu", gelu},
                             {"gelu_tanh", gelu_tanh},
                             {"silu", silu},
                             {"tanh", tanh},
                             {"sigmoid", sigmoid}};

const Entry& entry_of(Activation activation) { return entries[static_cast<int>(activation)]; }

}  // namespace

const char* activation_name(Activation activation) { return entry_of(activation).name; }

Activation activation_named(const char* layer, const char* option, const std::string& name,
                            std::span<const Activation> allowed) {
  std::vector<std::string_view> names;
  for (const Activation activation : allowed) names.push_back(activation_name(activation));
  return allowed[checked_choice(layer, option, name, names)];
}

Tensor activate(const Tensor& x, Activation activation) { return entry_of(activation).op(x); }

}  // namespace holo
