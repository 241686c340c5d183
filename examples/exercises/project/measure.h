// measure.h: tables of the Numbers of an answer; what a check measures of them, which are the
// values and the gradients of a loss that mixes them; and how a model of them learns names.
#pragma once

#include <cstdio>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "exercises/project/given.h"
#include "exercises/support/judge.h"

namespace project {

using exercise::Measured;

inline Rows fractions(int rows, int columns, double seed) {
  Rows result;
  for (int i = 0; i < rows; ++i) result.push_back(exercise::fractions(columns, seed + 0.37 * i));
  return result;
}

// The Numbers of an answer that have these values.
template <class Number>
std::vector<Number> row_of(const std::vector<double>& values) {
  std::vector<Number> result;
  for (double value : values) result.push_back(Number(value));
  return result;
}

template <class Number>
std::vector<std::vector<Number>> table_of(const Rows& rows) {
  std::vector<std::vector<Number>> result;
  for (const std::vector<double>& row : rows) result.push_back(row_of<Number>(row));
  return result;
}

// Fractions as Numbers.
template <class Number>
std::vector<std::vector<Number>> fractions_of(int rows, int columns, double seed) {
  return table_of<Number>(fractions(rows, columns, seed));
}

// All numbers of these tables, one after the other.
template <class Number>
std::vector<Number> numbers_of(const std::vector<std::vector<std::vector<Number>>>& tables) {
  std::vector<Number> numbers;
  for (const std::vector<std::vector<Number>>& table : tables) {
    for (const std::vector<Number>& row : table) {
      numbers.insert(numbers.end(), row.begin(), row.end());
    }
  }
  return numbers;
}

// A loss to which each number of a table brings another part.
template <class Number>
Number mixed(const std::vector<std::vector<Number>>& table) {
  Number loss(0);
  double weight = 0.7;
  for (const std::vector<Number>& row : table) {
    for (const Number& number : row) {
      loss = loss + number * Number(weight);
      weight = -0.9 * weight + 0.41;
    }
  }
  return loss;
}

template <class Number>
void add_values(Measured& got, const std::string& name,
                const std::vector<std::vector<Number>>& table) {
  for (size_t i = 0; i < table.size(); ++i) {
    for (size_t j = 0; j < table[i].size(); ++j) {
      got.add(name + " " + std::to_string(i) + ", " + std::to_string(j), table[i][j].data());
    }
  }
}

template <class Number>
void add_gradients(Measured& got, const std::string& name,
                   const std::vector<std::vector<Number>>& table) {
  for (size_t i = 0; i < table.size(); ++i) {
    for (size_t j = 0; j < table[i].size(); ++j) {
      got.add("d loss / d " + name + " " + std::to_string(i) + ", " + std::to_string(j),
              table[i][j].grad());
    }
  }
}

// Throws unless the result has this shape.
template <class Number>
void expect_shape(const std::string& name, const std::vector<std::vector<Number>>& table,
                  size_t rows, size_t columns) {
  bool right = table.size() == rows;
  for (const std::vector<Number>& row : table) right = right && row.size() == columns;
  if (!right) {
    throw std::logic_error(name + " has " + std::to_string(rows) + " rows of " +
                           std::to_string(columns) + " numbers: it is not so");
  }
}

// The given loop. `model` learns from one name in each step, by the cross_entropy, backward and
// descend of the answer, with rate(step); logits(tokens) are its rows. Prints mean losses and three
// names. forget() cuts from the tape what a step has made.
template <class Number, class Logits, class Loss, class Rate, class Forget>
void learn_names(const char* model, int steps, const std::vector<Number>& parameters,
                 const Logits& logits, const Loss& cross_entropy, const Rate& rate,
                 const Forget& forget, const std::vector<std::vector<int>>& names,
                 holo::PythonRandom& random) {
  std::vector<double> losses;
  for (int step = 0; step < steps; ++step) {
    const std::vector<int>& document = names[static_cast<size_t>(step)];
    const Number loss = cross_entropy(logits({document.begin(), document.end() - 1}),
                                      {document.begin() + 1, document.end()});
    losses.push_back(loss.data());
    backward(loss);
    descend(parameters, rate(step));
    forget();
  }
  const auto next = [&](const std::vector<int>& so_far) {
    const std::vector<std::vector<Number>> rows = logits(so_far);
    std::vector<double> row;
    for (Number number : rows.back()) row.push_back(number.data());
    forget();
    return row;
  };
  const auto mean = [](auto begin, auto end) { return std::accumulate(begin, end, 0.0) / 100; };
  std::printf(
      "\nthe loss of %s: %.2f in the first 100 of %d names, %.2f in the last 100\nthree names of "
      "it:",
      model, mean(losses.begin(), losses.begin() + 100), steps,
      mean(losses.end() - 100, losses.end()));
  for (int i = 0; i < 3; ++i) std::printf(" %s", name(next, 16, 0.7, random).c_str());
  std::printf("\n");
}

}  // namespace project
