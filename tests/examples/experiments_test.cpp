// experiments_test.cpp: what the comparisons of layers rest on: widths that give a number of
// parameters exactly, the words for noise, and shapes that can be told apart.
#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "experiments/comparison.h"
#include "experiments/feed_forward.h"
#include "experiments/images.h"
#include "holo/creation.h"

namespace experiments_test {

using namespace holo;

namespace {

Index counted(const Layers& layers) {
  Index count = 0;
  for (const auto& layer : layers) count += layer->parameter_count();
  return count;
}

std::vector<std::string> names_and(const std::string& form) {
  std::vector<std::string> names = compared_names();
  names.back() = form;
  return names;
}

}  // namespace

TEST_CASE("experiments: layers by name have exactly the parameters that were asked for") {
  for (const Index C : {16, 48}) {
    const auto check = [&](const std::string& form, Index parameters) {
      for (const std::string& name : names_and(form)) {
        CAPTURE(name);
        PythonRandom random(1);
        CHECK(counted(feed_forwards(name, C, 3, parameters, random)) == parameters);
      }
    };
    check("HoloGateFlow", 3 * holo_parameters(C));
    check("Lite", 3 * lite_parameters(C));
    check("no flow", 3 * no_flow_parameters(C));
  }
}

TEST_CASE("experiments: the forms of HoloGateFlow differ in what their names say") {
  for (const char* name : {"one activation", "tanh gate", "relu gate", "split 1/4 1/2 1/4",
                           "split 1/2 1/4 1/4", "scale bias -1", "own residual"}) {
    CAPTURE(name);
    PythonRandom random(1), again(1), inputs(2);
    const Tensor x = normal({4, 48}, inputs);
    const Layers plain = feed_forwards("HoloGateFlow", 48, 1, 0, random);
    const Layers other = feed_forwards(name, 48, 1, 0, again);
    CHECK(counted(other) == holo_parameters(48));
    CHECK(plain[0]->forward(x).to_vector() != other[0]->forward(x).to_vector());
  }
  PythonRandom random(1);
  CHECK(counted(feed_forwards("rms norm", 48, 1, 0, random)) == holo_parameters(48) - 96);
}

TEST_CASE("experiments: no widths for a number, no such layer") {
  PythonRandom random(1);
  CHECK_THROWS_AS(feed_forwards("relu", 16, 3, 33, random), UsageError);
  CHECK_THROWS_AS(feed_forwards("swiglu", 16, 3, 96, random),
                  UsageError);  // fewer units than blocks
  CHECK_THROWS_AS(feed_forwards("mish", 16, 3, 3 * holo_parameters(16), random), UsageError);
}

TEST_CASE("experiments: mean and standard error") {
  const Mean mean = mean_of({1, 2, 3, 6});
  CHECK(mean.value == 3);
  CHECK(mean.error == doctest::Approx(std::sqrt(14.0 / 3 / 4)));
  CHECK(mean_of({5}).error == 0);
}

TEST_CASE("experiments: Student's t") {
  // two-sided, from the tables: 2.776 for 4 degrees of freedom is 5 %
  CHECK(probability_of(2.776, 4) == doctest::Approx(0.05).scale(0).epsilon(0.001));
  CHECK(probability_of(-2.776, 4) == doctest::Approx(0.05).scale(0).epsilon(0.001));
  CHECK(probability_of(12.706, 1) == doctest::Approx(0.05).scale(0).epsilon(0.001));
  CHECK(probability_of(3.582, 36) == doctest::Approx(0.001).scale(0).epsilon(0.01));
  CHECK(probability_of(0, 7) == doctest::Approx(1));
}

TEST_CASE("experiments: luck is what neither the layer nor the seed explains") {
  // differences 2, 3, 4: mean 3, standard error sqrt(1 / 3)
  const Luck two = luck_of({{1, 5, 2}, {3, 8, 6}});
  CHECK(two.degrees == 2);
  CHECK(two.error == doctest::Approx(std::sqrt(1.0 / 3)));
  const Luck none = luck_of({{1, 5, 2}, {2, 6, 3}, {4, 8, 5}});
  CHECK(none.degrees == 4);
  CHECK(none.error == doctest::Approx(0));
  CHECK(luck_of({{1}, {2}}).degrees == 0);

  CHECK_FALSE(is_tie(3, two, 1));  // t 5.2 of 2 degrees: 3.5 %
  CHECK(is_tie(3, two, 3));        // one of three pairs
  CHECK(is_tie(2, two, 1));
  CHECK(is_tie(9, luck_of({{1}, {2}}), 1));  // one seed says nothing
}

TEST_CASE("experiments: the rate is chosen by other numbers than those of the table") {
  std::vector<std::uint64_t> seeds;
  const RunOf run = [&](const std::string&, double rate, std::uint64_t seed) {
    seeds.push_back(seed);
    if (rate > 0.5) throw Error("loss", "nan", "a number");
    const bool first = rate < 0.15;  // better by `choice`, worse by `value`
    return RunResult{first ? 1.0 : 2.0, first ? 20.0 : 10.0, 7};
  };
  const std::vector<TableRow> rows = compare({"a"}, {{0.1, 0.2, 0.9}, 3}, run);
  CHECK(rows[0].learning_rate == 0.1);
  CHECK(rows[0].parameters == 7);
  CHECK(rows[0].values == std::vector<double>{20, 20, 20});
  CHECK(seeds == std::vector<std::uint64_t>{1, 2, 3, 1, 2, 3, 1});
}

TEST_CASE("experiments: shapes are drawn inside of the image, each of them, bright and dark") {
  PythonRandom random(3);
  const Images images = draw_shapes(400, 0, random);
  std::set<Index> classes(images.labels.begin(), images.labels.end());
  CHECK(classes.size() == shape_names.size());
  int bright = 0;
  for (Index i = 0; i < images.count(); ++i) {
    const float* const pixels = images.pixels.data() + i * 256;
    const float ground = pixels[0];
    int different = 0;
    for (int k = 0; k < 256; ++k) different += std::fabs(pixels[k] - ground) > 0.3F ? 1 : 0;
    CHECK(different > 10);
    CHECK(different < 150);
    bright += *std::max_element(pixels, pixels + 256) > ground + 0.3F ? 1 : 0;
  }
  CHECK(bright > 150);
  CHECK(bright < 250);
}

}  // namespace experiments_test
