// optimizer.h: what SGD, Adam and AdamW of optim.h have in common: parameters, their gradients and
// their state in flat arrays, and the step that goes over them; and checks before a step: the norm
// of the gradients, clipping by it, and whether a loss is a finite number.
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

/// Parameters with the same settings.
struct ParameterGroup {
  std::vector<Tensor> parameters;
  std::optional<double> weight_decay = std::nullopt;  ///< instead of that of the optimizer
};

/// The usual two groups of a model: matrices, with weight decay; and without it parameters of fewer
/// than two dimensions (biases, gains) and, unless `embeddings`, embeddings. A matrix shared with
/// an embedding counts as one when the embedding was registered first.
std::vector<ParameterGroup> weight_decay_groups(const Module& module, double weight_decay,
                                                bool embeddings = false);

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

  /// Changes the parameters. Throws holo::Error, which names the parameter, and changes nothing,
  /// when a gradient is not finite or beyond a quarter of the root of the largest number (4.6e18
  /// for floats), or a weight decay that becomes part of one: averages of squares stay finite.
  /// Counts as a change in place, so that a backward through an older graph is refused.
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
  /// Neighbouring parameters that a step treats alike: `size` numbers of each flat array.
  struct Run {
    Index size;
    real* parameters;
    const real* gradients;
    std::array<real*, 2> state;  // null where there is none
    double weight_decay;
    Index step;  // counts from 1
  };
  /// "SGD", "SGD::step"; `states`: the names of the arrays of state, each flat and initially 0;
  /// `decay_in_state`: the weight decay is part of the gradient that they average.
  Optimizer(const char* name, const char* step_name, std::vector<ParameterGroup> groups,
            double learning_rate, double weight_decay, std::vector<std::string> states,
            bool decay_in_state);

  /// Updates the parameters of a run, and their state.
  virtual void update(Backend& backend, const Run& run) = 0;

 private:
  struct ParameterInfo {
    Index from, size;  // in the flat arrays, with the unused elements after it
    double weight_decay;
    Index steps;
  };
  void add(const Tensor& parameter, double weight_decay);
  void move_parameter(std::size_t i);
  std::vector<Run> find_runs() const;
  void check_decay(Backend& backend, const Run& run) const;
  const ParameterInfo& info(std::size_t i) const;  // throws UsageError when there is no parameter i

  const char *name_, *step_name_;
  double learning_rate_;
  std::vector<Tensor> parameters_;
  std::vector<ParameterInfo> infos_;  // of parameter i
  Tensor numbers_, gradients_;
  std::vector<Tensor> states_;
  std::vector<std::string> state_names_;
  bool decay_in_state_;
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
