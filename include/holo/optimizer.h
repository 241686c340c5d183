// optimizer.h: the base class of the optimizers in optim.h. An optimizer keeps parameters,
// gradients and state in flat arrays that step() loops over. The functions at the end of this file
// check a loss and clip gradients by their norm before a step.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "holo/nn/module.h"
#include "holo/tensor.h"

namespace holo {

/// Parameters that share the same settings.
struct ParameterGroup {
  std::vector<Tensor> parameters;
  std::optional<double> weight_decay = std::nullopt;  ///< default: the optimizer's weight decay
};

/// The two groups that most models use. Weight decay applies to matrices, but not to vectors such
/// as biases and gains. It applies to embeddings only if `embeddings` is true. A matrix shared with
/// an embedding counts as an embedding if the embedding was registered first.
std::vector<ParameterGroup> weight_decay_groups(const Module& module, double weight_decay,
                                                bool embeddings = false);

/// The constructor moves all parameters into one flat array and their gradients into another.
/// Handles stay valid. Earlier results of grad() change in the next backward pass. If a parameter
/// has several optimizers, use only the newest. step() skips parameters without gradients.
///
/// Constructors throw UsageError for a number out of range, and holo::Error if there are no
/// parameters. They also throw holo::Error if a parameter is repeated, is the result of an op,
/// shares its data with a different tensor, or is not on the same device as the first parameter. (A
/// shared parameter is no problem: a module's parameters() lists it once.)
class Optimizer {
 public:
  virtual ~Optimizer() = default;
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  /// Updates the parameters. Gradients must be finite and at most a quarter of the square root of
  /// the largest real (4.6e18 for floats), so that averages of their squares stay finite. If weight
  /// decay is added to the gradients, it has the same limit. If a number is above the limit, step()
  /// changes nothing and throws holo::Error, which names the parameter. The update changes
  /// parameters in place, so a later backward pass through an older graph throws an error.
  void step();
  void zero_grad();

  double learning_rate() const { return learning_rate_; }
  /// Throws UsageError unless the rate is finite and not negative.
  void set_learning_rate(double learning_rate);

  /// All parameters, group by group.
  const std::vector<Tensor>& parameters() const { return parameters_; }
  /// The flat array of all gradients, in the order of parameters(). Each starts at a multiple of 64
  /// bytes; the gaps are zeros. For a parameter without a gradient, the numbers are meaningless.
  const Tensor& gradients() const { return gradients_; }

  // ---- for checkpoints ----

  /// The name of the algorithm: "SGD", "Adam" or "AdamW".
  const char* name() const { return name_; }
  /// The names of the tensors that state() returns: "momentum" for SGD, "m" and "v" for Adam.
  const std::vector<std::string>& state_names() const { return state_names_; }
  /// The state of parameter i: SGD's momentum, or Adam's m and v, with the parameter's shape. The
  /// tensors share memory with the optimizer, so state(i)[0].copy_(...) restores the state.
  std::vector<Tensor> state(std::size_t i) const;
  /// The number of steps that have updated parameter i. Like state() and set_step_count(), throws
  /// UsageError if there is no parameter i.
  Index step_count(std::size_t i) const { return info(i).steps; }
  /// Throws UsageError unless 0 <= steps <= 2^62.
  void set_step_count(std::size_t i, Index steps);

 protected:
  /// Adjacent parameters that a step treats alike: `size` numbers in each flat array.
  struct Run {
    Index size;
    real* parameters;
    const real* gradients;
    std::array<real*, 2> state;  // null pointers if the optimizer has no state
    double weight_decay;
    Index step;  // counted from 1
  };
  /// If `name` is "SGD", `step_name` is "SGD::step". `states` names the flat state arrays, which
  /// start at 0. `decay_in_state` is true if gradients in the state include weight decay.
  Optimizer(const char* name, const char* step_name, std::vector<ParameterGroup> groups,
            double learning_rate, double weight_decay, std::vector<std::string> states,
            bool decay_in_state);

  /// Updates the parameters of one run and their state.
  virtual void update(Backend& backend, const Run& run) = 0;

 private:
  struct ParameterInfo {
    Index from, size;  // offset and padded length in the flat arrays
    double weight_decay;
    Index steps;
  };
  void add(const Tensor& parameter, double weight_decay);
  void move_parameter(std::size_t i);
  std::vector<Run> find_runs() const;
  void check_decay(Backend& backend, const Run& run) const;
  const ParameterInfo& info(std::size_t i) const;  // throws UsageError if i is too large

  const char *name_, *step_name_;
  double learning_rate_;
  std::vector<Tensor> parameters_;
  std::vector<ParameterInfo> infos_;  // infos_[i] belongs to parameters_[i]
  Tensor numbers_, gradients_;
  std::vector<Tensor> states_;
  std::vector<std::string> state_names_;
  bool decay_in_state_;
};

/// sqrt(sum of squares) over all parameters' gradients. Not finite if any gradient is not finite.
/// Needs only one pass if the gradients are in an optimizer's flat array. Throws holo::Error if the
/// gradients are on several devices.
double grad_norm(std::span<const Tensor> parameters);
/// Multiplies all gradients by min(1, max_norm / (norm + 1e-6)) and returns the old norm. If the
/// norm is not finite, throws holo::Error with a parameter's name. Throws UsageError if max_norm is
/// NaN or negative. Pascanu, Mikolov, Bengio 2012 (arXiv 1211.5063).
double clip_grad_norm(std::span<const Tensor> parameters, double max_norm);
/// Like clip_grad_norm, but if the norm is not finite, returns it and changes no gradient.
double try_clip_grad_norm(std::span<const Tensor> parameters, double max_norm);

/// Returns the loss as a number. Throws holo::Error if it is not finite. Call before backward().
double check_finite_loss(const Tensor& loss);

}  // namespace holo
