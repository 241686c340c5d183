// processes.h: the processes that train one model together, on one or several machines, and the sum
// of their gradients. The bits of the sum do not depend on which process is faster. There is only
// one process, unless the build has MPI (make MPI=1) and mpirun started several.
//
//   total = ((g0 + g1) + g2) + g3     for the shards of a batch, always in this order
//
// In round 0 process r has the gradient of shard r, in round 1 that of shard size() + r, and so on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holo/shape.h"
#include "holo/version.h"

namespace holo {

class Backend;

/// The gradients of one round: a shard for each process.
struct Round {
  Backend* backend;
  real* numbers;     ///< the numbers of this process's shard; after the last round the sum
  real* sum;         ///< memory for count + size() numbers; do not touch it between rounds
  Index count;       ///< how many numbers, equal in all processes; below 2^31
  bool first, last;  ///< whether this is the first or last round of the sum
};

/// Every process makes the same calls in the same order.
class Processes {
 public:
  virtual ~Processes() = default;
  /// The number of this process, from 0.
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// Returns the texts of all processes, in the order of ranks. Waits until all have called it.
  virtual std::vector<std::string> gather(const std::string& text) = 0;
  /// Adds the numbers of all processes, in the order of ranks, to the sum of earlier rounds. After
  /// the last round `numbers` has the sum. Waits until all have called it.
  virtual void add(const Round& round) = 0;
  /// Ends all processes at once with this exit code, when one cannot go on and others wait for it.
  [[noreturn]] virtual void stop(int code) = 0;
};

/// The single process of a build without MPI.
class OneProcess final : public Processes {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  std::vector<std::string> gather(const std::string& text) override { return {text}; }
  void add(const Round& round) override;
  [[noreturn]] void stop(int code) override;
};

/// In a build with MPI=1, the processes that mpirun started; else a single one. MPI ends with the
/// object. Throws UsageError if mpirun started several but this build sees only itself, because
/// each would train alone and write to the same files. Throws Error if MPI does not start.
std::unique_ptr<Processes> start_processes();

/// Throws this UsageError. `build` describes the build, for example "no MPI".
void check_launcher(const std::string& build);

}  // namespace holo
