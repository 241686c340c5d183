// gate_tables.h: reports of gated layers as tables, for the screen and for a file, and as a plot.
#pragma once

#include <string>
#include <vector>

#include "gpt/gates/gate_report.h"
#include "holo/tokenizer.h"

namespace holo {

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
