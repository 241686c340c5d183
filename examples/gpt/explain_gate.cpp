// explain_gate: how near the gated units of a trained GPT are to quadratic forms of their inputs,
// what these forms are, and which tokens open the gates: chapter 14.2.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gpt/gates/gates.h"
#include "gpt/gpt_flags.h"
#include "gpt/layouts/own_model.h"
#include "holo/check.h"
#include "support/command_line.h"
#include "support/progress.h"

using namespace holo;

namespace {

constexpr std::int64_t least_positions = 64;

struct Settings {
  std::string from;
  std::vector<std::string> data;
  Index block_size = 0;
  std::size_t positions = 0, units = 0;
};

Settings read_settings(int argc, char** argv) {
  CommandLine cli(argc, argv,
                  "Measures how near the gated units of a GPT are to quadratic forms of their "
                  "inputs.");
  Settings s;
  s.from = cli.text("--from", "", "FILE", "checkpoint or weights, .safetensors");
  s.data = cli.texts("--data", "FILE",
                     "text to read; without it the built-in names, if it was trained on them");
  s.block_size = cli.integer("--block-size", 256, 1, 1 << 20,
                             "tokens that the model sees at once, as far as it can");
  s.positions = static_cast<std::size_t>(
      cli.integer("--positions", 2048, least_positions, 1 << 20,
                  "positions of the text: half to fit to, half to measure at"));
  s.units = static_cast<std::size_t>(
      cli.integer("--units", 5, 0, 1 << 20, "strongest units of each block to print"));
  cli.finish();
  check_from(s.from);
  return s;
}

// The feed-forward layer of each block.
std::vector<const GatedMLP*> gated_layers(const std::string& file, const LoadedModel& model) {
  std::vector<const GatedMLP*> layers;
  for (const auto& block : model.gpt->blocks) {
    layers.push_back(dynamic_cast<const GatedMLP*>(block->feed_forward.get()));
    if (layers.back() != nullptr) continue;
    throw UsageError(file, "a model with ffn " + model.run.model.ffn,
                     "swiglu, geglu, reglu, glu or bilinear", "train_gpt --ffn swiglu");
  }
  return layers;
}

std::vector<LayerReport> measure(const Settings& s, GPT& model,
                                 const std::vector<const GatedMLP*>& layers, const TokenRows& rows,
                                 const std::vector<Position>& positions) {
  std::vector<LayerReport> reports;
  Progress progress(static_cast<std::int64_t>(layers.size()));
  ReportSettings settings;
  for (const auto& [row, place] : positions) settings.tokens.push_back(rows[row][place]);
  std::vector<Walk> walks;
  for (const std::vector<Index>& row : rows) {
    walks.push_back(walk_with(model, Indices({1, static_cast<Index>(row.size())}, row)));
  }
  for (const GatedMLP* const layer : layers) {
    settings.where = fmt::format("{}, block {}", s.from, reports.size());
    reports.push_back(report_of(*layer, inputs_at(walks, reports.size(), positions), settings));
    const auto done = static_cast<std::int64_t>(reports.size());
    progress.update(done, fmt::format("blocks  {}", progress.time_left(done)));
  }
  progress.finish();
  return reports;
}

void program(int argc, char** argv) {
  const Settings s = read_settings(argc, argv);
  const LoadedModel model = load_model(s.from);
  const std::vector<const GatedMLP*> layers = gated_layers(s.from, model);
  if (!model.tokenizer) {
    throw UsageError(s.from, "no tokenizer in it", "a model with one",
                     "import_gpt --tokenizer-file FILE");
  }
  const GateText text = gate_text(model.run, model.tokenizer,
                                  {.model = s.from,
                                   .files = s.data,
                                   .block_size = std::min(s.block_size, model.run.model.block_size),
                                   .positions = s.positions});
  const std::vector<Position> positions = positions_of(text.rows, s.positions);
  if (static_cast<std::int64_t>(positions.size()) < least_positions) {
    throw Error("--data", fmt::format("{} positions", positions.size()),
                fmt::format("at least {}, in two rows or more", least_positions), "more text");
  }
  fmt::print(
      "{} positions of {}, half of them to fit to; {}: a = g . x is the gate, b = v . x the "
      "value\n\n",
      positions.size(), text.about, model.run.model.ffn);
  const std::vector<LayerReport> reports = measure(s, *model.gpt, layers, text.rows, positions);
  fmt::print("{}{}", layers_table(reports), units_table(reports, s.units, *model.tokenizer));
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
