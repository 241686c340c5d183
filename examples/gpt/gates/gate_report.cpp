// gate_report.cpp: one unit after the other; each is three columns of numbers and two rows of
// weights. Then columns and units of what was measured, as text.
#include "gpt/gates/gate_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "gpt/terminal.h"
#include "holo/check.h"
#include "holo/compositions.h"
#include "holo/creation.h"
#include "holo/nn/activation.h"
#include "holo/nn/gated_mlp.h"
#include "holo/nn/holo_gate_flow.h"
#include "holo/ops.h"
#include "kernel_view/linear_algebra.h"
#include "support/plots/plot.h"

namespace holo {

// ---- units ----

namespace {

// The rows of `weight` [H, part] as rows of C channels, from channel `first` on.
Tensor padded(const Tensor& weight, Index first, Index C) {
  return pad(weight, 1, first, C - first - weight.size(1));
}

// The lengths of H columns of `weight` [out, in], from column `first` on.
Numbers64 column_sizes(const Tensor& weight, Index first, Index H) {
  const std::vector<real> sizes =
      sqrt(sum(square(slice(weight, 1, first, first + H)), 0)).to_vector();
  return {sizes.begin(), sizes.end()};
}

double products(Index d) { return static_cast<double>(d) * static_cast<double>(d + 1) / 2; }

Tensor rows(const Tensor& weight, Index first, Index count) {
  return slice(weight, 0, first, first + count);
}

GatedUnits units_of_mlp(const GatedMLP& layer) {
  const Index H = layer.hidden_dim;
  return {rows(layer.fc1.weight, H, H), rows(layer.fc1.weight, 0, H),
          column_sizes(layer.fc2.weight, 0, H),
          std::min(static_cast<double>(H), products(layer.in))};
}

GatedUnits units_of_flow(const HoloGateFlow& layer) {
  const Index d = layer.d_model;
  const auto& [d1, d2, d3] = layer.split;
  const double pairs = static_cast<double>(d2) * static_cast<double>(d3);
  return {padded(layer.W3.weight, d1 + d2, d), padded(layer.W2.weight, d1, d),
          column_sizes(layer.W_out.weight, d, d), std::min(static_cast<double>(d), pairs)};
}

GatedUnits units_of_lite(const HoloGateFlowLite& layer) {
  const Index d = layer.d_model;
  return {rows(layer.fc1.weight, 2 * d, d), rows(layer.fc1.weight, d, d),
          column_sizes(layer.fc2.weight, d, d), std::min(static_cast<double>(d), products(d))};
}

GatedNumbers numbers_of(const Tensor& gate, const Tensor& value, const Tensor& opening,
                        Activation value_activation) {
  return {gate, value, opening, opening * activate(value, value_activation)};
}

}  // namespace

std::optional<GatedUnits> gated_units(const Layer& layer) {
  const NoGrad no_grad;
  if (const auto* mlp = dynamic_cast<const GatedMLP*>(&layer)) return units_of_mlp(*mlp);
  if (const auto* flow = dynamic_cast<const HoloGateFlow*>(&layer)) return units_of_flow(*flow);
  if (const auto* lite = dynamic_cast<const HoloGateFlowLite*>(&layer)) return units_of_lite(*lite);
  return std::nullopt;
}

GatedNumbers gated_numbers(const Layer& layer, const Tensor& x) {
  const NoGrad no_grad;
  if (const auto* mlp = dynamic_cast<const GatedMLP*>(&layer)) {
    const GatedMLP::Halves halves = mlp->halves(x);
    return numbers_of(halves.gate, halves.value, activate(halves.gate, mlp->activation),
                      Activation::none);
  }
  if (const auto* flow = dynamic_cast<const HoloGateFlow*>(&layer)) {
    const std::vector<Tensor> parts = split(x, flow->split, -1);
    const Tensor a = flow->W3.before_activation(parts[2]);
    const Tensor opening = activate(activate(a, flow->activation3), flow->gate);
    return numbers_of(a, flow->W2.before_activation(parts[1]), opening, flow->W2.activation);
  }
  const auto& lite = dynamic_cast<const HoloGateFlowLite&>(layer);
  const Index d = lite.d_model;
  const std::vector<Tensor> parts = split(lite.fc1(x), {d, d, d}, -1);
  return numbers_of(parts[2], parts[1], activate(parts[2], lite.gate), Activation::silu);
}

// ---- ranks ----

namespace {

constexpr Index rows_at_once = 256;

// Rows of length 1 in the place of those of x [H, C]; rows of zeros stay.
Tensor unit_rows(const Tensor& x) {
  const Tensor squares = sum(square(x), 1, true);
  return x / sqrt(where(squares, squares, squares + 1.0));
}

// The columns of x [N, H] as rows [H, N], less their means; zeros for one that does not vary, but
// for rounding.
Tensor centred_columns(const Tensor& x) {
  const Tensor rows = transpose(x, 0, 1), centred = rows - mean(rows, 1, true);
  const Tensor varies = relu(sum(square(centred), 1, true) - sum(square(rows), 1, true) * 1e-12);
  return where(varies, centred, zeros({1, 1}));
}

// `products(first, last)` gives the products of rows first to last - 1 with all H rows,
// [last - first, H]; `squares` [H] has the product of each row with itself.
double rank_of(const Tensor& squares, const std::function<Tensor(Index, Index)>& products) {
  const Index H = squares.size(0);
  // 0 for 0.
  const Tensor inverse = squares / square(where(squares, squares, squares + 1.0));
  double total = 0;
  for (Index first = 0; first < H; first += rows_at_once) {
    const Index last = std::min(first + rows_at_once, H);
    const Tensor of_rows = sum(square(products(first, last)) * inverse, 1);
    total += static_cast<double>(sum(of_rows * slice(inverse, 0, first, last)).item());
  }
  const auto count = static_cast<double>(sum(squares * inverse).item());
  return total > 0 ? count * count / total : 0;
}

}  // namespace

// S . S' = ((g . g') (v . v') + (g . v') (v . g')) / 2, for the symmetric matrices of two units.
double effective_rank_of_forms(const Tensor& gate, const Tensor& value) {
  const NoGrad no_grad;
  const Tensor g = unit_rows(gate), v = unit_rows(value);
  const Tensor squares =
      (sum(g * g, 1) * sum(v * v, 1) + square(sum(g * v, 1))) * 0.5;  // 0 for a row of zeros
  return rank_of(squares, [&](Index first, Index last) {
    const Tensor g_rows = slice(g, 0, first, last), v_rows = slice(v, 0, first, last);
    return (linear(g_rows, g) * linear(v_rows, v) + linear(g_rows, v) * linear(v_rows, g)) * 0.5;
  });
}

double effective_rank_of_outputs(const Tensor& outputs) {
  const NoGrad no_grad;
  const Tensor rows = unit_rows(centred_columns(outputs));
  return rank_of(sum(square(rows), 1), [&](Index first, Index last) {
    return linear(slice(rows, 0, first, last), rows);
  });
}

// ---- a layer ----

namespace {

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

LayerReport report_of(const Layer& layer, const Tensor& inputs, const ReportSettings& settings) {
  const NoGrad no_grad;
  const GatedUnits units = gated_units(layer).value();
  const GatedNumbers numbers = gated_numbers(layer, inputs);
  const std::vector<real> g = units.gate.to_vector(), v = units.value.to_vector(),
                          a = numbers.gate.to_vector(), b = numbers.value.to_vector(),
                          opening = numbers.opening.to_vector(),
                          output = numbers.output.to_vector();
  const auto H = units.output_size.size(), C = static_cast<std::size_t>(inputs.size(1)),
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
      unit.eigenvalues = eigenvalues_of(fit.coefficients, row_of(g, j, C), row_of(v, j, C));
    }
    unit.gate_size = std::sqrt(dot64(gate, gate) / static_cast<double>(N));
    unit.strength = deviation(y) * units.output_size[j];
    unit.tokens = opening_tokens(column_of(opening, j, H), settings.tokens, settings.most_tokens);
    report.units.push_back(std::move(unit));
  }
  report.rank_of_forms = effective_rank_of_forms(units.gate, units.value);
  report.rank_of_outputs = effective_rank_of_outputs(numbers.output);
  report.cap_of_forms = units.cap;
  report.cap_of_outputs = static_cast<double>(std::min(H, N));
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

std::string token_text(Index token, const Tokenizer* tokenizer) {
  const std::string text = tokenizer ? tokenizer->token_text(static_cast<int>(token)) : "";
  return text.empty() ? fmt::format("{}", token) : printable(text);
}

std::string tokens_text(const UnitReport& unit, const Tokenizer* tokenizer) {
  std::string text;
  for (const Index token : unit.tokens)
    text += (text.empty() ? "" : " ") + token_text(token, tokenizer);
  return text;
}

std::string quoted(const std::string& text) {
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? "\"\"" : std::string(1, c);
  return cell + "\"";
}

std::string number_or_nothing(double number) {
  return std::isfinite(number) ? fmt::format("{:.6g}", number) : "";
}

}  // namespace

