// sequential.h: a model that applies its parts one after the other.
//
//   Sequential model;
//   model.add<Linear>(2, 16, random).add(gelu).add<Linear>(16, 1, random);
//   Tensor y = model(x);   // the parameters are 0.weight, 0.bias, 2.weight and 2.bias
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "holo/nn/module.h"
#include "holo/scope.h"

namespace holo {

/// Layers and functions, named "0", "1" and so on. Fill the Sequential before you register it.
class Sequential : public Layer {
 public:
  /// Makes a layer from these arguments and adds it.
  template <class L, class... Arguments>
  Sequential& add(Arguments&&... arguments) {
    return add(std::make_unique<L>(std::forward<Arguments>(arguments)...));
  }
  /// Throws UsageError for null.
  Sequential& add(std::unique_ptr<Layer> layer) {
    layers_.push_back(Module::add(std::to_string(steps_.size()), std::move(layer)));
    steps_.emplace_back([at = layers_.back().get()](const Tensor& x) { return at->forward(x); });
    return *this;
  }
  Sequential& add(Tensor (*function)(const Tensor&)) {
    steps_.emplace_back(function);
    return *this;
  }

  Tensor operator()(const Tensor& x) {
    const Scope scope(full_name());
    Tensor y = x;
    for (const auto& step : steps_) y = step(y);
    return y;
  }
  Tensor forward(const Tensor& x) override { return (*this)(x); }

 private:
  std::vector<std::unique_ptr<Layer>> layers_;
  std::vector<std::function<Tensor(const Tensor&)>> steps_;
};

}  // namespace holo
