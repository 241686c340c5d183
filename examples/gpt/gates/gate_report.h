// gate_report.h: what chapter 14.2 asks of a gated layer, at inputs that it gets: how near its
// units are to quadratic forms, which forms these are, and which tokens open them; and tables of
// it.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "holo/nn/module.h"
#include "holo/tensor.h"
#include "holo/tokenizer.h"
#include "kernel_view/linear_algebra.h"

namespace holo {

/// H units of C channels.
struct GatedUnits {
  Tensor gate, value;     ///< [H, C]: the rows g and v; 0 at a channel that they do not see
  Numbers64 output_size;  ///< [H]: how long the vector is that a unit of size 1 adds to the output
  double cap = 0;         ///< how many of their forms (g . x) (v . x) can be independent
};

/// The units of a layer; nothing when it has no gate. The path of HoloGateFlow through its scale
/// and shift does not count in `output_size`.
std::optional<GatedUnits> gated_units(const Layer& layer);

/// What the units compute at N inputs, [N, H] each.
struct GatedNumbers {
  Tensor gate, value;  ///< a and b
  Tensor opening;      ///< act(a)
  Tensor output;       ///< act(a) value_act(b)
};

/// For x [N, C]. REQUIRES: gated_units(layer).
GatedNumbers gated_numbers(const Layer& layer, const Tensor& x);

/// Of the forms (g . x) (v . x) of units with the rows g and v, [H, C]: (sum of the eigenvalues)^2
/// / sum of their squares, for the matrix of the cosines of the symmetric matrices. Forms of zeros
/// count for nothing.
double effective_rank_of_forms(const Tensor& gate, const Tensor& value);

/// Of what H units give at N inputs, [N, H], less the mean of each unit. Units that do not vary
/// count for nothing.
double effective_rank_of_outputs(const Tensor& outputs);

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
  double rank_of_forms = 0,
         rank_of_outputs = 0;  ///< effective_rank_of_forms(), effective_rank_of_outputs()
  double cap_of_forms = 0;     ///< see GatedUnits::cap
  double cap_of_outputs = 0;   ///< the units, or the inputs if there are fewer
};

struct ReportSettings {
  std::vector<Index> tokens;      ///< [N]: the token at each input
  std::size_t most_tokens = 5;    ///< of UnitReport::tokens
  std::string where = "a layer";  ///< for messages
};

/// `inputs` [N, C]: fitted at the even ones, the shares measured at the odd ones. Throws Error for
/// numbers that are not finite. REQUIRES: gated_units(layer), N >= 4.
LayerReport report_of(const Layer& layer, const Tensor& inputs, const ReportSettings& settings);

/// The numbers of the units with the largest strength, the strongest first.
std::vector<std::size_t> strongest_units(const LayerReport& layer, std::size_t count);

/// explained[degree - 1] of the units that vary.
Numbers64 shares_of(const LayerReport& layer, int degree);

/// A line for each block.
std::string layers_table(const std::vector<LayerReport>& layers);

/// A line for each of the `count` strongest units of each block; nothing for 0. `tokenizer` may be
/// null: then tokens are numbers.
std::string units_table(const std::vector<LayerReport>& layers, std::size_t count,
                        const Tokenizer* tokenizer);

/// All units, one a line, with a first line that names the columns. Empty cells: a unit that does
/// not vary has no shares.
std::string units_csv(const std::vector<LayerReport>& layers, const Tokenizer* tokenizer);

/// The median shares of each block, and the tenths of the quadratic one.
std::string shares_svg(const std::vector<LayerReport>& layers, const std::string& name);

}  // namespace holo
