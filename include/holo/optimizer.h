// optimizer.h: what SGD, Adam and AdamW of optim.h have in common: parameters, their gradients and
// their state in flat arrays, and the step that goes over them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "holo/nn/module.h"
#include "holo/tensor.h"

namespace holo {

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

/// That of an optimizer, and that of its step.
struct OptimizerNames {
  const char *optimizer, *step;
};

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
  virtual ~Optimizer() = default;
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  /// Changes the parameters. When a gradient is not finite, or so large that the state would not be
  /// finite, nothing is changed, and it throws holo::Error, which names the parameter. Counts as a
  /// change in place, so that a backward through an older graph is refused.
  void step();
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
  const char* name() const { return names_.optimizer; }
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
  /// Neighbouring parameters that a step treats alike: `size` numbers of each flat array.
  struct Run {
    Index size;
    real* parameters;
    const real* gradients;
    std::array<real*, 2> state;  // null where there is none
    double learning_rate, weight_decay;
    Index step;  // counts from 1
  };
  /// The largest gradient for which the state stays finite. `with_decay`: the decay, which is part
  /// of the gradient, is held to it too.
  struct GradientBound {
    real largest;
    bool with_decay;
  };

  /// `states`: the names of the arrays of state, each flat and initially 0.
  Optimizer(OptimizerNames names, std::vector<ParameterGroup> groups, double learning_rate,
            double weight_decay, std::vector<std::string> states, GradientBound bound);

  /// Updates the parameters of a run, and their state.
  virtual void update(Backend& backend, const Run& run) = 0;

 private:
  struct ParameterInfo {
    Index from, size;  // in the flat arrays, with the unused elements after it
    double learning_rate_factor, weight_decay;
    Index steps;
  };
  void add(const Tensor& parameter, const ParameterGroup& group, double weight_decay);
  void move_parameter(std::size_t i);
  void find_runs();
  void check_gradients() const;
  const ParameterInfo& info(std::size_t i) const;  // throws UsageError when there is no parameter i

  OptimizerNames names_;
  GradientBound bound_;
  double learning_rate_;
  std::vector<Tensor> parameters_;
  std::vector<ParameterInfo> infos_;  // of parameter i
  std::vector<Run> runs_;             // of the step
  Tensor numbers_, gradients_;
  std::vector<Tensor> states_;
  std::vector<std::string> state_names_;
};

}  // namespace holo
