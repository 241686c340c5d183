// replay.h: a step of training whose kernels are called again without building its graph. What a
// step costs, and when this pays: docs/step_cost.md.
//
//   Tensor loss;
//   Replay step = capture([&] {
//     loss = model.loss(tokens, targets);
//     loss.backward();
//   });                                  // is the first step
//   optimizer.step();
//   while (...) {
//     tokens.copy_(...), targets.copy_(...);
//     optimizer.zero_grad();
//     step.run();                        // loss, and the gradients of the parameters
//     optimizer.step();
//   }
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "holo/real.h"

namespace holo {

struct RecordedStep;

/// What capture() has recorded. It keeps alive what its kernels read and write: parameters,
/// Indices, and the memory of all results.
class Replay {
 public:
  /// An empty one, to be assigned to.
  Replay();
  Replay(Replay&&) noexcept;
  Replay& operator=(Replay&&) noexcept;
  ~Replay();

  /// Computes the step again, with the bits that it would have: from the numbers that its leaves
  /// and its Indices have now, in the matmul_precision() of now, into the tensors that it made when
  /// it was captured, whose numbers are new versions. Gradients are as after the step: so
  /// zero_grad() comes before, as it came before the step; a step that computes none leaves them as
  /// they are. Each Dropout counts on, and so draws another mask.
  ///
  /// Throws holo::Error, before anything has changed: for an empty one, within a capture, while an
  /// observer of this thread would see nothing of it (see is_observed()), when a leaf has moved to
  /// other memory, as an optimizer that is made later moves it, or requires a gradient no more, and
  /// when a leaf has a gradient that it did not have before the step, or the other way round.
  /// `file` and `line` are for messages about old versions of results.
  void run();

  /// How many kernels it calls.
  std::size_t calls() const;
  /// The memory of the device that it keeps: that of results, and on a GPU that of what its kernels
  /// need between two of their loops. What CUDA itself needs for a graph is not known.
  std::size_t bytes() const;

 private:
  friend Replay capture(const std::function<void()>& step);
  explicit Replay(std::unique_ptr<RecordedStep> step);
  std::unique_ptr<RecordedStep> step_;
};

/// Runs `step`, and records what its ops and its backward() compute. Their shapes, options, and
/// numbers made on the host within the step, tensor({...}) or uniform(...), stay those of this run.
///
/// What is no function of leaves and Indices alone is refused. Throws holo::Error when the step
/// reads a result on the host (item(), at(), to_vector(), argmax(), grad_norm()), changes tensors
/// by no op (an optimizer's step(), clip_grad_norm(), fill_() and its kind: call them after run()),
/// continues a graph that was made before, changes matmul_precision(), calls dropout() itself
/// instead of the layer, or captures another step. What `step` throws goes on to the caller. In
/// both cases nothing is recorded, and the counts of Dropouts are as before.
///
/// On a GPU the calls become a CUDA graph when the step has ended, which run() launches: no other
/// thread computes on the GPU until capture() returns. What CUDA refuses then is a holo::Error; the
/// step was computed, and nothing is recorded. The first run() with another matmul_precision()
/// makes the calls one by one, and a new graph of them, under the same conditions.
Replay capture(const std::function<void()>& step);

/// Whether an observer, such as a Profiler, AnomalyMode or the log of a trace, watches this thread.
bool is_observed();

}  // namespace holo
