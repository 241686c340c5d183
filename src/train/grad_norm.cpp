// grad_norm.cpp: the norm of gradients, and clipping by it: one pass over flat memory each.
#include "holo/grad_norm.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <vector>

#include "backend/backend.h"
#include "tensor/record.h"
#include "tensor/storage.h"
#include "train/optim_check.h"

namespace holo {
namespace {

// Gradients side by side: n numbers on a device.
struct Stretch {
  Backend* backend;
  const Storage* owner;  // the flat array of an optimizer, or null
  real* numbers;
  Index n;
};

// The gradients of an optimizer that follow one another are one stretch, with the zeros between
// two of them: fewer than `unit`, where every one begins.
std::vector<Stretch> stretches_of(std::span<const Tensor> parameters) {
  constexpr Index unit = 64 / static_cast<Index>(sizeof(real));
  std::vector<Stretch> found;
  for (const Tensor& parameter : parameters) {
    const Node& node = parameter.node();
    if (node.grad == nullptr) continue;
    if (!found.empty() && found[0].backend != node.backend) {
      throw Error(
          "grad_norm",
          fmt::format("gradients on {} and {}", found[0].backend->name(), node.backend->name()),
          "all on one device", "Module::to(device)");
    }
    const Storage* const owner = node.grad_storage->owner;
    if (!found.empty() && owner != nullptr && found.back().owner == owner) {
      Stretch& last = found.back();
      const Index zeros = node.grad - (last.numbers + last.n);
      if (zeros >= 0 && zeros < unit) {
        last.n += zeros + node.numel();
        continue;
      }
    }
    found.push_back({node.backend, owner, node.grad, node.numel()});
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
    throw UsageError("clip_grad_norm", fmt::format("max_norm {}", max_norm), "a number from 0 on");
  }
  const std::vector<Stretch> gradients = stretches_of(parameters);
  const double norm = norm_of(gradients), factor = max_norm / (norm + 1e-6);
  if (std::isfinite(norm) && factor < 1) {
    for (const Stretch& part : gradients) {
      part.backend->add_scaled({part.numbers, true}, part.numbers, static_cast<real>(factor),
                               part.n);
    }
    for (const Tensor& parameter : parameters) {
      if (parameter.node().grad == nullptr) continue;
      Storage& gradient = *parameter.node().grad_storage;
      ++gradient.version;
      gradient.changed_by = "clip_grad_norm";
    }
  }
  return norm;
}

double clip_grad_norm(std::span<const Tensor> parameters, double max_norm) {
  const double norm = try_clip_grad_norm(parameters, max_norm);
  if (!std::isfinite(norm)) {
    throw_not_finite("clip_grad_norm", parameters, std::numeric_limits<real>::max(),
                     "the norm of all gradients");
  }
  return norm;
}

double check_finite_loss(const Tensor& loss) {
  const double value = static_cast<double>(loss.item());
  if (std::isfinite(value)) return value;
  throw Error("loss", fmt::format("{}", value), "a finite number", not_finite_hint);
}

}  // namespace holo
