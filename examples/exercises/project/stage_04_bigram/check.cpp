#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cstdio>
#include "exercises/project/given.h"
#include "exercises/project/measure.h"
#include "exercises/project/stage_04_bigram/mistakes.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::Measured;
using project::Rows;

void measure_softmax(Measured& got, const std::string& name, const std::vector<double>& row) {
  const Vector logits = project::row_of<Number>(row);
  const Matrix p = {softmax(logits)};
  project::expect_shape("softmax of a row", p, 1, row.size());
  backward(project::mixed(p));
  project::add_values(got, name, p);
  project::add_gradients(got, "logit of " + name, Matrix{logits});
}

void check(Checks& checks) {
  exercise::Measurements all(checks, bigram_mistakes, true);
  all.group("softmax", [](Measured& got) {
    for (const std::vector<double>& row : project::fractions(2, 4, 11))
      measure_softmax(got, "softmax of fractions", row);
  });
  all.group("softmax of large logits", [](Measured& got) {
    measure_softmax(got, "softmax of (1000.25, 999.5, 998)", {1000.25, 999.5, 998});
    measure_softmax(got, "softmax of (-1001.5, -1000.25, -1003)", {-1001.5, -1000.25, -1003});
    measure_softmax(got, "softmax of (-800.5, 750.25, 749)", {-800.5, 750.25, 749});
  });
  all.group("cross_entropy", [](Measured& got) {
    // Logits above 0, so that a logarithm of them is a number.
    Rows rows = project::fractions(3, 4, 17);
    for (std::vector<double>& row : rows) {
      for (double& number : row) number += 1.7;
    }
    const Matrix logits = project::table_of<Number>(rows);
    const Number loss = cross_entropy(logits, {2, 3, 0});
    backward(loss);
    got.add("cross_entropy of 3 rows", loss.data());
    project::add_gradients(got, "logit of cross_entropy", logits);
  });
  // What one row subtracts is of no use to the other one.
  all.group("cross_entropy of large logits", [](Measured& got) {
    const Matrix apart = project::table_of<Number>({{1000.25, 999.5}, {-1001.5, -1000.25}});
    got.add("cross_entropy of (1000.25, 999.5) and (-1001.5, -1000.25)",
            cross_entropy(apart, {1, 0}).data());
  });
  all.judge();
}

HOLO_EXERCISE("stage_04_bigram", check)

// A table with a row of logits for each token, which learns what follows it.
void reward() {
  holo::PythonRandom random(42);
  const std::vector<std::vector<int>> names = project::documents(random);
  const Matrix table = project::table_of<Number>(project::draw(27, 27, 0.08, random));
  const auto logits = [&](const std::vector<int>& tokens) {
    Matrix rows;
    for (int token : tokens) rows.push_back(table[static_cast<size_t>(token)]);
    return rows;
  };
  const int length = tape_length();
  project::learn_names(
      "your table of letter pairs", 1500, project::numbers_of<Number>({table}), logits,
      cross_entropy, [](int) { return 2; }, [&] { cut_tape(length); }, names, random);
  std::printf("\n");
}

HOLO_REWARD(reward)

}  // namespace its_check
