// compare.h: one random sample of an op on a device and on plain: what the op computes and every
// gradient must agree.
#pragma once

#include <cstdint>
#include <string>

#include "holo/device.h"
#include "registry/registry.h"
#include "registry/run.h"

namespace shapes {

/// How far a number may lie from that of plain: units * epsilon * sqrt(terms) * size. `epsilon` is
/// that of real; `terms` of the sample is the length n of its longest sum; `size` is the largest
/// number of the array on plain, or the scale of the sample where that is larger, since the terms
/// of a sum may cancel. The rounding errors of n additions are independent and lie on both sides,
/// so they grow like sqrt(n), and seldom by more than a few times that (Higham, Mary 2019, "A new
/// approach to probabilistic rounding error analysis"). Where n = 1 a few units in the last place
/// are left, for elementary functions.
inline constexpr double units = 8;

/// What a try has found: `wrong` is empty, or says which number differs, and both values. `error`:
/// the largest difference of all, in units.
struct Verdict {
  std::string wrong;
  double error = 0;
};

/// Compares two results; `fast` is the name of the device of the first.
Verdict compare(const registry::Result& got, const registry::Result& plain,
                const registry::Drawn& drawn, const char* fast);

/// Number `number` of the tries with this seed: every op in its turn.
struct Try {
  const registry::Entry* op;
  registry::Drawn drawn;
  bool twice;  // two backward passes: the second one adds to the gradients
  int threads;

  /// "softmax dim -1: [3,17]"
  std::string to_string() const;
};
Try make_try(std::uint64_t seed, std::uint64_t number);

/// The same on `device` and on plain. An exception is a wrong result.
Verdict attempt(const Try& one, holo::Device device);

/// cpu, and the CUDA backend where this build and this machine have one.
std::vector<holo::Device> devices();

}  // namespace shapes
