// gate_tables.cpp: columns and units of what was measured.
#include "gpt/gates/gate_tables.h"

#include <fmt/format.h>

#include <cmath>

#include "gpt/printable.h"
#include "support/plots/plot.h"

namespace holo {
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
