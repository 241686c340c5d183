// activation.cpp: names of activations, and the op of each.
#include "holo/nn/activation.h"

#include <string_view>
#include <vector>

#include "nn/choice.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

constexpr Activation all[] = {Activation::none, Activation::relu,      Activation::relu2,
                              Activation::gelu, Activation::gelu_tanh, Activation::silu,
                              Activation::tanh, Activation::sigmoid};

}  // namespace

const char* activation_name(Activation activation) {
  switch (activation) {
    case Activation::none:
      return "none";
    case Activation::relu:
      return "relu";
    case Activation::relu2:
      return "relu2";
    case Activation::gelu:
      return "gelu";
    case Activation::gelu_tanh:
      return "gelu_tanh";
    case Activation::silu:
      return "silu";
    case Activation::tanh:
      return "tanh";
    case Activation::sigmoid:
      return "sigmoid";
  }
  return "";
}

Activation activation_named(const char* layer, const char* option, const std::string& name) {
  return activation_named(layer, option, name, all);
}

Activation activation_named(const char* layer, const char* option, const std::string& name,
                            std::span<const Activation> allowed) {
  std::vector<std::string_view> names;
  for (const Activation activation : allowed) names.push_back(activation_name(activation));
  return allowed[checked_choice(layer, option, name, names)];
}

Tensor activate(const Tensor& x, Activation activation) {
  switch (activation) {
    case Activation::none:
      break;
    case Activation::relu:
      return relu(x);
    case Activation::relu2:
      return relu2(x);
    case Activation::gelu:
      return gelu(x);
    case Activation::gelu_tanh:
      return gelu_tanh(x);
    case Activation::silu:
      return silu(x);
    case Activation::tanh:
      return tanh(x);
    case Activation::sigmoid:
      return sigmoid(x);
  }
  return x;
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
