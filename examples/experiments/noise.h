// noise.h: whether layers that were trained with several seeds differ by more than luck.
#pragma once

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace holo {

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

}  // namespace holo
