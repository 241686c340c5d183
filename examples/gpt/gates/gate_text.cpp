// gate_text.cpp: rows of a data set or of a file of numbers, positions in them, and what the layers
// of a model get there.
#include "gpt/gates/gate_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/parse_number.h"
#include "gpt/gpt_flags.h"
#include "holo/check.h"
#include "holo/data.h"
#include "holo/ops.h"

namespace holo {

// ---- positions ----

TokenRows windows_of(const std::vector<Index>& tokens, Index size, Index count) {
  const auto all = static_cast<Index>(tokens.size());
  const Index windows = (all + size - 1) / size, taken = std::min(windows, count);
  TokenRows rows;
  for (Index i = 0; i < taken; ++i) {
    const Index first = i * windows / taken * size;
    rows.emplace_back(tokens.begin() + static_cast<std::ptrdiff_t>(first),
                      tokens.begin() + static_cast<std::ptrdiff_t>(std::min(first + size, all)));
  }
  return rows;
}

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

}  // namespace

TextForm form_of(const SavedRun& run) {
  const std::string format = setting(run, "format");
  const bool names = format.empty() && !run.settings.empty() && setting(run, "data").empty();
  return format == "lines" || names ? TextForm::documents : TextForm::running;
}

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
                              .form = s.form,
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

GateText gate_tokens(const std::string& path, Index vocab_size, Index block_size,
                     std::size_t positions) {
  const std::vector<Index> tokens = token_numbers(read_text(path), vocab_size, path);
  const auto all = static_cast<Index>(tokens.size());
  const Index windows = std::max<Index>(1, (all + block_size - 1) / block_size);
  return {windows_of(tokens, block_size, rows_for(positions, all, windows)), "the tokens"};
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
