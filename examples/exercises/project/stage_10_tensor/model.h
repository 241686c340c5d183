// model.h: tensors of three rows and three columns and their gradients, right and with known
// mistakes.
#pragma once

#include <string>
#include <vector>

#include "exercises/project/judge.h"

namespace project::tensor {

using Numbers = std::vector<double>;  // nine, row after row

inline Numbers product(const Numbers& a, const Numbers& b) {
  Numbers c(9);
  for (size_t i = 0; i < 9; ++i) {
    for (size_t k = 0; k < 3; ++k) c[i] += a[i / 3 * 3 + k] * b[k * 3 + i % 3];
  }
  return c;
}
inline Numbers transposed(const Numbers& a) {
  return {a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]};
}
inline Numbers times(const Numbers& a, const Numbers& b) {
  Numbers c;
  for (size_t i = 0; i < a.size(); ++i) c.push_back(a[i] * b[i]);
  return c;
}
inline Numbers plus(const Numbers& a, const Numbers& b) {
  Numbers c;
  for (size_t i = 0; i < a.size(); ++i) c.push_back(a[i] + b[i]);
  return c;
}
inline double total(const Numbers& a) {
  double sum = 0;
  for (double number : a) sum += number;
  return sum;
}
inline Numbers joined(const std::vector<Numbers>& parts) {
  Numbers all;
  for (const Numbers& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// ---- loss = 0.6 sum(a * b * w + a) ----

enum {
  own_factor,
  overwritten,
  no_upstream,
  mean_of_all,
  sum_cut,
  kept,
  sum_to_first,
  one_to_all,
  no_seed,
  oldest_first,
  mean_back,
  seed_is_loss,
  first_row_alone,
  first_column_alone,
  product_adds,
  first_factor_alone,
  second_factor_alone
};
inline const std::vector<std::string> elementwise_sentences = {
    "*: each factor gets its own numbers as local derivatives: it gets those of the other",
    "a gradient is overwritten where a Tensor is used twice: each use adds its part",
    "*: the local derivative is not multiplied by the gradient that arrives",
    "sum: that is the mean of the numbers",
    "what is summed gets no gradient: each number gets that of the sum, and the loss has its turn "
    "first",
    "the gradients of an earlier pass are still there",
    "sum: only the first number gets the gradient: all do",
    "sum: each number gets 1: it gets the gradient of the sum",
    "not even the loss has a gradient: d loss / d loss is no 0",
    "the loss has its turn last: go from the loss to the oldest Tensor",
    "sum: each number gets a share of the gradient, as of a mean: each gets all of it",
    "backward begins with the value of the loss: d loss / d loss is 1",
    "sum: only the first row is added up",
    "sum: only the first column is added up",
    "*: your product adds",
    "*: only the first factor gets a gradient",
    "*: only the second factor gets a gradient"};

// The loss, its own gradient, those of a * b * w + a, of a and b, and of a after a second pass.
inline Numbers elementwise(const Numbers& a, const Numbers& b, const Numbers& w, const Made& made) {
  const Numbers ab = made(product_adds) ? plus(a, b) : times(a, b), none(9, 0);
  double sum = total(plus(times(ab, w), a)) / (made(mean_of_all) ? 9 : 1);
  if (made(product_adds)) {
    sum = total(plus(plus(ab, w), a));
    return joined({{sum + 0.6, 1}, Numbers(9, 1), Numbers(9, 2), Numbers(9, 1), Numbers(9, 2)});
  }
  const Numbers whole = plus(times(ab, w), a);
  if (made(first_row_alone)) sum = whole[0] + whole[1] + whole[2];
  if (made(first_column_alone)) sum = whole[0] + whole[3] + whole[6];
  const double loss = 0.6 * sum;
  if (made(no_seed)) return joined({{loss, 0}, none, none, none, none});
  if (made(oldest_first)) return joined({{loss, 1}, none, none, none, none});
  double one = made(no_upstream) ? 0.6 : made(own_factor) ? sum : 0.6;
  if (made(one_to_all)) one = 1;
  if (made(mean_of_all) || made(mean_back)) one /= 9;
  if (made(seed_is_loss)) one *= loss;
  if (made(sum_cut)) one = 0;
  Numbers g(9, one);
  for (size_t i = 1; i < 9 && made(sum_to_first); ++i) g[i] = 0;
  // (a * b) * w: the gradient of a * b is w; with own_factor it is a * b.
  const Numbers ab_gradient = times(g, made(own_factor) ? ab : w);
  const Numbers upstream = made(no_upstream) ? Numbers(9, 1) : ab_gradient;
  const Numbers from_product = times(upstream, made(own_factor) ? a : b);
  const Numbers db = times(upstream, made(own_factor) ? b : a);
  if (made(first_factor_alone) || made(second_factor_alone)) {
    // Of sum * 0.6 too: the factor is a Tensor.
    const bool first = made(first_factor_alone);
    const Numbers of_a = first ? plus(from_product, g) : Numbers(9, 0);
    return joined({{loss, 1}, first ? g : Numbers(9, 0), of_a, Numbers(9, 0), of_a});
  }
  const Numbers da = made(overwritten) ? from_product : plus(from_product, g);
  if (!made(kept)) return joined({{loss, made(seed_is_loss) ? loss : 1}, g, da, db, da});
  // In the second pass what is kept is handed on once more, at each of the five steps.
  Numbers again = da;
  for (size_t i = 0; i < 9; ++i) again[i] += 3 * g[i] + 5 * from_product[i];
  return joined({{loss, 1}, g, da, db, again});
}

// ---- loss = sum(((a + row) * column + single) * w) ----

enum {
  row_as_column,
  last_row,
  first_row,
  mean_of_rows,
  wrong_axis,
  factor_forgotten,
  all_to_each,
  single_first,
  broadcast_cut,
  added_last,
  multiplied_last
};
inline const std::vector<std::string> broadcast_sentences = {
    "a row and a column are exchanged: a row is added to each row, a column to each column",
    "what was used again gets the gradient of its last use only: it gets the sum of all",
    "what was used again gets the gradient of its first use only: it gets the sum of all",
    "what was used again gets the mean of the gradients: it gets their sum",
    "the sum goes along the wrong axis: a row gets the sum over the rows, a column that over the "
    "columns",
    "the gradient of the column lacks the other factor: multiply before you add up",
    "a row gets the sum of all gradients: each of its numbers gets those of its column",
    "a single number gets the gradient of one use: it gets the sum of all nine",
    "a Tensor that is used again gets no gradient",
    "+: what was used again gets the gradient of its last use only: it gets the sum of all",
    "*: what was used again gets the gradient of its last use only: it gets the sum of all"};

// The gradient of what has one row, one column or both.
inline Numbers reduced(const Numbers& g, bool one_row, bool one_column, int last_of,
                       const Made& made) {
  const size_t count = one_row && one_column ? 1 : 3;
  Numbers sum(count);
  const bool along_rows = made(wrong_axis) ? !one_row : one_row;
  for (size_t i = 0; i < 9; ++i) {
    const size_t at = count == 1 ? 0 : along_rows ? i % 3 : i / 3;
    if (made(last_row) || made(last_of)) {
      sum[at] = g[i];
    } else if (made(first_row)) {
      if (sum[at] == 0) sum[at] = g[i];
    } else {
      sum[at] += g[i];
    }
  }
  const double uses = count == 1 ? 9 : 3;
  for (double& number : sum) {
    if (made(mean_of_rows)) number /= uses;
    if (made(all_to_each)) number = total(g);
    if (made(single_first) && count == 1) number = g[0];
    if (made(broadcast_cut)) number = 0;
  }
  return sum;
}

// The value, and the gradients of a, row, column and single.
inline Numbers broadcast(const Numbers& a, const Numbers& row, const Numbers& column, double single,
                         const Numbers& w, const Made& made) {
  Numbers rows, columns;
  for (size_t i = 0; i < 9; ++i) {
    rows.push_back(row[made(row_as_column) ? i / 3 : i % 3]);
    columns.push_back(column[made(row_as_column) ? i % 3 : i / 3]);
  }
  const Numbers sums = plus(a, rows);
  const double loss = total(times(plus(times(sums, columns), Numbers(9, single)), w));
  const Numbers d_sums = times(w, columns);
  const Numbers d_columns = made(factor_forgotten) ? w : times(w, sums);
  const bool as_row = !made(row_as_column);
  return joined({{loss},
                 d_sums,
                 reduced(d_sums, as_row, !as_row, added_last, made),
                 reduced(d_columns, !as_row, as_row, multiplied_last, made),
                 reduced(w, true, true, added_last, made)});
}

}  // namespace project::tensor
