// gradcheck.h: compares gradients from the tape with finite differences.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "holo/value.h"

namespace holo {

/// The result of gradcheck(). The worst input has the largest ratio of error to tolerance.
struct GradcheckResult {
  bool ok = false;
  std::size_t worst = 0;  ///< index of the worst input
  double analytic = 0;    ///< df/dx of the worst input, from the tape
  double numeric = 0;     ///< df/dx of the worst input, from finite differences
  double value = 0;       ///< the value of f at the inputs

  /// One line, "ok: ..." or "wrong: ...", with the worst input and its two derivatives.
  std::string describe() const;
};

/// Compares the gradient of f at `inputs` with central differences from six points:
///   df/dx = [45 (f(x+h) - f(x-h)) - 9 (f(x+2h) - f(x-2h)) + (f(x+3h) - f(x-3h))] / (60 h).
/// The error of this formula is h^6 f'''''''(x) / 140 (Fornberg 1988, table 1). The result is ok
/// if every input satisfies
///   |analytic - numeric| <= 1e-9 + 1e-7 |numeric|.
/// The result is not ok if a derivative or f(inputs) is NaN or infinite. Keep the inputs more than
/// 3 h away from kinks (relu, abs, max at a tie) and from the ends of an op's domain.
///
/// REQUIRES: f returns the same number for the same inputs. With n inputs, gradcheck() calls f 6 n
/// + 1 times, then removes the new nodes from the tape. Other Values that f uses receive gradients,
/// as in backward(). Throws holo::Error if there are no inputs or `step` is not a positive number.
GradcheckResult gradcheck(const std::function<Value(std::span<const Value>)>& f,
                          std::vector<double> inputs, double step = 1e-3);

}  // namespace holo
