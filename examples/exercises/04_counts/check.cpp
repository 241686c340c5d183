#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/check.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

#include "exercises/support/formula.h"
#include "exercises/support/judge.h"

using exercise::Made;
using exercise::Matrix;

enum {
  whole_table,
  by_columns,
  sum_goes_on,
  integers,
  sum_without,
  added_once,
  nothing_added,
  zeros_alone,
  whole_sum,
  one_added,
  added_by_rows,
  by_count,
  added_after,
  transposed,
  not_divided,
  not_in_counts,
  last_alone,
  largest,
  added_whole
};
const std::vector<std::string> sentences = {
    "you divide by the sum of the whole table: each row is a distribution of its own",
    "you divide by the sums of the columns: the letter before is the row, so each row sums to 1",
    "the sum of the rows before is still in your sum: set it to 0 for each row",
    "your division throws the fraction away: divide numbers of type double, not int",
    "what is added to the counts belongs into their sum too: your rows sum to more than 1",
    "every count of the row gets the addition, so their sum grows by it once for each column",
    "the addition is missing: a pair that was never seen keeps the probability 0",
    "every count gets the addition, not only those that are 0",
    "the sum of a row has lost its fraction: take double, not int",
    "what is added is the number `added`, which need not be 1",
    "the sum of a row grows by the addition once for each column, not once for each row",
    "divide by the sum of the row, not by how many counts it has",
    "the addition goes to the counts, before you divide: yours comes after it",
    "p(i, j) belongs to row i of the counts: yours is in row j",
    "these are counts still: divide each by the sum of its row",
    "the addition is in the sum, but not in the counts that you divide: your rows sum to less than "
    "1",
    "the sum of a row is that of all its counts: yours keeps only the last: use +=",
    "divide by the sum of the row, not by its largest count",
    "the addition may be a fraction: yours becomes a whole number"};

std::vector<double> probabilities_of(const Matrix& counts, double given, const Made& made) {
  const auto at = [&](int i, int j) {
    const double count = counts(i, j);
    double added = made(one_added) ? (given > 0 ? 1 : 0) : given;
    if (made(added_whole)) added = std::trunc(added);
    if (made(zeros_alone) && count > 0) added = 0;
    return std::vector<double>{count + (made(nothing_added) ? 0 : added), count, added};
  };
  Matrix p(counts.rows, counts.columns);
  double sum = 0;
  for (int i = 0; i < counts.rows; ++i) {
    if (!made(sum_goes_on) && !made(whole_table)) sum = 0;
    if (made(added_once)) sum += given;
    if (made(added_by_rows)) sum += given * counts.rows;
    for (int j = 0; j < counts.columns; ++j) {
      const double part = at(
          i,
          j)[made(sum_without) || made(added_once) || made(added_by_rows) || made(added_after) ? 1
                                                                                               : 0];
      sum = made(last_alone) ? part : made(largest) ? std::fmax(sum, part) : sum + part;
      if (made(whole_sum) || made(integers)) sum = std::trunc(sum);
    }
    if (made(whole_table) && i + 1 < counts.rows) continue;
    for (int row = made(whole_table) ? 0 : i; row <= i; ++row) {
      for (int j = 0; j < counts.columns; ++j) {
        double by = made(by_count) ? counts.columns : made(not_divided) ? 1 : sum;
        if (made(by_columns)) {
          by = 0;
          for (int k = 0; k < counts.rows; ++k) by += at(k, j)[0];
        }
        double number = at(row, j)[made(not_in_counts) || made(added_after) ? 1 : 0];
        if (made(integers))
          number = std::trunc(std::trunc(number) / by);
        else
          number /= by;
        if (made(added_after)) number += given;
        const int place = made(transposed) ? j * counts.rows + row : row * counts.columns + j;
        p.numbers[static_cast<size_t>(place)] = number;
      }
    }
  }
  return p.numbers;
}

struct Case {
  Matrix counts;
  double added;
};

std::string formulas(const exercise::Measured& got, const std::vector<Case>& cases) {
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
  return exercise::told("p", all.of(got.numbers),
                        "(count + added) / (the sum of the row with all added)");
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
      [&](const exercise::Measured& numbers, const std::vector<double>&) {
        return formulas(numbers, cases);
      });
  checks.equal("counts (0, 0), never seen, 1 added",
               answer::probabilities(Matrix(1, 2, {0, 0}), 1).numbers, {0.5, 0.5});
}
HOLO_EXERCISE("04_counts", check)
