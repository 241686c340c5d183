// comparison.h: layers side by side: each with the learning rate that suits it and several
// seeds; and a table that says which differences may be luck.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "experiments/noise.h"
#include "holo/check.h"
#include "holo/shape.h"

namespace holo {

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
