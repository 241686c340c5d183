// gates.cpp: rows of a data set, positions in them, and what the layers of a model get there. Then
// one unit after the other, each three columns of numbers and two rows of weights; and what was
// measured, as two tables.
#include "gpt/gates/gates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "base/parse_number.h"
#include "gpt/terminal.h"
#include "holo/check.h"
#include "holo/data.h"
#include "holo/nn/layers.h"
#include "holo/ops.h"
#include "kernel_view/linear_algebra.h"

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

// ---- a layer ----

namespace {

// The lengths of the columns of `weight` [out, H].
Numbers64 column_sizes(const Tensor& weight) {
  const std::vector<real> sizes = sqrt(sum(square(weight), 0)).to_vector();
  return {sizes.begin(), sizes.end()};
}

// Row j of [H, C], or column j of [N, H].
Numbers64 row_of(const std::vector<real>& x, std::size_t j, std::size_t C) {
  const auto first = x.begin() + static_cast<std::ptrdiff_t>(j * C);
  return Numbers64(first, first + static_cast<std::ptrdiff_t>(C));
}

Numbers64 column_of(const std::vector<real>& x, std::size_t j, std::size_t H) {
  Numbers64 column;
  for (std::size_t at = j; at < x.size(); at += H) column.push_back(static_cast<double>(x[at]));
  return column;
}

double deviation(const Numbers64& x) {
  const auto count = static_cast<double>(x.size());
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / count;
  double squares = 0;
  for (const double number : x) squares += (number - mean) * (number - mean);
  return std::sqrt(squares / count);
}

// Of c3 g g^T + c4 (g v^T + v g^T) / 2 + c5 v v^T: those of the product of [[c3, c4/2], [c4/2, c5]]
// and [[g . g, g . v], [g . v, v . v]], which have the same trace and determinant.
std::array<double, 2> eigenvalues_of(const Numbers64& c, const Numbers64& g, const Numbers64& v) {
  const double gg = dot64(g, g), gv = dot64(g, v), vv = dot64(v, v);
  const double half_trace = (c[3] * gg + c[4] * gv + c[5] * vv) / 2;
  const double product = (c[3] * c[5] - c[4] * c[4] / 4) * (gg * vv - gv * gv);
  const double root = std::sqrt(std::max(half_trace * half_trace - product, 0.0));
  return {half_trace + root, half_trace - root};
}

// The first `most` tokens, without those that were there before, by falling |opening|.
std::vector<Index> opening_tokens(const Numbers64& opening, const std::vector<Index>& tokens,
                                  std::size_t most) {
  std::vector<std::size_t> order(opening.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t m, std::size_t n) {
    return std::fabs(opening[m]) > std::fabs(opening[n]);
  });
  std::vector<Index> found;
  for (const std::size_t n : order) {
    if (found.size() == most) break;
    if (std::find(found.begin(), found.end(), tokens[n]) == found.end()) found.push_back(tokens[n]);
  }
  return found;
}

void check_finite(const Numbers64& output, const std::string& where, std::size_t unit) {
  for (const double number : output) {
    if (std::isfinite(number)) continue;
    throw Error(where, fmt::format("unit {} gives {}", unit, number), "finite numbers");
  }
}

}  // namespace

LayerReport report_of(const GatedMLP& layer, const Tensor& inputs, const ReportSettings& settings) {
  const NoGrad no_grad;
  const GatedMLP::Halves halves = layer.halves(inputs);
  const Tensor opened = activate(halves.gate, layer.activation);
  const std::vector<real> a = halves.gate.to_vector(), b = halves.value.to_vector(),
                          opening = opened.to_vector(),
                          output = (opened * halves.value).to_vector(),
                          rows = layer.fc1.weight.to_vector();  // H of v, then H of g
  const Numbers64 sizes = column_sizes(layer.fc2.weight);
  const std::size_t H = sizes.size(), C = static_cast<std::size_t>(inputs.size(1)),
                    N = static_cast<std::size_t>(inputs.size(0));
  LayerReport report;
  for (std::size_t j = 0; j < H; ++j) {
    const Numbers64 gate = column_of(a, j, H), value = column_of(b, j, H),
                    y = column_of(output, j, H);
    check_finite(y, settings.where, j);
    UnitReport unit;
    for (int degree = 1; degree <= 3; ++degree) {
      const PolynomialFit fit = fit_polynomial(gate, value, y, degree);
      unit.explained[static_cast<std::size_t>(degree - 1)] = 1 - fit.left_over;
      if (degree != 2) continue;
      unit.eigenvalues =
          eigenvalues_of(fit.coefficients, row_of(rows, H + j, C), row_of(rows, j, C));
    }
    unit.gate_size = std::sqrt(dot64(gate, gate) / static_cast<double>(N));
    unit.strength = deviation(y) * sizes[j];
    unit.tokens = opening_tokens(column_of(opening, j, H), settings.tokens, settings.most_tokens);
    report.units.push_back(std::move(unit));
  }
  return report;
}

