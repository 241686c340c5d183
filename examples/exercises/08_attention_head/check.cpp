#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include "exercises/08_attention_head/mistakes.h"

using answer::Matrix;
using exercise::Measured;

// `rows` positions of `columns` channels, no two numbers equal.
Matrix table(size_t rows, int columns, double seed) {
  Matrix result;
  for (size_t t = 0; t < rows; ++t)
    result.push_back(exercise::fractions(columns, seed + 0.31 * static_cast<double>(t)));
  return result;
}

void add(Measured& got, const std::string& what, const Matrix& rows) {
  for (size_t t = 0; t < rows.size(); ++t) got.add(what + std::to_string(t) + ": ", rows[t]);
}

void check(Checks& checks) {
  exercise::Measurements all(checks, attention_head_mistakes);
  all.group("one head", [](Measured& got) {
    add(got, "a head of five channels, position ",
        answer::head(table(6, 5, 3.1), table(6, 5, 3.7), table(6, 5, 3)));
  });
  all.group("several heads", [](Measured& got) {
    const Matrix q = table(3, 6, 4), k = table(3, 6, 5), v = table(3, 6, 6);
    for (size_t count : {2U, 3U, 1U}) {
      add(got, std::to_string(count) + " heads of six channels together, position ",
          answer::heads(q, k, v, count));
    }
  });
  all.judge();
}
HOLO_EXERCISE("08_attention_head", check)
