// gate_text.cpp: rows of a data set or of a file of numbers, positions in them, and a model on all
// rows, block by block.
#include "gpt/gates/gate_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include "base/parse_number.h"
#include "gpt/gpt_flags.h"
#include "holo/check.h"
#include "holo/creation.h"
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

// ---- a model, block by block ----

namespace {

Tensor embedded(GPT& model, const std::vector<Index>& tokens) {
  const auto T = static_cast<Index>(tokens.size());
  Tensor x = model.token_embedding(Indices({1, T}, tokens));
  if (model.position_embedding) {
    std::vector<Index> places(tokens.size());
    std::iota(places.begin(), places.end(), Index{0});
    x = x + (*model.position_embedding)(Indices({T}, std::move(places)));
  }
  return model.embedding_norm ? model.embedding_norm->forward(x) : x;
}

}  // namespace

GateInputs::GateInputs(GPT& model, const TokenRows& rows) : model_(model) {
  const NoGrad no_grad;
  for (const std::vector<Index>& row : rows) streams_.push_back(embedded(model, row));
}

Tensor GateInputs::next(const std::vector<Position>& positions) {
  const NoGrad no_grad;
  const Block& block = *model_.blocks.at(block_++);
  std::vector<std::vector<real>> inputs;
  for (Tensor& x : streams_) {
    x = x + (*block.attention)(block.attention_norm->forward(x));
    const Tensor input = block.feed_forward_norm->forward(x);
    inputs.push_back(input.to_vector());
    x = x + block.feed_forward->forward(input);
  }
  const auto C = static_cast<std::size_t>(model_.options.n_embd);
  std::vector<real> taken;
  taken.reserve(positions.size() * C);
  for (const auto& [row, place] : positions) {
    const auto first = inputs[row].begin() + static_cast<std::ptrdiff_t>(place * C);
    taken.insert(taken.end(), first, first + static_cast<std::ptrdiff_t>(C));
  }
  return from_values({static_cast<Index>(positions.size()), model_.options.n_embd}, taken);
}

Tensor GateInputs::final_of(std::size_t row) const {
  const NoGrad no_grad;
  const Tensor& x = streams_.at(row);
  return model_.final_norm ? model_.final_norm->forward(x) : x;
}

}  // namespace holo