std::vector<std::size_t> strongest_units(const LayerReport& layer, std::size_t count) {
  std::vector<std::size_t> order(layer.units.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return layer.units[i].strength > layer.units[j].strength;
  });
  order.resize(std::min(count, order.size()));
  return order;
}

Numbers64 shares_of(const LayerReport& layer, int degree) {
  Numbers64 shares;
  for (const UnitReport& unit : layer.units) {
    const double share = unit.explained[static_cast<std::size_t>(degree - 1)];
    if (std::isfinite(share)) shares.push_back(share);
  }
  return shares;
}

// ---- tables ----

namespace {

double percent(const LayerReport& layer, int degree, double part) {
  return 100 * quantile(shares_of(layer, degree), part);
}

// "0.37", "-"
std::string cell(double number, int digits) {
  return std::isfinite(number) ? fmt::format("{:.{}f}", number, digits) : "-";
}

std::string tokens_text(const UnitReport& unit, const Tokenizer& tokenizer) {
  std::string text;
  for (const Index token : unit.tokens) {
    text += (text.empty() ? "" : " ") + printable(tokenizer.token_text(static_cast<int>(token)));
  }
  return text;
}

}  // namespace

std::string layers_table(const std::vector<LayerReport>& layers) {
  std::string text = fmt::format(
      "share of a unit's variance that the best function of (a, b) explains, percent: median of "
      "the units;\ntenths: a tenth of the units is below the first, a tenth above the second\n"
      "{:>5} {:>6} {:>6} {:>7} {:>10} {:>14} {:>7} {:>6}\n",
      "block", "units", "silent", "linear", "quadratic", "tenths", "cubic", "|a|");
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const LayerReport& layer = layers[i];
    Numbers64 gates;
    for (const UnitReport& unit : layer.units) gates.push_back(unit.gate_size);
    const std::string tenths =
        cell(percent(layer, 2, 0.1), 1) + " .. " + cell(percent(layer, 2, 0.9), 1);
    text += fmt::format("{:>5} {:>6} {:>6} {:>7} {:>10} {:>14} {:>7} {:>6}\n", i,
                        layer.units.size(), layer.units.size() - shares_of(layer, 2).size(),
                        cell(percent(layer, 1, 0.5), 1), cell(percent(layer, 2, 0.5), 1), tenths,
                        cell(percent(layer, 3, 0.5), 1), cell(quantile(gates, 0.5), 2));
  }
  return text;
}

std::string units_table(const std::vector<LayerReport>& layers, std::size_t count,
                        const Tokenizer& tokenizer) {
  if (count == 0) return "";
  std::string text = fmt::format(
      "\nthe strongest units, and the tokens that open them most\n"
      "{:>5} {:>6} {:>9} {:>10} {:>20}  tokens\n",
      "block", "unit", "adds", "quadratic", "eigenvalues");
  for (std::size_t i = 0; i < layers.size(); ++i) {
    for (const std::size_t j : strongest_units(layers[i], count)) {
      const UnitReport& unit = layers[i].units[j];
      text += fmt::format("{:>5} {:>6} {:>9.3g} {:>10} {:>20}  {}\n", i, j, unit.strength,
                          cell(100 * unit.explained[1], 1),
                          fmt::format("{:.3g} {:.3g}", unit.eigenvalues[0], unit.eigenvalues[1]),
                          tokens_text(unit, tokenizer));
    }
  }
  return text;
}

}  // namespace holo
