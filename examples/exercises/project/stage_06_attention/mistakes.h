// mistakes.h: the mistakes of this stage, as edits of the reference, and the numbers they give.
// ../../support/list_mistakes.py writes all but the sentences and the edits: see ../../README.md.
#pragma once

inline constexpr char attention_mistakes[] = R"~(
the scores are not divided by the root of how many numbers a query has
  (dot(part(q[t]), part(k[s])) / std::sqrt(static_cast<double>(size))); => (dot(part(q[t]), part(k[s])));
the scores are divided by how many numbers a query has: its root is wanted
  std::sqrt(static_cast<double>(size)) => static_cast<double>(size)
the scores are divided by the root of how many positions there are: it is that of the numbers in a query
  q[t]), part(k[s])) / std::sqrt(static_cast<double>(size))); => q[t]), part(k[s])) / std::sqrt(static_cast<double>(q.size())));
the mask is missing: a position sees those after it, which it is to predict
  t) { Vector scores; for (size_t s = 0; s <= t; ++s) { => t) { Vector scores; for (size_t s = 0; s < q.size(); ++s) {
  ; for (size_t s = 0; s <= t; ++s) column.push_back(v[s][c => ; for (size_t s = 0; s < q.size(); ++s) column.push_back(v[s][c
the mask is off by one: a position sees the one after it
  { Vector scores; for (size_t s = 0; s <= t; ++s) { => { Vector scores; for (size_t s = 0; s <= t + 1 && s < q.size(); ++s) {
  (size_t s = 0; s <= t; ++s) column.push_back(v[s][c => (size_t s = 0; s <= t + 1 && s < q.size(); ++s) column.push_back(v[s][c
the mask is off by one: a position sees itself too
  t) { Vector scores; for (size_t s = 0; s <= t; ++s) { => t) { Vector scores; for (size_t s = 0; s < std::max<size_t>(t, 1); ++s) {
  ; for (size_t s = 0; s <= t; ++s) column.push_back(v[s][c => ; for (size_t s = 0; s < std::max<size_t>(t, 1); ++s) column.push_back(v[s][c
the weights are for the values: yours are taken of the keys
  size_t s = 0; s <= t; ++s) column.push_back(v[s][c]); => size_t s = 0; s <= t; ++s) column.push_back(k[s][c]);
the query is x itself: it is wq times x
  linear(x, wq) => x
the key is x itself: it is wk times x
  linear(x, wk) => x
the value is x itself: it is wv times x
  linear(x, wv) => x
the query is that of the position that looks, the key that of the one that is looked at: yours are exchanged, or wq and wk are
  dot(part(q[t]), part(k[s])) / std => dot(part(q[s]), part(k[t])) / std
the scores are the weights: softmax is missing
  softmax(scores) => scores
the mask comes after softmax: weights of what comes later are 0, but they have taken their part of the sum 1
  t) { Vector scores; for (size_t s = 0; s <= t; ++s) { => t) { Vector scores; for (size_t s = 0; s < q.size(); ++s) {
  const Vector weights = softmax(scores) => Vector weights = softmax(scores); weights.erase(weights.begin() + t + 1, weights.end())
the scores get no gradient: calculate with the Numbers themselves, not with their data()
  / std::sqrt(static_cast<double>(size))); } const Vector weights = softmax(scores); => / std::sqrt(static_cast<double>(size))); } for (Number& score : scores) score = score.data(); const Vector weights = softmax(scores);
a position has its own value alone: those of the positions before it are missing
  push_back(v[s][c]) => push_back(v[t][c])
the sum of the products of query and key goes on from the one before: set it to 0 each time
  (); ++t) { Vector scores; for (size_t s = 0; s <= t; ++s) { scores.push_back(dot(part(q[t]), part(k[s])) / std::sqrt(static_cast<double>(size))) => (); ++t) { Vector scores; static Number product(0); if (t == 0) product = Number(0); for (size_t s = 0; s <= t; ++s) { product = product + dot(part(q[t]), part(k[s])); scores.push_back(product / std::sqrt(static_cast<double>(size)))
)~";
