// gate_report.cpp: one unit after the other; each is three columns of numbers and two rows of
// weights.
#include "gpt/gates/gate_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "gpt/gates/effective_ranks.h"
#include "holo/check.h"
#include "kernel_view/linear_algebra.h"

namespace holo {
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
    settings.done();
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

}  // namespace holo
