// explain_gate: how near the gated units of a trained GPT are to quadratic forms of their inputs,
// what these forms are, and which tokens open the gates: chapter 14.2.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gpt/gates/gate_report.h"
#include "gpt/gates/gate_text.h"
#include "gpt/gpt_flags.h"
#include "gpt/saved_run.h"
#include "gpt/tokenizers/loaded_model.h"
#include "holo/check.h"
#include "support/command_line.h"
#include "support/output/output_files.h"
#include "support/plots/plot.h"
#include "support/progress.h"

using namespace holo;

namespace {

constexpr std::int64_t least_positions = 64;

struct Settings {
  std::string from, form, tokens, tokenizer, csv, plot;
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
  s.form = cli.choice("--format", {"auto", "lines", "text"},
                      "lines: each is a document; text: windows of running text; auto: as the "
                      "model was trained, else text");
  s.tokens =
      cli.text("--tokens", "", "FILE", "numbers of tokens in place of a text: needs no tokenizer");
  s.tokenizer =
      cli.text("--tokenizer-file", "", "FILE", "tokenizer, when the file of the weights has none");
  s.block_size = cli.integer("--block-size", 256, 1, 1 << 20,
                             "tokens that the model sees at once, as far as it can");
  s.positions = static_cast<std::size_t>(
      cli.integer("--positions", 2048, least_positions, 1 << 20,
                  "positions of the text: half to fit to, half to measure at"));
  s.units = static_cast<std::size_t>(
      cli.integer("--units", 5, 0, 1 << 20, "strongest units of each block to print"));
  s.csv = cli.text("--csv", "", "FILE", "table of all units, .csv");
  s.plot = cli.text("--plot", "", "FILE", "plot of the shares, .svg");
  cli.finish();
  check_from(s.from);
  if (!s.tokens.empty() && !s.data.empty()) {
    throw UsageError("--tokens", "there is --data too", "one of the two");
  }
  return s;
}

void check_files(const Settings& s) {
  std::vector<FlagFile> read = {
      {"--from", s.from}, {"--tokens", s.tokens}, {"--tokenizer-file", s.tokenizer}};
  for (const std::string& file : s.data) read.push_back({"--data", file});
  check_apart({{"--csv", s.csv}, {"--plot", s.plot}}, read);
  check_output(s.csv, FileKind::table, "--csv");
  check_output(s.plot, FileKind::plot, "--plot");
}

LoadedModel model_of(const Settings& s) {
  LoadedModel model = load_model(s.from, s.tokenizer);
  for (const auto& block : model.gpt->blocks) {
    if (gated_units(*block->feed_forward)) continue;
    throw UsageError(s.from, "a model with ffn " + model.run.model.ffn,
                     "one of the layers with a gate", "train_gpt --ffn swiglu");
  }
  if (model.tokenizer || !s.tokens.empty()) return model;
  throw UsageError(s.from, "no tokenizer in it", "a tokenizer, or tokens as numbers",
                   "--tokenizer-file FILE, or --tokens FILE");
}

GateText text_of(const Settings& s, const LoadedModel& model) {
  const Index block_size = std::min(s.block_size, model.run.model.block_size);
  if (!s.tokens.empty()) {
    return gate_tokens(s.tokens, model.run.model.vocab_size, block_size, s.positions);
  }
  const TextForm form = s.form == "auto"    ? form_of(model.run)
                        : s.form == "lines" ? TextForm::documents
                                            : TextForm::running;
  return gate_text(model.run, model.tokenizer,
                   {.model = s.from,
                    .files = s.data,
                    .form = form,
                    .block_size = block_size,
                    .positions = s.positions});
}

std::vector<LayerReport> measure(const Settings& s, GPT& model, const TokenRows& rows,
                                 const std::vector<Position>& positions) {
  std::vector<LayerReport> layers;
  Progress progress(static_cast<std::int64_t>(model.blocks.size()));
  ReportSettings settings;
  for (const auto& [row, place] : positions) settings.tokens.push_back(rows[row][place]);
  std::vector<Walk> walks;
  for (const std::vector<Index>& row : rows) {
    walks.push_back(walk_with(model, Indices({1, static_cast<Index>(row.size())}, row)));
  }
  for (const auto& block : model.blocks) {
    settings.where = fmt::format("{}, block {}", s.from, layers.size());
    const Tensor inputs = inputs_at(walks, layers.size(), positions);
    layers.push_back(report_of(*block->feed_forward, inputs, settings));
    const auto done = static_cast<std::int64_t>(layers.size());
    progress.update(done, fmt::format("blocks  {}", progress.time_left(done)));
  }
  progress.finish();
  return layers;
}

void program(int argc, char** argv) {
  const Settings s = read_settings(argc, argv);
  LoadedModel model = model_of(s);
  const GateText text = text_of(s, model);
  const std::vector<Position> positions = positions_of(text.rows, s.positions);
  if (static_cast<std::int64_t>(positions.size()) < least_positions) {
    throw Error(s.tokens.empty() ? "--data" : s.tokens,
                fmt::format("{} positions", positions.size()),
                fmt::format("at least {}, in two rows or more", least_positions), "more text");
  }
  check_files(s);
  fmt::print(
      "{} positions of {}, half of them to fit to; {}: a = g . x is the gate, b = v . x the "
      "value\n\n",
      positions.size(), text.about, model.run.model.ffn);
  const std::vector<LayerReport> layers = measure(s, *model.gpt, text.rows, positions);
  const Tokenizer* const tokenizer = model.tokenizer.get();
  fmt::print("{}{}", layers_table(layers), units_table(layers, s.units, tokenizer));
  if (!s.csv.empty()) write_file(s.csv, units_csv(layers, tokenizer));
  if (!s.plot.empty()) write_file(s.plot, shares_svg(layers, model.run.model.ffn));
  for (const std::string& file : {s.csv, s.plot}) {
    if (!file.empty()) fmt::print("wrote {}\n", file);
  }
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
