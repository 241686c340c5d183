#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cstdio>
#include "exercises/project/given.h"
#include "exercises/project/measure.h"
#include "exercises/project/stage_05_mlp/mistakes.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::Measured;

void measure_linear(Measured& got) {
  const Matrix x = {project::row_of<Number>(exercise::fractions(3, 21))};
  const Matrix w = project::fractions_of<Number>(3, 3, 22);
  const Matrix y = {linear(x[0], w)};
  project::expect_shape("linear with three rows", y, 1, 3);
  backward(project::mixed(y));
  project::add_values(got, "linear", y);
  project::add_gradients(got, "x", x);
  project::add_gradients(got, "w", w);
  // As many rows as the result has numbers, as many columns as x has.
  const Matrix wide = {linear(project::row_of<Number>({0.5, -1.5}),
                              project::table_of<Number>({{1.25, 2}, {0.5, 0.75}, {-1, 3}}))};
  project::expect_shape("linear of 2 numbers with 3 rows", wide, 1, 3);
}

void measure_feed_forward(Measured& got) {
  const Matrix x = {project::row_of<Number>(exercise::fractions(3, 31))};
  const Matrix fc1 = project::fractions_of<Number>(5, 3, 32),
               fc2 = project::fractions_of<Number>(3, 5, 33.5);
  const Matrix y = {feed_forward(x[0], fc1, fc2)};
  project::expect_shape("feed_forward", y, 1, 3);
  backward(project::mixed(y));
  project::add_values(got, "feed_forward", y);
  project::add_gradients(got, "x", x);
  project::add_gradients(got, "fc1", fc1);
  project::add_gradients(got, "fc2", fc2);
}

void measure_logits(Measured& got) {
  // As many tokens as numbers in an embedding.
  const auto table = project::fractions_of<Number>;
  const Mlp model = {table(4, 4, 41), table(3, 4, 42.3), table(4, 3, 43), table(4, 4, 44)};
  const Matrix rows = logits(model, {2, 0, 3, 2});
  project::expect_shape("logits of 4 tokens", rows, 4, 4);
  backward(project::mixed(rows));
  project::add_values(got, "logits", rows);
  project::add_gradients(got, "wte", model.wte);
  project::add_gradients(got, "fc1", model.fc1);
  project::add_gradients(got, "fc2", model.fc2);
  project::add_gradients(got, "lm_head", model.lm_head);
}

void check(Checks& checks) {
  exercise::Measurements all(checks, mlp_mistakes, true);
  all.group("linear", measure_linear);
  all.group("feed_forward", measure_feed_forward);
  all.group("logits", measure_logits);
  all.judge();
}

HOLO_EXERCISE("stage_05_mlp", check)

void reward() {
  holo::PythonRandom random(42);
  const std::vector<std::vector<int>> names = project::documents(random);
  const auto draw = [&](int rows, int columns) {
    return project::table_of<Number>(project::draw(rows, columns, 0.3, random));
  };
  const Mlp model = {draw(27, 8), draw(32, 8), draw(8, 32), draw(27, 8)};
  const Vector parameters =
      project::numbers_of<Number>({model.wte, model.fc1, model.fc2, model.lm_head});
  const int length = tape_length();
  project::learn_names(
      "your MLP", 1000, parameters,
      [&](const std::vector<int>& tokens) { return logits(model, tokens); }, cross_entropy,
      [](int step) { return 0.3 * (1 - step / 1000.0); }, [&] { cut_tape(length); }, names, random);
  std::printf("\n");
}

HOLO_REWARD(reward)

}  // namespace its_check
