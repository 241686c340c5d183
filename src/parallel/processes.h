// processes.h: the processes that train one model together, on one machine or on several: who they
// are, and the sum of their gradients, whose bits do not depend on which of them is faster. There
// is one, unless the build has MPI (make MPI=1) and mpirun has started several.
//
//   total = ((g0 + g1) + g2) + g3     of the shards of a batch, always in this order
//
// In round 0 process r has the gradient of shard r, in round 1 that of shard size() + r, and so on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holo/real.h"
#include "holo/shape.h"

namespace holo {

class Backend;

/// A part of the gradient, one of many: while its sum is on its way, backward computes the others.
struct Bucket {
  Backend* backend;
  real* numbers;     ///< of the shard of this process; those of the sum after the last round
  real* sum;         ///< room for count + size() numbers, left alone between the rounds
  Index count;       ///< of numbers, the same in all processes; below 2^30
  int number;        ///< another one for each bucket
  bool first, last;  ///< round of the sum
};

/// Every process makes the same calls in the same order.
class Processes {
 public:
  virtual ~Processes() = default;
  /// The number of this one, from 0 on.
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// The texts of all, in the order of ranks. Waits until all have called it.
  virtual std::vector<std::string> gather(const std::string& text) = 0;
  /// Begins to add the numbers of all processes, in the order of ranks, to the sum of the rounds
  /// before; returns without waiting. The numbers stay untouched until finish().
  virtual void start(const Bucket& bucket) = 0;
  /// Waits until all that was started is added; after the last round the sum is in `numbers`.
  virtual void finish() = 0;
  /// Ends all processes at once, with this exit code: for one that cannot go on while others wait
  /// for it.
  [[noreturn]] virtual void stop(int code) = 0;
};

/// The one that there is without MPI.
class OneProcess final : public Processes {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  std::vector<std::string> gather(const std::string& text) override { return {text}; }
  void start(const Bucket& bucket) override;
  void finish() override {}
  [[noreturn]] void stop(int code) override;
};

/// Those that mpirun has started, in a build with MPI=1; else the one. They end with the object.
/// Throws UsageError when mpirun has started several and this build sees only itself: each would
/// train alone and write to the same files. Throws Error when MPI does not start.
std::unique_ptr<Processes> start_processes();

/// Throws that UsageError. `build` is what the build has, "no MPI" say.
void check_launcher(const std::string& build);

}  // namespace holo
