// measure.h: tables of the Numbers of an answer, and what a check measures of them: the values, and
// the gradients of a loss that mixes them.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "exercises/support/judge.h"

namespace project {

using exercise::Measured;
using Rows = std::vector<std::vector<double>>;

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

}  // namespace project
