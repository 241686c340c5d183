#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>
#include <string>
#include <vector>

#include "exercises/08_attention_head/heads.h"

using answer::head;
using answer::heads;
using answer::Matrix;
using exercise::Made;

// `rows` positions of `columns` channels, no two numbers equal.
Matrix table(size_t rows, int columns, double seed) {
  Matrix result;
  for (size_t t = 0; t < rows; ++t) {
    result.push_back(exercise::fractions(columns, seed + 0.31 * static_cast<double>(t)));
  }
  return result;
}

void add(exercise::Measured& got, const std::string& what, const Matrix& rows) {
  for (size_t t = 0; t < rows.size(); ++t) got.add(what + std::to_string(t) + ": ", rows[t]);
}

// What can be seen of the weights of position 1, which sees two: they are found from its result.
// `difference` is the score of position 1 less that of position 0.
std::string weights_of_two(const std::vector<double>& out, const std::vector<double>& v0,
                           const std::vector<double>& v1, double difference) {
  const double first = (out[0] - v0[0]) / (v1[0] - v0[0]);
  for (size_t c = 0; c < out.size(); ++c) {
    if (!exercise::near(out[c], v0[c] + first * (v1[c] - v0[c]))) return "";
  }
  const double right = 1 / (1 + std::exp(-difference));
  if (exercise::near(first, right)) return "";
  const std::string sees = "position 1 takes " + exercise::shown(1 - first) +
                           " of the value of position 0 and " + exercise::shown(first) +
                           " of its own: it should be " + exercise::shown(1 - right) + " and " +
                           exercise::shown(right);
  if (first <= 0 || first >= 1) return sees;
  // first / (1 - first) is e to the power of what is in the place of the difference.
  const double times = std::log(first / (1 - first)) / difference;
  for (double factor : {2.0, 4.0, 0.5, 0.25, -1.0, 3.0, 8.0, std::log(2.0), std::sqrt(2.0)}) {
    if (exercise::near(times, factor)) {
      return sees + ", as if each score were multiplied by " + exercise::shown(factor) +
             " before the softmax";
    }
  }
  return sees;
}

void check_head(Checks& checks) {
  constexpr int channels = 5;
  const Matrix q = table(6, channels, 3.1), k = table(6, channels, 3.7), v = table(6, channels, 3);
  exercise::Measured got;
  add(got, "a head of five channels, position ", head(q, k, v));
  exercise::judge(
      checks, got,
      [&](const Made& made) {
        return exercise::attention::in_one_row(exercise::attention::head(q, k, v, made));
      },
      exercise::attention::head_sentences,
      [&](const exercise::Measured& numbers, const std::vector<double>& right) {
        const auto row = [](const std::vector<double>& all) {
          return std::vector<double>(all.begin() + channels, all.begin() + 2 * channels);
        };
        const double weight = (row(right)[0] - v[0][0]) / (v[1][0] - v[0][0]);
        return weights_of_two(row(numbers.numbers), v[0], v[1], std::log(weight / (1 - weight)));
      });
}

void check_heads(Checks& checks) {
  const Matrix q = table(3, 6, 4), k = table(3, 6, 5), v = table(3, 6, 6);
  exercise::Measured got;
  for (size_t count : {2U, 3U, 1U}) {
    add(got, std::to_string(count) + " heads of six channels together, position ",
        heads(q, k, v, count));
  }
  exercise::judge(
      checks, got,
      [&](const Made& made) {
        std::vector<double> numbers;
        for (size_t count : {2U, 3U, 1U}) {
          const auto rows = exercise::attention::heads(q, k, v, count, made);
          for (double number : exercise::attention::in_one_row(rows)) numbers.push_back(number);
        }
        return numbers;
      },
      exercise::attention::heads_sentences);
}

void check(Checks& checks) {
  check_head(checks);
  check_heads(checks);
}

HOLO_EXERCISE("08_attention_head", check)
