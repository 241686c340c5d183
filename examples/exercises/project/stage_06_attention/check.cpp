#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <algorithm>
#include <cstdio>
#include "exercises/project/given.h"
#include "exercises/project/measure.h"
#include "exercises/project/stage_06_attention/mistakes.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::Measured;

void check(Checks& checks) {
  exercise::Measurements all(checks, attention_mistakes, true);
  // Four positions of three numbers: square matrices, so that none is told by its shape.
  const Matrix x = project::fractions_of<Number>(4, 3, 51),
               wq = project::fractions_of<Number>(3, 3, 52.6),
               wk = project::fractions_of<Number>(3, 3, 53.1),
               wv = project::fractions_of<Number>(3, 3, 54.9);
  all.group("attention_head", [&](Measured& got) {
    const Matrix out = attention_head(x, wq, wk, wv);
    project::expect_shape("attention_head of 4 positions", out, 4, 3);
    backward(project::mixed(out));
    project::add_values(got, "position", out);
    project::add_gradients(got, "x", x);
    project::add_gradients(got, "wq", wq);
    project::add_gradients(got, "wk", wk);
    project::add_gradients(got, "wv", wv);
  });
  all.group("a narrow head", [&](Measured& got) {
    // A head may be narrower than x.
    const Matrix narrow = attention_head(x, {wq[0], wq[1]}, {wk[0], wk[1]}, {wv[0], wv[1]});
    project::expect_shape("a head of 2 numbers", narrow, 4, 2);
    project::add_values(got, "a head of 2 numbers, position", narrow);
  });
  all.judge();
}

HOLO_EXERCISE("stage_06_attention", check)

// Embeddings of letter and place, one head, logits.
struct Reader {
  Matrix wte, wpe, wq, wk, wv, lm_head;

  Matrix embedded(const std::vector<int>& tokens) const {
    Matrix x;
    for (size_t t = 0; t < tokens.size(); ++t) {
      Vector row;
      for (size_t c = 0; c < wpe[t].size(); ++c) {
        row.push_back(wte[static_cast<size_t>(tokens[t])][c] + wpe[t][c]);
      }
      x.push_back(row);
    }
    return x;
  }
  Matrix predicted(const std::vector<int>& tokens) const {
    const Matrix x = embedded(tokens), seen = attention_head(x, wq, wk, wv);
    Matrix rows;
    for (size_t t = 0; t < x.size(); ++t) {
      Vector both;
      for (size_t c = 0; c < x[t].size(); ++c) both.push_back(x[t][c] + seen[t][c]);
      rows.push_back(linear(both, lm_head));
    }
    return rows;
  }
};

// Which weights a position gives: what comes out when the values are a table of ones and zeros.
void draw_weights(const Reader& reader, const std::string& word) {
  std::vector<int> tokens = {project::bos};
  for (char letter : word) tokens.push_back(letter - 'a');
  const Matrix x = reader.embedded(tokens);
  std::printf("\nwhom each letter of %s listens to (darker is more):\n\n", word.c_str());
  for (size_t t = 0; t < tokens.size(); ++t) {
    std::printf("  %c ", t == 0 ? '.' : word[t - 1]);
    for (size_t s = 0; s <= t; ++s) {
      // A value that is 1 at position s alone: x gets one more number, which only wv looks at.
      Matrix marked = x, wq = reader.wq, wk = reader.wk, one = reader.wq;
      for (size_t i = 0; i < marked.size(); ++i) marked[i].push_back(Number(i == s ? 1 : 0));
      for (size_t i = 0; i < one.size(); ++i) {
        for (Number& number : one[i]) number = Number(0);
        one[i].push_back(Number(i == 0 ? 1 : 0));
        wq[i].push_back(Number(0));
        wk[i].push_back(Number(0));
      }
      const double weight = attention_head(marked, wq, wk, one)[t][0].data();
      std::printf(" %c", " .:-=+*#%@"[static_cast<int>(std::min(9.0, weight * 10))]);
    }
    std::printf("\n");
  }
}

void reward() {
  holo::PythonRandom random(42);
  const std::vector<std::vector<int>> names = project::documents(random);
  const auto draw = [&](int rows, int columns) {
    return project::table_of<Number>(project::draw(rows, columns, 0.3, random));
  };
  const Reader reader = {draw(27, 8), draw(20, 8), draw(8, 8), draw(8, 8), draw(8, 8), draw(27, 8)};
  const Vector parameters = project::numbers_of<Number>(
      {reader.wte, reader.wpe, reader.wq, reader.wk, reader.wv, reader.lm_head});
  const int length = tape_length();
  project::learn_names(
      "a model with your head", 1500, parameters,
      [&](const std::vector<int>& tokens) { return reader.predicted(tokens); }, cross_entropy,
      [](int step) { return 0.3 * (1 - step / 1500.0); }, [&] { cut_tape(length); }, names, random);
  draw_weights(reader, "marina");
  std::printf("\n");
}

HOLO_REWARD(reward)

}  // namespace its_check
