// trial.h: what the experiments have in common: a model of blocks that differ in their feed-forward
// layers only, one way to train all of them, and a table that says what is noise.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "experiments/feed_forward.h"
#include "holo/nn/attention.h"
#include "holo/nn/block.h"
#include "holo/optim.h"
#include "holo/optim_schedule.h"
#include "support/plot.h"

namespace holo {

struct ModelSizes {
  Index C = 48, n_layer = 3, n_head = 4;
};

/// Pre-norm blocks of attention and the feed-forward layers, and a norm at the end.
inline std::unique_ptr<BlockStack> make_blocks(const ModelSizes& sizes, Layers layers, bool causal,
                                               PythonRandom& random) {
  std::vector<std::unique_ptr<Block>> blocks;
  for (std::unique_ptr<Layer>& layer : layers) {
    auto attention = std::make_unique<MultiHeadAttention>(
        sizes.C, sizes.n_head, random,
        MultiHeadAttentionOptions{.causal = causal, .qkv_bias = false, .out_bias = false});
    blocks.push_back(std::make_unique<Block>(sizes.C, std::move(attention), std::move(layer)));
  }
  return std::make_unique<BlockStack>(std::move(blocks));
}

struct Training {
  Index steps = 1000;
  double learning_rate = 1e-2;
};

/// AdamW, its rate rising for a twentieth of the steps and falling along half a wave to a tenth;
/// gradients cut at a norm of 1. Returns the mean loss of each of `curve_points` equal parts.
inline std::vector<double> train(Module& model, const Training& training,
                                 const std::function<Tensor()>& loss_of_batch,
                                 Index curve_points = 20) {
  AdamW optimizer(weight_decay_groups(model, 0.1), training.learning_rate,
                  AdamWOptions{.beta1 = 0.9, .beta2 = 0.99});
  const CosineSchedule schedule(training.learning_rate, training.steps, training.steps / 20,
                                training.learning_rate / 10);
  std::vector<double> curve(static_cast<std::size_t>(curve_points), 0), count = curve;
  for (Index step = 0; step < training.steps; ++step) {
    optimizer.set_learning_rate(schedule(step));
    optimizer.zero_grad();
    const Tensor loss = loss_of_batch();
    const auto point = static_cast<std::size_t>(step * curve_points / training.steps);
    curve[point] += check_finite_loss(loss);
    count[point] += 1;
    loss.backward();
    clip_grad_norm(optimizer.parameters(), 1);
    optimizer.step();
  }
  for (std::size_t i = 0; i < curve.size(); ++i) curve[i] /= count[i];
  return curve;
}

/// Mean of the seeds, and its standard error: sqrt(sum (x - mean)^2 / (n - 1) / n).
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

/// What one layer reached: a number for each seed, of which less is better.
struct Row {
  std::string name;
  Index parameters;  // of the feed-forward layers
  double learning_rate;
  std::vector<double> values;
  std::vector<double> curve;  // mean over the seeds
};

/// b - a, seed by seed: the same seed has the same data and the same beginning of all that is
/// alike.
inline std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> found;
  for (std::size_t i = 0; i < a.size(); ++i) found.push_back(b[i] - a[i]);
  return found;
}

/// Whether the mean of the differences may well be 0: it is not further from it than in 19 of 20
/// cases by chance alone (Student's t, two-sided). Of one pair nothing can be said.
inline bool is_noise(const std::vector<double>& found) {
  // by the number of pairs; from 12 on the one of 12
  static constexpr double quantile[] = {0,    0,    12.71, 4.30, 3.18, 2.78, 2.57,
                                        2.45, 2.36, 2.31,  2.26, 2.23, 2.20};
  if (found.size() < 2) return true;
  const Mean mean = mean_of(found);
  return std::fabs(mean.value) <= quantile[std::min<std::size_t>(found.size(), 12)] * mean.error;
}

/// "best", "tie" or the difference to the best row.
inline std::string beside(const Row& row, const Row& best, const std::string& format) {
  if (&row == &best) return "best";
  const std::vector<double> found = differences(best.values, row.values);
  return is_noise(found) ? "tie" : fmt::format(fmt::runtime(format), mean_of(found).value);
}

inline const Row& best_of(const std::vector<Row>& rows) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (mean_of(rows[i].values).value < mean_of(rows[best].values).value) best = i;
  }
  return rows[best];
}

/// One row: for each rate of the grid a run with seed 0, of which only the choice of the rate
/// counts; with the best one a run for each seed 1 ... seeds. `run` gives the number that is to be
/// small, and the curve.
struct Run {
  double value;
  std::vector<double> curve;
};
using RunOf = std::function<Run(const std::string& name, double learning_rate, std::uint64_t seed)>;

inline Row tuned_row(const std::string& name, Index parameters, const std::vector<double>& grid,
                     int seeds, const RunOf& run) {
  Row row{name, parameters, grid[0], {}, {}};
  double least = INFINITY;
  for (const double rate : grid) {
    const double value = grid.size() == 1 ? 0 : run(name, rate, 0).value;
    if (value < least) least = value, row.learning_rate = rate;
  }
  for (int seed = 1; seed <= seeds; ++seed) {
    const Run result = run(name, row.learning_rate, static_cast<std::uint64_t>(seed));
    row.values.push_back(result.value);
    row.curve.resize(result.curve.size(), 0);
    for (std::size_t i = 0; i < row.curve.size(); ++i) row.curve[i] += result.curve[i] / seeds;
  }
  return row;
}

/// A table of losses in nats a character.
inline void print_rows(const std::vector<Row>& rows) {
  fmt::print("{:<20} {:>10} {:>7}   {:<18} {:>10}   {}\n", "layer", "parameters", "rate",
             "nats a character", "perplexity", "beside the best");
  const Row& best = best_of(rows);
  for (const Row& row : rows) {
    const Mean mean = mean_of(row.values);
    fmt::print("{:<20} {:>10} {:>7}   {:.4f} +- {:.4f}   {:>10.3f}   {}\n", row.name,
               row.parameters, row.learning_rate, mean.value, mean.error, std::exp(mean.value),
               beside(row, best, "+{:.4f}"));
  }
  std::fflush(stdout);
}

/// The means and their standard errors as bars.
inline void draw_rows(const std::vector<Row>& rows, const std::string& title,
                      const std::string& value_label, const std::string& path) {
  std::vector<Bar> bars;
  for (const Row& row : rows) {
    const Mean mean = mean_of(row.values);
    bars.push_back({row.name, mean.value, mean.error});
  }
  write_file(path, bars_svg(title, value_label, bars));
  fmt::print("drawn: {}\n", path);
}

}  // namespace holo
