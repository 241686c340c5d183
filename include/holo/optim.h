// optim.h: the optimizers SGD, Adam and AdamW, which update parameters from their gradients, and
// gradient clipping. Learning rate schedules are in optim_schedule.h.
//
//   AdamW optimizer(weight_decay_groups(model, 0.1), 1e-3);
//   for (Index step = 0; step < steps; ++step) {
//     optimizer.set_learning_rate(schedule(step));
//     optimizer.zero_grad();
//     Tensor loss = cross_entropy(model(x), y);
//     check_finite_loss(loss);
//     loss.backward();
//     clip_grad_norm(optimizer.parameters(), 1);
//     optimizer.step();
//   }
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "holo/nn/module.h"
#include "holo/tensor.h"

namespace holo {

class DeviceMemory;

/// Parameters with the same settings.
struct ParameterGroup {
  std::vector<Tensor> parameters;
  std::optional<double> weight_decay = std::nullopt;  ///< instead of that of the optimizer
  double learning_rate_factor = 1;                    ///< multiplies the learning rate
};

/// The usual two groups of a model: matrices, with weight decay; and without it parameters of fewer
/// than two dimensions (biases, gains) and, unless `embeddings`, embeddings. A matrix shared with
/// an embedding counts as one when the embedding was registered first.
std::vector<ParameterGroup> weight_decay_groups(const Module& module, double weight_decay,
                                                bool embeddings = false);

/// The largest gradient for which the state of an optimizer stays finite. `with_decay`: the decay,
/// which is part of the gradient, is held to it too.
struct GradientBound {
  real largest;
  bool with_decay;
};

/// The base class of SGD, Adam and AdamW.
///
/// The constructor moves all parameters into one flat array, and their gradients into another.
/// Handles stay valid; tensors that grad() has returned before change with the next backward. Only
/// the last optimizer that was made for a parameter may be used. A parameter without a gradient is
/// left as it is.
///
/// Constructors throw UsageError for numbers out of their range, and holo::Error when there are no
/// parameters, or for one that comes twice (parameters() of a module lists a shared one once), is
/// the result of an op, shares its numbers with another tensor, or lies on another device than the
/// first.
class Optimizer {
 public:
  virtual ~Optimizer();
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  /// Changes the parameters. When a gradient is not finite, or so large that the state would not be
  /// finite, nothing is changed, and it throws holo::Error, which names the parameter; on a device
  /// with memory of its own check_step() does that, since step() does not wait for the device.
  /// Counts as a change in place, so that a backward through an older graph is refused.
  void step();
  /// Waits for the last step, and throws holo::Error when it changed nothing.
  void check_step() const;
  void zero_grad();

  double learning_rate() const { return learning_rate_; }
  /// Throws UsageError unless it is a finite number from 0 on.
  void set_learning_rate(double learning_rate);

  /// All parameters, group by group.
  const std::vector<Tensor>& parameters() const { return parameters_; }
  /// The flat array of all gradients, in the order of parameters(), each at a multiple of 64 bytes;
  /// zeros between them. Where a parameter has no gradient the numbers mean nothing.
  const Tensor& gradients() const { return gradients_; }

  // ---- for checkpoints ----

  /// Its kind: "SGD", "Adam" or "AdamW".
  const char* name() const { return name_; }
  /// What state() has, in its order: "momentum", or "m" and "v".
  const std::vector<std::string>& state_names() const { return state_names_; }
  /// The state for parameter i, in its shape: the momentum of SGD, m and v of Adam. Shares memory
  /// with the optimizer: state(i)[0].copy_(...) restores it.
  std::vector<Tensor> state(std::size_t i) const;
  /// How many steps parameter i has taken. Throws UsageError, as state() and set_step_count(), when
  /// there is no parameter i.
  Index step_count(std::size_t i) const { return info(i).steps; }
  /// Throws UsageError unless 0 <= steps <= 2^62.
  void set_step_count(std::size_t i, Index steps);

 protected:
  /// Neighbouring parameters that a step treats alike.
  struct Run {
    Index from, size;  // in the flat arrays
    double learning_rate, weight_decay;
    Index step;  // counts from 1
  };

  /// Memory of the device: room for the numbers of a run's step, 64 bytes, which update() uploads;
  /// and the guard of the kernels, see backend.h.
  struct StepMemory {
    void* numbers;
    const double* guard;
  };

  /// `states`: the names of the arrays of state, each flat and initially 0.
  Optimizer(const char* name, const char* step_name, std::vector<ParameterGroup> groups,
            double learning_rate, double weight_decay, std::vector<std::string> states,
            GradientBound bound);

  /// Updates the parameters of a run, and their state.
  virtual void update(Backend& backend, real* parameters, const real* gradients, const Run& run,
                      const StepMemory& memory) = 0;
  real* state_data(std::size_t k) const { return states_[k].node().data; }

