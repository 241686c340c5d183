// gate_report.h: what chapter 14 asks of a gated layer, at inputs that it gets: how near its units
// are to quadratic forms, which forms these are, and which tokens open them.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "gpt/gates/gated_units.h"

namespace holo {

struct UnitReport {
  /// The share of the variance of the output that the best polynomial of degree 1, 2 and 3 of
  /// (a, b) explains, at inputs that it was not fitted to. NaN for a unit that does not vary there.
  std::array<double, 3> explained;
  /// The two eigenvalues of the quadratic part of the fit of degree 2 as a form of x, c a^2 +
  /// d a b + e b^2 with a = g . x, b = v . x: the larger one first. All others are 0.
  std::array<double, 2> eigenvalues;
  double gate_size;  ///< the root of the mean of a^2
  /// What it adds to the output of the layer: the standard deviation of the unit times the length
  /// of its vector there.
  double strength;
  std::vector<Index> tokens;  ///< those at which |act(a)| is largest, the largest first
};

struct LayerReport {
  std::vector<UnitReport> units;
  double rank_of_forms = 0, rank_of_outputs = 0;  ///< see effective_ranks.h
  double cap_of_forms = 0;                        ///< see GatedUnits::cap
  double cap_of_outputs = 0;                      ///< the units, or the inputs if there are fewer
};

struct ReportSettings {
  std::vector<Index> tokens;           ///< [N]: the token at each input
  std::size_t most_tokens = 5;         ///< of UnitReport::tokens
  std::string where = "a layer";       ///< for messages
  std::function<void()> done = [] {};  ///< called after each unit
};

/// `inputs` [N, C]: fitted at the even ones, the shares measured at the odd ones. Throws Error for
/// numbers that are not finite. REQUIRES: gated_units(layer), N >= 4.
LayerReport report_of(const Layer& layer, const Tensor& inputs, const ReportSettings& settings);

/// The numbers of the units with the largest strength, the strongest first.
std::vector<std::size_t> strongest_units(const LayerReport& layer, std::size_t count);

/// explained[degree - 1] of the units that vary.
Numbers64 shares_of(const LayerReport& layer, int degree);

}  // namespace holo
