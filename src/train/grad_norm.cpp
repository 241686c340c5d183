// grad_norm.cpp: computes the norm of all gradients, and scales the gradients down if the norm is
// too large. Each function makes one pass over flat memory. Throws the errors about gradients that
// are not finite.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "backend/backend.h"
#include "holo/optim.h"
#include "tensor/record.h"
#include "tensor/storage.h"
#include "train/not_finite.h"

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

namespace {

// Gradients that are adjacent in memory: n numbers on a device.
struct Stretch {
  Backend* backend;
  const Storage* owner;  // the flat array that contains the gradients, or null
  real* numbers;
  Index n;
};

// Adjacent gradients of an optimizer form one stretch, including the zeros between them. Each
// gradient begins at a multiple of `unit`, so fewer than `unit` zeros lie between two gradients.
std::vector<Stretch> stretches_of(std::span<const Tensor> parameters) {
  constexpr Index unit = 64 / static_cast<Index>(sizeof(real));
  std::vector<Stretch> found;
  for (const Tensor& parameter : parameters) {
    const Node& node = parameter.node();
    if (node.grad == nullptr) continue;
    const Stretch next{node.backend, node.grad_storage->owner, node.grad, node.numel()};
    Stretch* const last = found.empty() ? nullptr : &found.back();
    if (last && last->backend != next.backend) {
      throw Error(
          "grad_norm",
          fmt::format("gradients on {} and {}", last->backend->name(), node.backend->name()),
          "all on one device", "Module::to(device)");
    }
    const bool same_array = last && next.owner && last->owner == next.owner;
    const Index zeros = same_array ? next.numbers - (last->numbers + last->n) : unit;
    if (zeros >= 0 && zeros < unit) {
      last->n += zeros + next.n;
    } else {
      found.push_back(next);
    }
  }
  return found;
}

double norm_of(const std::vector<Stretch>& gradients) {
  double squares = 0;
  for (const Stretch& part : gradients) {
    squares += part.backend->sum_of_squares(part.numbers, part.n);
  }
  return std::sqrt(squares);
}

}  // namespace

double grad_norm(std::span<const Tensor> parameters) { return norm_of(stretches_of(parameters)); }

double try_clip_grad_norm(std::span<const Tensor> parameters, double max_norm) {
  if (!(max_norm >= 0)) {
    throw UsageError("clip_grad_norm", fmt::format("max_norm {}", max_norm),
                     "a number of 0 or more");
  }
  const std::vector<Stretch> gradients = stretches_of(parameters);
  const double norm = norm_of(gradients), factor = max_norm / (norm + 1e-6);
  if (!std::isfinite(norm) || factor >= 1) return norm;
  for (const auto& [backend, owner, numbers, n] : gradients) {
    backend->add_scaled({numbers, true}, numbers, static_cast<real>(factor), n);
  }
  for (const Tensor& parameter : parameters) {
    if (parameter.node().grad == nullptr) continue;
    Storage& gradient = *parameter.node().grad_storage;
    ++gradient.version;
    gradient.changed_by = "clip_grad_norm";
  }
  return norm;
}

double clip_grad_norm(std::span<const Tensor> parameters, double max_norm) {
  const double norm = try_clip_grad_norm(parameters, max_norm);
  if (std::isfinite(norm)) return norm;
  throw_not_finite("clip_grad_norm", parameters, std::numeric_limits<real>::max());
}

double check_finite_loss(const Tensor& loss) {
  const double value = static_cast<double>(loss.item());
  if (std::isfinite(value)) return value;
  throw Error("loss", fmt::format("{}", value), "a finite number", not_finite_hint);
}

}  // namespace holo