 private:
  struct ParameterInfo {
    Index from, size;  // in the flat arrays, with the unused elements after it
    double learning_rate_factor, weight_decay;
    Index steps;
  };
  void add(const Tensor& parameter, const ParameterGroup& group, double weight_decay);
  void move_parameter(std::size_t i);
  void find_runs();
  const ParameterInfo& info(std::size_t i) const;  // throws UsageError when there is no parameter i
  StepMemory memory_of_run(std::size_t i) const;
  void guard_gradients();

  const char *name_, *step_name_;
  GradientBound bound_;
  double learning_rate_;
  std::vector<Tensor> parameters_;
  std::vector<ParameterInfo> infos_;  // of parameter i
  std::vector<Run> runs_;             // of the step
  Tensor numbers_, gradients_;
  std::vector<Tensor> states_;
  std::vector<std::string> state_names_;
  std::unique_ptr<DeviceMemory> step_memory_;  // the guard, then the numbers of each run
};

struct SgdOptions {
  double momentum = 0, dampening = 0, weight_decay = 0;
  bool nesterov = false;
};

/// g += weight_decay p;  b = momentum b + (1 - dampening) g, in the first step b = g;
/// p -= learning_rate (g without momentum, g + momentum b with nesterov, else b).
/// Sutskever, Martens, Dahl, Hinton 2013, in the form of PyTorch.
class SGD final : public Optimizer {
 public:
  /// 0 <= momentum < 1, 0 <= dampening <= 1; nesterov needs momentum and no dampening.
  SGD(std::vector<ParameterGroup> groups, double learning_rate, const SgdOptions& options = {});
  SGD(std::vector<Tensor> parameters, double learning_rate, const SgdOptions& options = {})
      : SGD(std::vector<ParameterGroup>{{std::move(parameters)}}, learning_rate, options) {}

 private:
  void update(Backend& backend, real* parameters, const real* gradients, const Run& run,
              const StepMemory& memory) override;
  SgdOptions options_;
};

struct AdamOptions {
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, weight_decay = 0;
};

/// g += weight_decay p;  m = beta1 m + (1 - beta1) g;  v = beta2 v + (1 - beta2) g^2;
/// p -= learning_rate mhat / (sqrt(vhat) + epsilon), with mhat = m / (1 - beta1^t) and
/// vhat = v / (1 - beta2^t) in step t = 1, 2, ...  Kingma, Ba 2014 (arXiv 1412.6980).
class Adam final : public Optimizer {
 public:
  /// 0 <= beta < 1, epsilon > 0.
  Adam(std::vector<ParameterGroup> groups, double learning_rate, const AdamOptions& options = {});
  Adam(std::vector<Tensor> parameters, double learning_rate, const AdamOptions& options = {})
      : Adam(std::vector<ParameterGroup>{{std::move(parameters)}}, learning_rate, options) {}

 private:
  void update(Backend& backend, real* parameters, const real* gradients, const Run& run,
              const StepMemory& memory) override;
  AdamOptions options_;
};

struct AdamWOptions {
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, weight_decay = 0.01;
};

/// Adam, but the decay is not part of the gradient: p *= 1 - learning_rate weight_decay comes
/// first. Loshchilov, Hutter 2017 (arXiv 1711.05101), in the form of PyTorch.
class AdamW final : public Optimizer {
 public:
  AdamW(std::vector<ParameterGroup> groups, double learning_rate, const AdamWOptions& options = {});
  AdamW(std::vector<Tensor> parameters, double learning_rate, const AdamWOptions& options = {})
      : AdamW(std::vector<ParameterGroup>{{std::move(parameters)}}, learning_rate, options) {}

 private:
  void update(Backend& backend, real* parameters, const real* gradients, const Run& run,
              const StepMemory& memory) override;
  AdamWOptions options_;
};

/// sqrt(sum of squares) over all gradients of the parameters. Not finite when one is not. Gradients
/// in the flat array of an optimizer are read in one pass. Throws holo::Error when they lie on
/// several devices.
double grad_norm(std::span<const Tensor> parameters);
/// Multiplies all gradients by min(1, max_norm / (norm + 1e-6)) and returns the norm before. Throws
/// holo::Error, which names the parameter, when the norm is not finite; UsageError when max_norm is
/// NaN or negative. Pascanu, Mikolov, Bengio 2012 (arXiv 1211.5063).
double clip_grad_norm(std::span<const Tensor> parameters, double max_norm);
/// The same, but a norm that is not finite is returned, and nothing is changed.
double try_clip_grad_norm(std::span<const Tensor> parameters, double max_norm);

/// The loss as a number. Throws holo::Error when it is NaN or infinite: call it before backward().
double check_finite_loss(const Tensor& loss);

}  // namespace holo