std::string layers_table(const std::vector<LayerReport>& layers) {
  std::string text = fmt::format(
      "share of a unit's variance that the best function of (a, b) explains, percent: median of "
      "the units;\ntenths: a tenth of the units is below the first, a tenth above the second\n"
      "{:>5} {:>6} {:>6} {:>7} {:>10} {:>14} {:>7} {:>6} {:>16} {:>16}\n",
      "block", "units", "silent", "linear", "quadratic", "tenths", "cubic", "|a|", "rank of forms",
      "of outputs");
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const LayerReport& layer = layers[i];
    Numbers64 gates;
    for (const UnitReport& unit : layer.units) gates.push_back(unit.gate_size);
    const std::string tenths =
        cell(percent(layer, 2, 0.1), 1) + " .. " + cell(percent(layer, 2, 0.9), 1);
    const auto of_cap = [](double rank, double cap) {
      return fmt::format("{:.1f} of {:.0f}", rank, cap);
    };
    text += fmt::format("{:>5} {:>6} {:>6} {:>7} {:>10} {:>14} {:>7} {:>6} {:>16} {:>16}\n", i,
                        layer.units.size(), layer.units.size() - shares_of(layer, 2).size(),
                        cell(percent(layer, 1, 0.5), 1), cell(percent(layer, 2, 0.5), 1), tenths,
                        cell(percent(layer, 3, 0.5), 1), cell(quantile(gates, 0.5), 2),
                        of_cap(layer.rank_of_forms, layer.cap_of_forms),
                        of_cap(layer.rank_of_outputs, layer.cap_of_outputs));
  }
  return text;
}

