// not_finite.cpp: throws the errors about gradients that are not finite.
#include "train/not_finite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tensor/on_host.h"

namespace holo {

std::string parameter_name(const Tensor& parameter, std::size_t i) {
  const std::string label = parameter.label();
  return label.empty() ? fmt::format("parameter {}", i)
                       : fmt::format("parameter {} ({})", i, label);
}

void throw_not_finite(const std::string& where, std::span<const Tensor> parameters, real bound) {
  const std::string expected =
      bound < std::numeric_limits<real>::max()
          ? fmt::format("finite gradients of at most {:.1e}, to keep finite averages", bound)
          : "finite gradients";
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Node& node = parameters[i].node();
    if (node.grad == nullptr) continue;
    const std::vector<real> gradient = on_host(node, node.grad);
    const auto bad = std::find_if(gradient.begin(), gradient.end(),
                                  [=](real x) { return !(std::abs(x) <= bound); });
    if (bad == gradient.end()) continue;
    throw Error(where,
                fmt::format("the gradient of {} {} is {} at element {}; nothing was changed",
                            parameter_name(parameters[i], i), node.shape.to_string(), *bad,
                            bad - gradient.begin()),
                expected, not_finite_hint);
  }
  throw Error(where, "the norm of all gradients is too large; nothing was changed", expected,
              not_finite_hint);
}

}  // namespace holo
