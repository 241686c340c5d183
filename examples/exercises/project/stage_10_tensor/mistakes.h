// mistakes.h: the mistakes of this stage, as edits of the reference, and the numbers they give.
// ../../support/list_mistakes.py writes all but the sentences and the edits: see ../../README.md.
#pragma once

inline constexpr char tensor_mistakes[] = R"~(
*: each factor gets its own numbers as local derivatives: it gets those of the other
  g * b.data[at_b]; b.grad[at_b] += c.made_by == '+' ? g : g * a.data[at_a]; => g * a.data[at_a]; b.grad[at_b] += c.made_by == '+' ? g : g * b.data[at_b];
the gradients of an earlier pass are still there
  assign(node.data.size(), 0) => resize(node.data.size())
sum: only the first number gets the gradient: all do
  for (double& g : tensors[c.a].grad) g => tensors[c.a].grad[0]
what was used again gets the gradient of its last use only: it gets the sum of all
  b.grad[at_b] += c.made_by == '+' ? g : g * a.data[at_a]; => const double part = c.made_by == '+' ? g : g * a.data[at_a]; b.grad[at_b] = b.data.size() == 9 ? b.grad[at_b] + part : part;
what was used again gets the mean of the gradients: it gets their sum
  b.grad[at_b] += c.made_by == '+' ? g : g * a.data[at_a]; => const double uses = static_cast<double>(c.data.size()) / static_cast<double>(b.data.size()); b.grad[at_b] += (c.made_by == '+' ? g : g * a.data[at_a]) / uses;
the sum goes along the wrong axis: a row gets the sum over the rows, a column that over the columns
  data[at_b]; b.grad[at_b] += c.made_by => data[at_b]; const int at = b.data.size() == 3 ? (b.rows == 1 ? i : j) : at_b; b.grad[at] += c.made_by
a row and a column are exchanged: a row is added to each row, a column to each column
  return (x.rows == 1 ? 0 : i) * x.columns + (x.columns == 1 ? 0 : j) => if (x.rows == 1 && x.columns == 1) return 0; return x.rows == 1 ? i : x.columns == 1 ? j : i * x.columns + j
a gradient has the shape of the Tensor that it belongs to, not of the result
  : g * b.data[at_b]; b.grad[at_b] += c.made_by == '+' ? g => : g * b.data[at_b]; b.grad.resize(c.grad.size()); b.grad[i * c.columns + j] += c.made_by == '+' ? g
matmul: the gradient of a is made with b, not with b transposed: which numbers of the result does a(i, k) act on?
  g * b.data[k * b.columns + j]; => g * b.data[j * b.columns + k];
matmul: the gradient of b is made with a, not with a transposed: which numbers of the result does b(k, j) act on?
  data[i * a.columns + k]; => data[k * a.columns + i];
matmul: that is a times b transposed: a row of a meets a column of b
  data[i * a.columns + k] * b.data[k * b.columns + j]; => data[i * a.columns + k] * b.data[j * b.columns + k];
  b.data[k * b.columns + j]; b.grad[k * b.columns + j] += g => b.data[j * b.columns + k]; b.grad[j * b.columns + k] += g
+: what was used again gets the gradient of its last use only: it gets the sum of all
  data[at_b]; b.grad[at_b] += c.made_by == '+' ? g : g * a => data[at_b]; if (c.made_by == '+') b.grad[at_b] = g; else b.grad[at_b] += g * a
*: what was used again gets the gradient of its last use only: it gets the sum of all
  data[at_b]; b.grad[at_b] += c.made_by == '+' ? g : g * a => data[at_b]; if (c.made_by == '+') b.grad[at_b] += g; else b.grad[at_b] = g * a
)~";
