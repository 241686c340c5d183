// matmul.h: the product of two tensors and its gradients, right and with known mistakes.
#pragma once

#include <utility>

#include "exercises/project/stage_10_tensor/model.h"

namespace project::tensor {

// ---- loss = sum(matmul(a, b) * w) ----

enum {
  a_not_transposed,
  b_not_transposed,
  a_other_side,
  b_other_side,
  exchanged,
  b_transposed_forward,
  elementwise_product,
  a_cut,
  b_cut,
  other_order,
  upstream_transposed
};
inline const std::vector<std::string> matmul_sentences = {
    "matmul: the gradient of a is made with b, not with b transposed: which numbers of the result "
    "does a(i, k) act on?",
    "matmul: the gradient of b is made with a, not with a transposed: which numbers of the result "
    "does b(k, j) act on?",
    "matmul: in the gradient of a, b transposed is on the left: it belongs on the right",
    "matmul: in the gradient of b, a transposed is on the right: it belongs on the left",
    "matmul: the gradients of a and b are exchanged",
    "matmul: that is a times b transposed: a row of a meets a column of b",
    "matmul: that is a product element by element",
    "matmul: a gets no gradient",
    "matmul: b gets no gradient",
    "matmul: that is b times a",
    "matmul: the gradient of the result is transposed before it is used"};

inline Numbers matmul(const Numbers& a, const Numbers& b, const Numbers& w, const Made& made) {
  const Numbers at = transposed(a), bt = transposed(b),
                g = made(upstream_transposed) ? transposed(w) : w;
  if (made(b_transposed_forward)) {
    return joined({{total(times(product(a, bt), w))}, product(w, b), product(transposed(w), a)});
  }
  if (made(elementwise_product))
    return joined({{total(times(times(a, b), w))}, times(w, b), times(w, a)});
  if (made(other_order))
    return joined({{total(times(product(b, a), w))}, product(bt, w), product(w, at)});
  Numbers da = product(g, bt), db = product(at, g);
  if (made(a_not_transposed)) da = product(g, b);
  if (made(b_not_transposed)) db = product(a, g);
  if (made(a_other_side)) da = product(bt, g);
  if (made(b_other_side)) db = product(g, at);
  if (made(exchanged)) std::swap(da, db);
  if (made(a_cut)) da.assign(9, 0);
  if (made(b_cut)) db.assign(9, 0);
  return joined({{total(times(product(a, b), w))}, da, db});
}

}  // namespace project::tensor
