#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/check.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

#include "exercises/support/formula.h"
#include "exercises/support/judge.h"
#include "exercises/support/reading.h"
#include "exercises/support/sum.h"

using exercise::Made;
using exercise::Matrix;

enum {
  whole_table,
  by_columns,
  integers,
  sum_without,
  added_once,
  nothing_added,
  zeros_alone,
  one_added,
  added_by_rows,
  by_count,
  added_after,
  transposed,
  not_divided,
  not_in_counts,
  added_whole,
  row_sum_first,
  rows_of_counts = row_sum_first + exercise::sum::mistakes
};
const std::vector<std::string> own_sentences = {
    "you divide by the sum of the whole table: each row is a distribution of its own",
    "you divide by the sums of the columns: the letter before is the row, so each row sums to 1",
    "your division throws the fraction away: divide numbers of type double, not int",
    "what is added to the counts belongs into their sum too: your rows sum to more than 1",
    "every count of the row gets the addition, so their sum grows by it once for each column",
    "the addition is missing: a pair that was never seen keeps the probability 0",
    "every count gets the addition, not only those that are 0",
    "what is added is the number `added`, which need not be 1",
    "the sum of a row grows by the addition once for each column, not once for each row",
    "divide by the sum of the row, not by how many counts it has",
    "the addition goes to the counts, before you divide: yours comes after it",
    "p(i, j) belongs to row i of the counts: yours is in row j",
    "these are counts still: divide each by the sum of its row",
    "the addition is in the sum, but not in the counts that you divide: your rows sum to less than "
    "1",
    "the addition may be a fraction: yours becomes a whole number"};
const std::vector<std::string> sentences =
    exercise::joined({own_sentences, exercise::sum::sentences("the sum of a row"),
                      exercise::table::sentences("the counts")});

// A count of the table, and the addition, as they are in the sum of its row and in what is divided.
struct Part {
  double in_sum, divided;
};
Part part_of(const Matrix& counts, int i, int j, double given, const Made& made) {
  const auto [row, column] =
      exercise::table::read(made, rows_of_counts, static_cast<size_t>(i), static_cast<size_t>(j),
                            static_cast<size_t>(counts.rows), static_cast<size_t>(counts.columns));
  const double count = counts(static_cast<int>(row), static_cast<int>(column));
  double added = made(one_added) ? (given > 0 ? 1 : 0) : given;
  if (made(added_whole)) added = std::trunc(added);
  if (made(nothing_added) || (made(zeros_alone) && count > 0)) added = 0;
  const bool apart = made(sum_without) || made(added_once) || made(added_by_rows);
  const double in_sum = count + (apart || made(added_after) ? 0 : added);
  return {made(integers) ? std::trunc(in_sum) : in_sum,
          count + (made(not_in_counts) || made(added_after) ? 0 : added)};
}

std::vector<double> probabilities_of(const Matrix& counts, double given, const Made& made) {
  const auto part = [&](int i, int j) { return part_of(counts, i, j, given, made); };
  exercise::Sum row_sum(made, row_sum_first);
  double table = 0;
  for (int i = 0; i < counts.rows; ++i) {
    for (int j = 0; j < counts.columns; ++j) table += part(i, j).in_sum;
  }
  Matrix p(counts.rows, counts.columns);
  for (int i = 0; i < counts.rows; ++i) {
    std::vector<double> terms;
    for (int j = 0; j < counts.columns; ++j) terms.push_back(part(i, j).in_sum);
    const std::vector<double> sums = row_sum.of_each(terms);
    for (int j = 0; j < counts.columns; ++j) {
      double by = sums[static_cast<size_t>(j)];
      if (made(added_once)) by += given;
      if (made(added_by_rows)) by += given * counts.rows;
      if (made(whole_table)) by = table;
      if (made(by_count)) by = counts.columns;
      if (made(not_divided)) by = 1;
      if (made(by_columns)) {
        by = 0;
        for (int k = 0; k < counts.rows; ++k) by += part(k, j).divided;
      }
      const double share = part(i, j).divided;
      double number = made(integers) ? std::trunc(std::trunc(share) / by) : share / by;
      if (made(added_after)) number += given;
      const int place = made(transposed) ? j * counts.rows + i : i * counts.columns + j;
      p.numbers[static_cast<size_t>(place)] = number;
    }
  }
  return p.numbers;
}

struct Case {
  Matrix counts;
  double added;
};

std::string formulas(const exercise::Measured& got, const std::vector<double>& right,
                     const std::vector<Case>& cases) {
  exercise::Formulas all({"(count + added)", "count", "added",
                          "(the sum of the row with all added)", "(the sum of the row)",
                          "(the sum of the column with all added)", "(the sum of the column)",
                          "(the sum of the table with all added)", "(the sum of the table)",
                          "how many columns there are", "how many rows there are", "e^count",
                          "(the sum of e^count in the row)", "(the largest count of the row)", "1",
                          "(count + added)^2", "(the sum of (count + added)^2)",
                          "(the sum of the row with all subtracted)", "2"});
  for (const auto& [counts, added] : cases) {
    const int rows = counts.rows, columns = counts.columns;
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        double row = 0, column = 0, total = 0, powers = 0, largest = 0, squares = 0;
        for (double count : counts.numbers) total += count;
        for (int k = 0; k < rows; ++k) column += counts(k, j);
        for (int k = 0; k < columns; ++k) {
          squares += (counts(i, k) + added) * (counts(i, k) + added);
          row += counts(i, k), powers += std::exp(counts(i, k));
          largest = std::fmax(largest, counts(i, k));
        }
        const double count = counts(i, j);
        all.add({count + added, count, added, row + added * columns, row, column + added * rows,
                 column, total + added * rows * columns, total, static_cast<double>(columns),
                 static_cast<double>(rows), std::exp(count), powers, largest, 1,
                 (count + added) * (count + added), squares, row - added * columns, 2});
      }
    }
  }
  return all.told("p", got.numbers, right, "(count + added) / (the sum of the row with all added)");
}

void check(Checks& checks) {
  const Matrix tables[] = {{2, 3, {1, 3, 7, 4, 0, 1}}, {3, 2, {2, 5, 0, 3, 9, 1}}};
  const double additions[] = {0, 0.35, 1, 2.5};
  exercise::Measured got;
  std::vector<Case> cases;
  for (const Matrix& counts : tables) {
    for (double added : additions) {
      cases.push_back({counts, added});
      const Matrix p = answer::probabilities(counts, added);
      const std::string what = (&counts == tables ? "counts (1, 3, 7), (4, 0, 1), "
                                                  : "counts (2, 5), (0, 3), (9, 1), ") +
                               exercise::shown(added) + " added: p(";
      for (int i = 0; i < p.rows; ++i) {
        for (int j = 0; j < p.columns; ++j) {
          got.add(what + std::to_string(i) + ", " + std::to_string(j) + ")", p(i, j));
        }
      }
    }
  }
  exercise::judge(
      checks, got,
      [&](const Made& made) {
        std::vector<double> numbers;
        for (const Matrix& counts : tables) {
          for (double added : additions) {
            for (double p : probabilities_of(counts, added, made)) numbers.push_back(p);
          }
        }
        return numbers;
      },
      sentences,
      [&](const exercise::Measured& numbers, const std::vector<double>& right) {
        return formulas(numbers, right, cases);
      });
  checks.equal("counts (0, 0), never seen, 1 added",
               answer::probabilities(Matrix(1, 2, {0, 0}), 1).numbers, {0.5, 0.5});
}
HOLO_EXERCISE("04_counts", check)
