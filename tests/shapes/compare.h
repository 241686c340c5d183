// compare.h: runs one random sample of an op on a device and on plain. The result and every
// gradient must agree.
#pragma once

#include <cstdint>
#include <string>

#include "holo/device.h"
#include "registry/registry.h"
#include "registry/run.h"

namespace shapes {

/// A number may differ from plain's by units * epsilon * sqrt(terms) * size. `epsilon` is real's;
/// `terms` is the length n of the sample's longest sum. `size` is the largest number of the array
/// on plain, or the scale of the sample if that is larger, because the terms of a sum may cancel.
/// The rounding errors of n additions are independent and have both signs. So they grow like
/// sqrt(n), and seldom by more than a few times that (Higham, Mary 2019, "A new approach to
/// probabilistic rounding error analysis"). For n = 1 this allows elementary functions a few units
/// in the last place.
inline constexpr double units = 8;

/// The result of a try. `wrong` is empty, or says which number differs, with both values. `error`
/// is the largest difference, in units.
struct Verdict {
  std::string wrong;
  double error = 0;
};

/// Compares two results; `fast` is the name of the device of the first.
Verdict compare(const registry::Result& got, const registry::Result& plain,
                const registry::Drawn& drawn, const char* fast);

/// Try number `number` with this seed; the ops take turns.
struct Try {
  const registry::Entry* op;
  registry::Drawn drawn;
  bool twice;  // two backward passes, the second of which adds to the gradients
  int threads;

  /// The try as text: "softmax dim -1: [3,17]".
  std::string to_string() const;
};
Try make_try(std::uint64_t seed, std::uint64_t number);

/// Runs a try on `device` and on plain. An exception is a wrong result.
Verdict attempt(const Try& one, holo::Device device);

/// cpu, and the CUDA backend if this build and this machine have one.
std::vector<holo::Device> devices();

}  // namespace shapes
