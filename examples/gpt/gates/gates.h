// gates.h: what chapter 14.2 asks of the gated layers of a GPT: a text for the model to read, and
// what each layer gets there; how near its units are then to quadratic forms, which forms these
// are, and which tokens open them; and two tables of it.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gpt/dataset.h"
#include "gpt/saved_run.h"
#include "holo/nn/mlp.h"
#include "holo/shape.h"
#include "holo/tensor.h"
#include "holo/tokenizer.h"
#include "kernel_view/linear_algebra.h"
#include "kernel_view/trained_gate.h"

namespace holo {

// ---- a text, and what a layer gets there ----

/// Texts as tokens, each as a model sees it at once.
using TokenRows = std::vector<std::vector<Index>>;

struct Position {
  std::size_t row, place;
};

/// Up to `most` positions: those with an even index are from rows with an even number, the others
/// from the rows between. As many of the one as of the other, from the first rows on.
std::vector<Position> positions_of(const TokenRows& rows, std::size_t most);

struct GateText {
  TokenRows rows;
  std::string about;  ///< "the validation part of the built-in names"
};

struct GateTextSettings {
  std::string model;                    ///< the file of the model, for messages
  std::vector<std::string> files = {};  ///< of --data; none: the built-in names
  Index block_size = 0;                 ///< the longest row
  std::size_t positions = 0;            ///< about how many are wanted
};

/// Rows of the text, evenly spread. If `run` was trained on the text and has a validation part, the
/// rows come from this part, else from the whole text. A row is a document if `run` has learned
/// documents, else a window of running text. Throws UsageError when files are needed and none are
/// given; Error as Dataset does.
GateText gate_text(const SavedRun& run, std::shared_ptr<const Tokenizer> tokenizer,
                   const GateTextSettings& settings);

/// The inputs of this block's feed-forward layer at these positions: [N, C]. `walks` has a walk for
/// each row, [1, T].
Tensor inputs_at(const std::vector<Walk>& walks, std::size_t block,
                 const std::vector<Position>& positions);

// ---- what its units do with it ----

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
