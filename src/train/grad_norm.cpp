// grad_norm.cpp: the norm of gradients, and clipping by it: one pass over flat memory each.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "backend/scratch.h"
#include "holo/optim.h"
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

// The sum of their squares, on their device, as long as this lives.
class Squares {
 public:
  explicit Squares(std::span<const Tensor> parameters) : gradients_(stretches_of(parameters)) {
    if (gradients_.empty()) return;
    memory_.emplace(backend(), sizeof(double));
    bool first = true;
    for (const Stretch& part : gradients_) {
      backend().sum_of_squares({sum(), first}, part.numbers, part.n);
      first = false;
    }
  }
  void clip(double max_norm) const {
    for (const Stretch& part : gradients_) {
      backend().clip(part.numbers, part.n, max_norm, sum());
    }
  }
  double norm() const {
    double total = 0;
    if (memory_) backend().download(&total, sum(), sizeof total);
    return std::sqrt(total);
  }

 private:
  Backend& backend() const { return *gradients_[0].backend; }
  double* sum() const { return static_cast<double*>(memory_->data()); }

  std::vector<Stretch> gradients_;
  std::optional<DeviceMemory> memory_;
};

}  // namespace

double grad_norm(std::span<const Tensor> parameters) { return Squares(parameters).norm(); }

double try_clip_grad_norm(std::span<const Tensor> parameters, double max_norm) {
  if (!(max_norm >= 0)) {
    throw UsageError("clip_grad_norm", fmt::format("max_norm {}", max_norm), "a number from 0 on");
  }
  const Squares squares(parameters);
  squares.clip(max_norm);
  for (const Tensor& parameter : parameters) tell_change(parameter.node());
  return squares.norm();
}

double clip_grad_norm(std::span<const Tensor> parameters, double max_norm) {
  const double norm = try_clip_grad_norm(parameters, max_norm);
  if (!std::isfinite(norm)) {
    throw_not_finite("clip_grad_norm", parameters, std::numeric_limits<real>::max(),
                     "the norm of all gradients");
  }
  return norm;
}

}  // namespace holo