std::string units_table(const std::vector<LayerReport>& layers, std::size_t count,
                        const Tokenizer* tokenizer) {
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

std::string units_csv(const std::vector<LayerReport>& layers, const Tokenizer* tokenizer) {
  std::string text =
      "block,unit,linear,quadratic,cubic,gate_size,strength,eigenvalue_1,eigenvalue_2,tokens\n";
  for (std::size_t i = 0; i < layers.size(); ++i) {
    for (std::size_t j = 0; j < layers[i].units.size(); ++j) {
      const UnitReport& unit = layers[i].units[j];
      text += fmt::format("{},{}", i, j);
      for (const double number :
           {unit.explained[0], unit.explained[1], unit.explained[2], unit.gate_size, unit.strength,
            unit.eigenvalues[0], unit.eigenvalues[1]})
        text += "," + number_or_nothing(number);
      text += "," + quoted(tokens_text(unit, tokenizer)) + "\n";
    }
  }
  return text;
}

std::string shares_svg(const std::vector<LayerReport>& layers, const std::string& name) {
  struct Curve {
    const char* name;
    int degree;
    double part;
  };
  constexpr Curve curves[] = {{"linear", 1, 0.5},
                              {"quadratic", 2, 0.5},
                              {"cubic", 3, 0.5},
                              {"quadratic, tenth below", 2, 0.1},
                              {"quadratic, tenth above", 2, 0.9}};
  Plot plot("How quadratic are the units of " + name + "?", "block",
            "share of the variance explained, percent");
  for (const Curve& curve : curves) {
    Series series{curve.name, {}, {}, layers.size() > 1};
    for (std::size_t i = 0; i < layers.size(); ++i) {
      series.x.push_back(static_cast<double>(i));
      series.y.push_back(percent(layers[i], curve.degree, curve.part));
    }
    plot.add(std::move(series));
  }
  return plot.to_svg();
}

}  // namespace holo
