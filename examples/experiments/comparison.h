// comparison.h: layers side by side: each with the learning rate that suits it and several
// seeds; and a table that says which differences may be luck.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "holo/check.h"
#include "holo/shape.h"

namespace holo {

// ---- do layers that were trained with several seeds differ by more than luck? ----

/// Of n numbers, and the standard error of their mean: sqrt(sum (x - mean)^2 / (n - 1) / n).
struct Mean {
  double value = 0, error = 0;
};

inline Mean mean_of(const std::vector<double>& numbers) {
  const auto n = static_cast<double>(numbers.size());
  Mean mean;
  for (const double x : numbers) mean.value += x / n;
  for (const double x : numbers) mean.error += (x - mean.value) * (x - mean.value);
  mean.error = numbers.size() > 1 ? std::sqrt(mean.error / (n - 1) / n) : 0;
  return mean;
}

/// How far two layers may be apart by luck: the standard error of a difference of their means, and
/// how many free numbers it was estimated from.
struct Luck {
  double error = 0;
  int degrees = 0;
};

/// values[layer][seed]: what is left of each number without the mean of its layer and the mean of
/// its seed is luck, the same for all layers: a layout of layers by blocks (Fisher 1935). With two
/// layers it is the test of differences in pairs.
inline Luck luck_of(const std::vector<std::vector<double>>& values) {
  const std::size_t layers = values.size(), seeds = values[0].size();
  Luck luck;
  luck.degrees = static_cast<int>((layers - 1) * (seeds - 1));
  if (luck.degrees == 0) return luck;
  std::vector<double> all;
  for (const auto& row : values) all.insert(all.end(), row.begin(), row.end());
  const double overall = mean_of(all).value;
  double squares = 0;
  for (std::size_t seed = 0; seed < seeds; ++seed) {
    std::vector<double> column;
    for (const auto& row : values) column.push_back(row[seed]);
    const double of_seed = mean_of(column).value;
    for (const auto& row : values) {
      const double rest = row[seed] - mean_of(row).value - of_seed + overall;
      squares += rest * rest;
    }
  }
  luck.error = std::sqrt(squares / luck.degrees * 2 / static_cast<double>(seeds));
  return luck;
}

/// The probability that luck alone makes a difference of t standard errors or more, up or down:
/// Student's t. With t = sqrt(degrees) tan(angle) its density is a power of the cosine.
inline double probability_of(double t, int degrees) {
  const auto integral = [&](double end) {  // by Simpson's rule
    constexpr int steps = 1000;
    double sum = 0;
    for (int i = 0; i <= steps; ++i) {
      const double weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;
      sum += weight * std::pow(std::cos(end * i / steps), degrees - 1);
    }
    return sum * end / steps / 3;
  };
  const double angle = std::atan(std::fabs(t) / std::sqrt(degrees));
  return 1 - integral(angle) / integral(std::numbers::pi / 2);
}

/// Whether a difference may well be luck. Each of so many pairs that could be looked at is allowed
/// 5 % / pairs: then at most one table in twenty has a false one (Bonferroni).
inline bool is_tie(double difference, const Luck& luck, std::size_t pairs) {
  if (luck.degrees == 0 || difference == 0) return true;
  const double probability = probability_of(difference / luck.error, luck.degrees);
  return probability * static_cast<double>(pairs) > 0.05;
}

// ---- layers side by side ----

/// One training: two numbers of which less is better, from data that it has not seen. `choice` is
/// for the choice of the learning rate, `value`, from other data, for the table.
struct RunResult {
  double choice, value;
  Index parameters;  ///< of the feed-forward layers, counted
};
using RunOf =
    std::function<RunResult(const std::string& name, double learning_rate, std::uint64_t seed)>;

struct TableRow {
  std::string name;
  Index parameters = 0;
  double learning_rate = 0;
  std::vector<double> values;  ///< for each seed
};

struct Plan {
  std::vector<double> rates;
  int seeds;
};

inline double mean_value(const TableRow& row) { return mean_of(row.values).value; }

/// With each rate a run for each seed 1 ... seeds; the row has those of the rate of least mean
/// `choice`. A rate with which a training diverges is out. Throws UsageError when all are.
inline TableRow row_of(const std::string& name, const Plan& plan, const RunOf& run) {
  TableRow row;
  double least = INFINITY;
  for (const double rate : plan.rates) {
    TableRow tried{name, 0, rate, {}};
    double choice = 0;
    try {
      for (int seed = 1; seed <= plan.seeds; ++seed) {
        const RunResult result = run(name, rate, static_cast<std::uint64_t>(seed));
        choice += result.choice;
        tried.parameters = result.parameters;
        tried.values.push_back(result.value);
      }
    } catch (const UsageError&) {
      throw;
    } catch (const Error&) {
      continue;
    }
    if (choice < least) {
      least = choice;
      row = tried;
    }
  }
  if (row.values.empty()) throw UsageError("compare", name + " diverged", "smaller rates");
  return row;
}

/// A row for each name, the best first. A dot on stderr for each that is done.
inline std::vector<TableRow> compare(const std::vector<std::string>& names, const Plan& plan,
                                     const RunOf& run) {
  std::vector<TableRow> rows;
  for (const std::string& name : names) {
    rows.push_back(row_of(name, plan, run));
    fmt::print(stderr, ".");
  }
  fmt::print(stderr, "\n");
  std::sort(rows.begin(), rows.end(),
            [](const TableRow& a, const TableRow& b) { return mean_value(a) < mean_value(b); });
  return rows;
}

/// For each row "best", "tie" or how much worse it is than the best one, as `format` has it.
inline std::vector<std::string> verdicts(const std::vector<TableRow>& rows,
                                         const std::string& format) {
  std::vector<std::vector<double>> values;
  for (const TableRow& row : rows) values.push_back(row.values);
  const Luck luck = luck_of(values);
  std::vector<std::string> found;
  for (const TableRow& row : rows) {
    const double difference = mean_value(row) - mean_value(rows[0]);
    const bool tie = is_tie(difference, luck, rows.size() * (rows.size() - 1) / 2);
    found.push_back(&row == &rows[0] ? "best"
                    : tie            ? "tie"
                                     : fmt::format(fmt::runtime(format), difference));
  }
  return found;
}

/// A table of losses in nats a character.
inline void print_losses(const std::vector<TableRow>& rows) {
  fmt::print("{:<20} {:>10} {:>7}   {:<18} {:>10}   {}\n", "layer", "parameters", "rate",
             "nats a character", "perplexity", "behind the best");
  const std::vector<std::string> behind = verdicts(rows, "+{:.4f}");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Mean mean = mean_of(rows[i].values);
    fmt::print("{:<20} {:>10} {:>7}   {:.4f} +- {:.4f}   {:>10.3f}   {}\n", rows[i].name,
               rows[i].parameters, rows[i].learning_rate, mean.value, mean.error,
               std::exp(mean.value), behind[i]);
  }
  std::fflush(stdout);
}

}  // namespace holo
