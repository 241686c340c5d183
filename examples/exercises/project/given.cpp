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

}  // namespace project
