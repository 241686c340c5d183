#include "exercises/project/given.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>

namespace project {

std::vector<std::vector<int>> documents(holo::PythonRandom& random) {
  std::ifstream file("examples/data/names.txt");
  std::vector<std::vector<int>> all;
  for (std::string line; std::getline(file, line);) {
    std::vector<int> document = {bos};
    for (char letter : line) {
      if (letter >= 'a' && letter <= 'z') document.push_back(letter - 'a');
    }
    document.push_back(bos);
    if (document.size() > 2) all.push_back(document);
  }
  if (all.empty()) throw std::runtime_error("examples/data/names.txt: cannot be read");
  random.shuffle(all);
  return all;
}

Rows draw(int rows, int columns, double std, holo::PythonRandom& random) {
  Rows result;
  for (int i = 0; i < rows; ++i) {
    std::vector<double> row;
    for (int j = 0; j < columns; ++j) row.push_back(random.gauss(0, std));
    result.push_back(row);
  }
  return result;
}

std::string name(const std::function<std::vector<double>(const std::vector<int>&)>& logits,
                 int longest, double temperature, holo::PythonRandom& random) {
  std::vector<int> so_far = {bos};
  std::string text;
  while (static_cast<int>(text.size()) < longest) {
    std::vector<double> weights;
    for (double logit : logits(so_far)) weights.push_back(logit / temperature);
    const double largest = *std::max_element(weights.begin(), weights.end());
    double total = 0;
    for (double& weight : weights) total += weight = std::exp(weight - largest);
    for (double& weight : weights) weight /= total;
    const int token = static_cast<int>(random.choices(weights));
    if (token == bos) break;
    so_far.push_back(token);
    text += static_cast<char>('a' + token);
  }
  return text;
}

std::string picture(const std::vector<Curve>& curves) {
  constexpr int columns = 72, rows = 20;
  double left = INFINITY, right = -INFINITY, low = INFINITY, high = -INFINITY;
  for (const Curve& curve : curves) {
    for (const auto& [x, y] : curve.points) {
      if (!std::isfinite(y)) continue;
      left = std::min(left, x), right = std::max(right, x);
      low = std::min(low, y), high = std::max(high, y);
    }
  }
  if (!(high > low) || !(right > left)) return "(nothing to draw)\n";
  std::vector<std::string> lines(rows, std::string(columns, ' '));
  for (const Curve& curve : curves) {
    for (const auto& [x, y] : curve.points) {
      if (!std::isfinite(y)) continue;
      const double column = (x - left) / (right - left) * (columns - 1);
      const double row = (high - y) / (high - low) * (rows - 1);
      lines[static_cast<size_t>(std::lround(row))][static_cast<size_t>(std::lround(column))] =
          curve.mark;
    }
  }
  std::string text;
  for (int i = 0; i < rows; ++i) {
    const std::string number =
        i == 0 ? fmt::format("{:.3g}", high) : (i == rows - 1 ? fmt::format("{:.3g}", low) : "");
    std::string line = lines[static_cast<size_t>(i)];
    line.erase(line.find_last_not_of(' ') + 1);
    text += fmt::format("{:>8} |{}\n", number, line);
  }
  return text + fmt::format("{:>8} {:<36.3g}{:>36.3g}\n", "", left, right);
}

Curve means(char mark, const std::vector<double>& numbers, int window) {
  Curve curve{mark, {}};
  double total = 0;
  int count = 0;
  for (size_t i = 0; i < numbers.size(); ++i) {
    total += numbers[i];
    if (++count < window) continue;
    curve.points.emplace_back(static_cast<double>(i) + 1, total / window);
    total = count = 0;
  }
  return curve;
}

}  // namespace project
