// mistakes.h: the mistakes of this stage, as edits of the reference, and the numbers they give.
// ../../support/list_mistakes.py writes all but the sentences and the edits: see ../../README.md.
#pragma once

inline constexpr char mlp_mistakes[] = R"~(
linear: y[i] is made of row i of w: yours takes a column
  (const Vector& row : w) y.push_back(dot(row, x)); => (size_t i = 0; i < w.size(); ++i) { Number total = 0; for (size_t j = 0; j < x.size(); ++j) total = total + w[j % w.size()][i % x.size()] * x[j]; y.push_back(total); }
linear: x gets no gradient: calculate with the Numbers themselves
  (a[i] * b[i]); => (a[i] * b[i].data());
linear: the sum of the products has its last term alone: add all of them, with +=
  sum(products) => products.back()
feed_forward: relu is missing, or its result is put into a copy: two linear layers without it are one
  for (Number& h : hidden) h = relu(h); =>
feed_forward: relu is missing, or its result is put into a copy: two linear layers without it are one
  Number& h => Number h
feed_forward: relu belongs between the two layers, and not behind the second as well
  return linear(hidden, fc2) => Vector y = linear(hidden, fc2); for (Number& number : y) number = relu(number); return y
feed_forward: relu is taken of x: it belongs behind the first layer
  linear(x, fc1); for (Number& h : hidden) h = relu(h) => x; for (Number& h : hidden) h = relu(h); hidden = linear(hidden, fc1)
feed_forward: x is added to the result: that comes in stage 7, and not in this function
  return linear(hidden, fc2) => Vector y = linear(hidden, fc2); for (size_t i = 0; i < y.size(); ++i) y[i] = y[i] + x[i]; return y
feed_forward: that is the square of relu: relu itself is asked for
  h = relu(h); => h = relu(h) * relu(h);
logits: the embedding gets no gradient: take the Numbers of wte themselves, no copies of their data()
  ; for (int token : tokens) { rows.push_back(linear(feed_forward(model.wte[token], model.fc1, model.fc2), model.lm_head => ; for (int token : tokens) { Vector x; for (Number number : model.wte[token]) x.push_back(number.data()); rows.push_back(linear(feed_forward(x, model.fc1, model.fc2), model.lm_head
logits: the embedding of a token is its row of wte, not its column
  ; for (int token : tokens) { rows.push_back(linear(feed_forward(model.wte[token], model.fc1, model.fc2), model.lm_head => ; for (int token : tokens) { Vector x; for (const Vector& row : model.wte) x.push_back(row[token]); rows.push_back(linear(feed_forward(x, model.fc1, model.fc2), model.lm_head
logits: feed_forward is missing between the embedding and lm_head
  feed_forward(model.wte[token], model.fc1, model.fc2) => model.wte[token]
logits: the row of wte is chosen by the place in the text: it is chosen by the token
  , const std::vector<int>& tokens) { Matrix rows; for (int token : tokens) { => , const std::vector<int>& tokens) { Matrix rows; for (int token = 0; token < static_cast<int>(tokens.size()); ++token) {
linear: the sum of the products goes on from the one before: set it to 0 each time
  for (const Vector& row : w) y.push_back(dot(row, x)); => Number sum(0); for (const Vector& row : w) { sum = sum + dot(row, x); y.push_back(sum); }
linear: the sum of the products leaves out its last term: the loop ends one too early
  (dot(row, x)); => (dot(Vector(row.begin(), row.end() - 1), Vector(x.begin(), x.end() - 1)));
you read row 0 of w, in linear, each time: the row follows the loop
  y; for (const Vector& row : w) y.push_back(dot(row, x)); => y; for (size_t i = 0; i < w.size(); ++i) y.push_back(dot(w[0], x));
)~";
