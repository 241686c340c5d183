// gate_report.h: what chapter 14.2 asks of a gated layer, at inputs that it gets: how near its
// units are to quadratic forms, which forms these are, and which tokens open them; and two tables
// of it.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "holo/nn/mlp.h"
#include "holo/tensor.h"
#include "holo/tokenizer.h"
#include "kernel_view/linear_algebra.h"

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
};

struct ReportSettings {
  std::vector<Index> tokens;      ///< [N]: the token at each input
  std::size_t most_tokens = 5;    ///< of UnitReport::tokens
  std::string where = "a layer";  ///< for messages
};

/// `inputs` [N, C]: fitted at the even ones, the shares measured at the odd ones. Throws Error for
/// numbers that are not finite. REQUIRES: N >= 4.
LayerReport report_of(const GatedMLP& layer, const Tensor& inputs, const ReportSettings& settings);

/// The numbers of the units with the largest strength, the strongest first.
std::vector<std::size_t> strongest_units(const LayerReport& layer, std::size_t count);

/// explained[degree - 1] of the units that vary.
Numbers64 shares_of(const LayerReport& layer, int degree);

/// A line for each block.
std::string layers_table(const std::vector<LayerReport>& layers);

/// A line for each of the `count` strongest units of each block; nothing for 0.
std::string units_table(const std::vector<LayerReport>& layers, std::size_t count,
                        const Tokenizer& tokenizer);

}  // namespace holo
