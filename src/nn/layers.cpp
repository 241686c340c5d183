// layers.cpp: the initial values of parameters; the table of activation names and their ops; the
// parameters of Linear, Embedding, LayerNorm and RMSNorm; and Dropout, which uses a new stream of
// random numbers in each call.
#include "holo/nn/layers.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "nn/checks.h"

namespace holo {

Tensor Init::filled(const Shape& shape, double value) {
  if (WithoutInit::innermost_ != WithoutInit::Numbers::none) {
    return full(shape, static_cast<real>(value));
  }
  const Tensor empty = zeros({0});
  empty.node().shape = shape;
  return empty;
}

Tensor Init::operator()(const Shape& shape, Index inputs, PythonRandom& random) const {
  if (!std::isfinite(number_) || (number_ < 0 && kind_ != Kind::constant)) {
    throw UsageError("init", fmt::format("{}", number_),
                     kind_ == Kind::constant ? "a finite number" : "a finite number of 0 or more");
  }
  if (WithoutInit::innermost_ != WithoutInit::Numbers::drawn) return filled(shape, 0);
  switch (kind_) {
    case Kind::fan_in: {
      const double bound = 1 / std::sqrt(static_cast<double>(inputs));
      return holo::uniform(shape, random, -bound, bound);
    }
    case Kind::normal:
      return holo::normal(shape, random, 0, number_);
    case Kind::constant:
      break;
  }
  return filled(shape, number_);
}

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
  if (allowed.empty()) {
    for (const Entry& entry : entries) names.push_back(entry.name);
  }
  const std::size_t chosen = checked_choice(layer, option, name, names);
  return allowed.empty() ? static_cast<Activation>(chosen) : allowed[chosen];
}

Tensor activate(const Tensor& x, Activation activation) { return entry_of(activation).op(x); }

Linear::Linear(Index in, Index out, PythonRandom& random, const LinearOptions& options)
    : activation(options.activation) {
  checked_size("Linear", "in", in);
  checked_size("Linear", "out", out);
  weight = options.weight_init({out, in}, in, random);
  register_parameter("weight", weight);
  if (options.bias) {
    bias = options.bias_init({out}, in, random);
    register_parameter("bias", bias);
  }
}

Embedding::Embedding(Index V, Index C, PythonRandom& random, const Init& init) {
  checked_size("Embedding", "V", V);
  checked_size("Embedding", "C", C);
  weight = init({V, C}, V, random);
  register_parameter("weight", weight, Kind::embedding);
}

LayerNorm::LayerNorm(Index C, const LayerNormOptions& options)
    : epsilon(checked_number("LayerNorm", "epsilon", options.epsilon)) {
  checked_size("LayerNorm", "C", C);
  if (options.weight) {
    weight = Init::filled({C}, 1);
    register_parameter("weight", weight);
  }
  if (options.bias) {
    bias = Init::filled({C}, 0);
    register_parameter("bias", bias);
  }
}

RMSNorm::RMSNorm(Index C, const LayerNormOptions& options)
    : epsilon(checked_number("RMSNorm", "epsilon", options.epsilon)) {
  checked_size("RMSNorm", "C", C);
  if (options.weight) {
    weight = Init::filled({C}, 1);
    register_parameter("weight", weight);
  }
}

std::unique_ptr<Layer> make_norm(Norm kind, Index C, const LayerNormOptions& options) {
  if (kind == Norm::layer) return std::make_unique<LayerNorm>(C, options);
  return std::make_unique<RMSNorm>(C, options);
}

Dropout::Dropout(double p, std::uint64_t seed) : p_(p), seed_(seed) {
  if (p >= 0 && p < 1) return;
  throw UsageError("Dropout", fmt::format("p {}", p), "0 <= p < 1", "0.1");
}

Tensor Dropout::operator()(const Tensor& x) {
  const Scope scope(full_name());
  if (!training() || p_ == 0) return x;
  return dropout(x, p_, CounterRandom(seed_, calls_++));
}

}  // namespace holo
