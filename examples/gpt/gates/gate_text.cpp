// gate_text.cpp: rows of a data set, positions in them, and what the layers of a model get there.
#include "gpt/gates/gate_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/parse_number.h"
#include "holo/check.h"
#include "holo/data.h"
#include "holo/ops.h"

namespace holo {

// ---- positions ----

std::vector<Position> positions_of(const TokenRows& rows, std::size_t most) {
  std::array<std::vector<Position>, 2> halves;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t place = 0; place < rows[row].size(); ++place)
      halves[row % 2].push_back({row, place});
  }
  const std::size_t count = std::min({halves[0].size(), halves[1].size(), most / 2});
  std::vector<Position> positions;
  for (std::size_t n = 0; n < count; ++n) {
    positions.push_back(halves[0][n]);
    positions.push_back(halves[1][n]);
  }
  return positions;
}

// ---- rows of a text ----

namespace {

std::string setting(const SavedRun& run, const std::string& name) {
  const auto found = run.settings.find(name);
  return found == run.settings.end() ? "" : found->second;
}

// Those that decide which part of the text is for validation. Nothing when there was none.
bool read_validation(const SavedRun& run, DatasetSettings& settings) {
  const std::optional<double> part = parse_number(setting(run, "validation"));
  const std::optional<std::int64_t> seed = parse_integer(setting(run, "seed"));
  if (!part || !(*part > 0 && *part < 1) || !seed || *seed < 0) return false;
  settings.validation = *part;
  settings.seed = *seed;
  return true;
}

Index rows_for(std::size_t positions, Index tokens, Index rows) {
  const double per_row = static_cast<double>(tokens) / static_cast<double>(rows);
  const auto wanted = static_cast<Index>(1.1 * static_cast<double>(positions) / per_row) + 2;
  return std::min(wanted, rows);
}

// Of a batch of one row the positions that count. Some tokenizers have no BOS: -1 is no token.
std::vector<Index> row_of(const TokenBatch& batch) {
  const std::vector<Index>& tokens = batch.tokens.values();
  std::vector<Index> row(tokens.begin(),
                         tokens.begin() + static_cast<std::ptrdiff_t>(batch.target_count));
  row.erase(std::remove_if(row.begin(), row.end(), [](Index token) { return token < 0; }),
            row.end());
  return row;
}

// Running text, too, of a model without settings of a training.
TextForm form_of(const SavedRun& run) {
  const std::string format = setting(run, "format");
  const bool names = format.empty() && !run.settings.empty() && setting(run, "data").empty();
  return format == "lines" || names ? TextForm::documents : TextForm::running;
}

}  // namespace

GateText gate_text(const SavedRun& run, std::shared_ptr<const Tokenizer> tokenizer,
                   const GateTextSettings& s) {
  const std::string trained_on = setting(run, "data");
  if (s.files.empty() && (run.settings.empty() || !trained_on.empty())) {
    throw UsageError("--data",
                     fmt::format("not given, and {} was {}", s.model,
                                 run.settings.empty() ? "imported" : "trained on another text"),
                     "a text as those that it was trained on", "--data FILE");
  }
  DatasetSettings settings = {.files = s.files,
                              .form = form_of(run),
                              .validation = 0,
                              .block_size = s.block_size,
                              .batch_size = 1,
                              .shuffle = false};
  const std::string name = s.files.empty() ? "the built-in names" : "the text";
  GateText text{{}, name};
  const Dataset all(settings, tokenizer);
  if (all.hash() == run.data_hash && read_validation(run, settings)) {
    const Dataset parts(settings, tokenizer);
    const Index tokens =
        std::min(parts.validation_tokens(), parts.validation_rows() * s.block_size);
    const Index count = rows_for(s.positions, tokens, parts.validation_rows());
    for (const TokenBatch& batch : parts.validation_batches(count))
      text.rows.push_back(row_of(batch));
    text.about = "the validation part of " + name;
    return text;
  }
  const Index tokens = std::min(all.train_tokens(), all.train_rows() * s.block_size);
  const Index count = rows_for(s.positions, tokens, all.train_rows());
  for (Index i = 0; i < count; ++i)
    text.rows.push_back(row_of(all.batch(i * all.train_rows() / count)));
  return text;
}

// ---- what a layer gets there ----

Tensor inputs_at(const std::vector<Walk>& walks, std::size_t block,
                 const std::vector<Position>& positions) {
  std::vector<Tensor> rows;
  std::vector<Index> starts, places;
  Index all = 0;
  for (const Walk& walk : walks) {
    const Tensor& x = walk.inputs[block];
    rows.push_back(reshape(x, {x.size(1), x.size(2)}));
    starts.push_back(all);
    all += x.size(1);
  }
  for (const auto& [row, place] : positions) {
    places.push_back(starts[row] + static_cast<Index>(place));
  }
  const Shape count{static_cast<Index>(places.size())};
  return embedding(cat(rows, 0), Indices(count, std::move(places)));
}

}  // namespace holo
