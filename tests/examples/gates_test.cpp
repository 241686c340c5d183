// gates_test.cpp: rows of a text are those that it says, half of the positions are from rows of
// their own, and each gets its input; of units whose formulas are known the report says what they
// are; its tables. kernel_view_test.cpp asks whether a walk is the GPT.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "examples/tiny_pretrained.h"
#include "gpt/gates/gates.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "helpers.h"
#include "holo/creation.h"
#include "holo/nn/mlp.h"
#include "kernel_view/gated_unit.h"
#include "kernel_view/trained_gate.h"

namespace gate_inputs_test {
namespace {

using namespace holo;

SavedRun trained(const std::string& data, const std::string& hash) {
  SavedRun run;
  run.settings = {{"data", data}, {"format", "lines"}, {"validation", "0.25"}, {"seed", "7"}};
  run.data_hash = hash;
  return run;
}

// Long enough that no two lines begin with the same letters.
std::string lines() {
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += std::string(1, static_cast<char>('a' + i % 20)) + "bcd" +
            std::string(static_cast<std::size_t>(1 + i / 20), 'e') + "\n";
  return text;
}

}  // namespace

TEST_CASE("gate inputs: of each position the row of what its layer gets") {
  const auto input = [](Index T, double first) {
    std::vector<double> x;
    for (Index i = 0; i < 2 * T; ++i) x.push_back(first + static_cast<double>(i));
    return tensor(x, {1, T, 2});
  };
  std::vector<Walk> walks(3);
  walks[0].inputs = {input(3, 100), input(3, 0)};
  walks[1].inputs = {input(1, 100), input(1, 10)};
  walks[2].inputs = {input(2, 100), input(2, 20)};
  CHECK(inputs_at(walks, 1, {{2, 1}, {0, 0}, {1, 0}, {0, 2}, {2, 1}}).to_vector() ==
        std::vector<real>{22, 23, 0, 1, 10, 11, 4, 5, 22, 23});
}

TEST_CASE("gate positions: fitted to rows with an even number, measured at the others") {
  const TokenRows rows = {{0, 0, 0}, {0}, {0}, {0, 0}};
  const std::vector<Position> all = positions_of(rows, 100);
  REQUIRE(all.size() == 6);
  for (std::size_t n = 0; n < all.size(); ++n) CHECK(all[n].row % 2 == n % 2);
  CHECK(all[2].place == 1);
  CHECK(all[5].row == 3);
  CHECK(positions_of(rows, 5).size() == 4);
  CHECK(positions_of({{1, 2, 3}}, 100).empty());
}

TEST_CASE("gate text: the validation part of the text that was trained on, all of another one") {
  const TemporaryFolder folder;
  const std::string file = folder.write("lines", lines());
  const DatasetSettings settings = {
      .files = {file}, .validation = 0.25, .block_size = 4, .seed = 7};
  const Dataset data(settings);
  const auto tokenizer =
      std::shared_ptr<const Tokenizer>(tokenizer_from_text(data.tokenizer().to_text(), "it"));
  const GateTextSettings wanted = {
      .model = "model", .files = {file}, .block_size = 4, .positions = 1000};

  const GateText part = gate_text(trained(file, data.hash()), tokenizer, wanted);
  CHECK(part.about == "the validation part of the text");
  TokenRows validation;
  for (const TokenBatch& batch : data.validation_batches(1)) {
    for (Index b = 0; b < batch.tokens.shape()[0]; ++b) {
      const auto first = batch.tokens.values().begin() + b * batch.tokens.shape()[1];
      validation.emplace_back(first, first + batch.tokens.shape()[1]);
    }
  }
  REQUIRE(validation.size() == static_cast<std::size_t>(data.validation_rows()));
  CHECK(part.rows == validation);

  const GateText all = gate_text(trained(file, "another"), tokenizer, wanted);
  CHECK(all.about == "the text");
  CHECK(all.rows.size() == 40);
  CHECK(all.rows[0].front() == tokenizer->bos());
  GateTextSettings few = wanted;
  few.positions = 20;
  const GateText some = gate_text(trained(file, "another"), tokenizer, few);
  CHECK(some.rows.size() >= 5);
  CHECK(some.rows.size() <= 10);
  CHECK(some.rows.back() != all.rows[some.rows.size() - 1]);  // not only the first ones
  few.positions = 16;
  const GateText running = gate_text(SavedRun{}, std::make_shared<ByteTokenizer>(), few);
  REQUIRE(running.rows.size() == 6);
  CHECK(running.rows[0] == std::vector<Index>{256, 'a', 'b', 'c'});
  for (const auto& row : running.rows) CHECK(row.size() == 4);
}

TEST_CASE("gate text: without files the built-in names, if they were trained on") {
  const Dataset names(DatasetSettings{});
  const auto tokenizer =
      std::shared_ptr<const Tokenizer>(tokenizer_from_text(names.tokenizer().to_text(), "it"));
  const GateTextSettings wanted = {.model = "model", .block_size = 16, .positions = 100};
  CHECK(gate_text(trained("", names.hash()), tokenizer, wanted).about ==
        "the validation part of the built-in names");
  // The demo says no format: its names are lines, each from BOS on.
  SavedRun demo;
  demo.settings = {{"preset", "names"}};
  for (const auto& row : gate_text(demo, tokenizer, wanted).rows)
    CHECK(row[0] == names.tokenizer().bos());
}

TEST_CASE("gate text: a tokenizer of another program may have no BOS") {
  const TemporaryFolder folder;
  const std::string file = folder.write("text", "hello hello he said hello");
  const std::shared_ptr<const Tokenizer> tokenizer =
      stored_tokenizer(tiny_pretrained::Members().text(), "it");
  REQUIRE(tokenizer->bos() == -1);
  const GateTextSettings wanted = {
      .model = "model", .files = {file}, .block_size = 4, .positions = 100};
  SavedRun documents;
  documents.settings = {{"format", "lines"}};
  for (const SavedRun& run : {SavedRun{}, documents}) {
    const GateText text = gate_text(run, tokenizer, wanted);
    REQUIRE(!text.rows.empty());
    CHECK(text.rows[0][0] == 259);  // hello
    for (const auto& row : text.rows)
      for (const Index token : row) CHECK(token >= 0);
  }
}

}  // namespace gate_inputs_test

namespace gate_report_test {
namespace {

using namespace holo;

Tensor random_inputs(Index rows, Index channels, std::int64_t seed) {
  PythonRandom random(seed);
  return normal({rows, channels}, random, 0, 1);
}

// One unit: its value is channel 1 of two, its gate channel 0 and a bias.
std::unique_ptr<GatedMLP> one_unit(const char* activation, double gate_bias) {
  PythonRandom random(1);
  const GatedMLPOptions options{
      .hidden = 1, .activation = activation, .bias = true, .multiple_of = 1};
  auto layer = std::make_unique<GatedMLP>(2, random, options);
  const NoGrad no_grad;
  layer->fc1.weight.copy_(tensor({{0, 1}, {1, 0}}));
  layer->fc1.bias.copy_(tensor({0.0, gate_bias}));
  return layer;
}

LayerReport report(const GatedMLP& layer, const Tensor& inputs) {
  return report_of(layer, inputs,
                   {.tokens = std::vector<Index>(static_cast<std::size_t>(inputs.size(0)), 0)});
}

// H units, value first, of layers without biases.
std::unique_ptr<GatedMLP> units_with(Index H, const Tensor& weight) {
  PythonRandom random(1);
  const GatedMLPOptions options{.hidden = H, .activation = "none", .multiple_of = 1};
  auto layer = std::make_unique<GatedMLP>(weight.size(1), random, options);
  const NoGrad no_grad;
  layer->fc1.weight.copy_(weight);
  return layer;
}

// Eleven units: linear shares 0, 0.01, ..., quadratic ones 0.1 larger, cubic ones 0.5; one silent
// unit.
LayerReport layer() {
  LayerReport report;
  for (int j = 0; j < 11; ++j) {
    const double share = 0.01 * j;
    report.units.push_back({{share, share + 0.1, 0.5}, {2, -0.25}, 0.5 + j, 1.0 + j % 10, {1, 0}});
  }
  report.units.push_back({{NAN, NAN, NAN}, {0, 0}, 0, 0, {}});
  return report;
}

}  // namespace

TEST_CASE("gate report: bilinear units are quadratic, with the eigenvalues of their two rows") {
  PythonRandom random(3);
  GatedMLP layer(6, random, {.hidden = 5, .activation = "none", .multiple_of = 1});
  const LayerReport found = report(layer, random_inputs(400, 6, 4));
  REQUIRE(found.units.size() == 5);
  const std::vector<Unit> units = units_of(layer);
  for (std::size_t j = 0; j < 5; ++j) {
    const auto& [g, v] = units[j];
    CHECK(found.units[j].explained[1] > 1 - 1e-9);
    CHECK(found.units[j].explained[2] > 1 - 1e-9);
    CHECK(found.units[j].explained[0] < 0.9);
    const Numbers64 want = eigenvalues(symmetric_matrix(g, v), 6);
    CHECK(found.units[j].eigenvalues[0] == doctest::Approx(want.front()).epsilon(1e-4));
    CHECK(found.units[j].eigenvalues[1] == doctest::Approx(want.back()).epsilon(1e-4));
    CHECK(found.units[j].gate_size == doctest::Approx(std::sqrt(dot64(g, g))).epsilon(0.2));
  }
}

TEST_CASE(
    "gate report: a gate of the known share 1/2 + 1/pi, one that is open, one that is closed") {
  // a and b are independent and normal: of E[(relu(a) b)^2] = 1/2 the term b has 1/(2 pi), ab 1/4.
  const Tensor x = random_inputs(40000, 2, 5);
  const LayerReport half = report(*one_unit("relu", 0), x);
  CHECK(half.units[0].explained[0] == doctest::Approx(1 / std::numbers::pi).epsilon(0.03));
  CHECK(half.units[0].explained[1] == doctest::Approx(0.5 + 1 / std::numbers::pi).epsilon(0.01));
  CHECK(half.units[0].explained[2] > half.units[0].explained[1] + 0.05);
  CHECK(shares_of(half, 2).size() == 1);

  const LayerReport open = report(*one_unit("relu", 100), x);
  CHECK(open.units[0].explained[1] > 1 - 1e-9);
  const LayerReport closed = report(*one_unit("relu", -100), x);
  CHECK(std::isnan(closed.units[0].explained[1]));
  CHECK(shares_of(closed, 2).empty());
  CHECK(closed.units[0].strength == 0);
}

TEST_CASE("gate report: the tokens that open a unit most, each once, closed by nothing") {
  // The input of token t is the channel t. Unit 0 opens at 5, 2 and 7, in this order; unit 1 at -6.
  constexpr Index V = 8;
  std::vector<double> weight(4 * V, 0.0);
  const auto at = [&](Index row, Index token) -> double& {
    return weight[static_cast<std::size_t>(row * V + token)];
  };
  for (Index t = 0; t < V; ++t) at(0, t) = at(1, t) = 1 + static_cast<double>(t);
  at(2, 5) = 3;
  at(2, 2) = 2;
  at(2, 7) = 1;
  at(3, 6) = -4;
  at(3, 1) = 3;
  const auto layer = units_with(2, tensor(weight, {4, V}));
  std::vector<Index> tokens;
  std::vector<double> x;
  for (Index n = 0; n < 5 * V; ++n) {
    tokens.push_back(n * 3 % V);
    for (Index c = 0; c < V; ++c) x.push_back(c == tokens.back() ? 1 : 0);
  }
  const Tensor inputs = tensor(x, {5 * V, V});
  const LayerReport found = report_of(*layer, inputs, {.tokens = tokens, .most_tokens = 3});
  CHECK(found.units[0].tokens == std::vector<Index>{5, 2, 7});
  CHECK(found.units[1].tokens[0] == 6);
  CHECK(found.units[1].tokens[1] == 1);
  CHECK(report_of(*layer, inputs, {.tokens = tokens, .most_tokens = 0}).units[0].tokens.empty());
}

TEST_CASE("gate report: strength is what a unit adds to the output") {
  PythonRandom random(9);
  GatedMLP layer(3, random, {.hidden = 3, .activation = "none", .multiple_of = 1});
  const NoGrad no_grad;
  layer.fc1.weight.copy_(
      tensor({{1, 0, 0}, {2, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}}));
  layer.fc2.weight.copy_(tensor({{3, 0, 0}, {4, 0, 12}, {0, 1, 5}}));
  const LayerReport found = report(layer, random_inputs(4000, 3, 10));
  const double one = found.units[0].strength / 5;  // of x0 x1
  CHECK(one == doctest::Approx(1).epsilon(0.1));
  CHECK(found.units[1].strength == doctest::Approx(2 * one));
  CHECK(found.units[2].strength == doctest::Approx(13 * one));
  CHECK(strongest_units(found, 2) == std::vector<std::size_t>{2, 0});
  CHECK(strongest_units(found, 9) == std::vector<std::size_t>{2, 0, 1});
  // Of x^2 it is the standard deviation, the root of 2, and not the mean, 1.
  const auto square = units_with(1, tensor({{1.0}, {1.0}}));
  square->fc2.weight.copy_(tensor({{2.0}}));
  CHECK(report(*square, random_inputs(4000, 1, 14)).units[0].strength ==
        doctest::Approx(2 * std::numbers::sqrt2).epsilon(0.1));
}

TEST_CASE("gate report: numbers that are not finite are refused") {
  const auto layer = one_unit("silu", 0);
  const Tensor x = random_inputs(8, 2, 13);
  const NoGrad no_grad;
  layer->fc1.bias.copy_(tensor({0.0, HUGE_VAL}));
  check_error_with<Error>("there: unit 0 gives ", [&] {
    report_of(*layer, x, {.tokens = std::vector<Index>(8, 0), .where = "there"});
  });
}

TEST_CASE("gate tables: a line for each block, and the strongest units") {
  CHECK(layers_table({layer(), layer()})
            .find("    0     12      1     5.0       15.0   11.0 .. 19.0    50.0   5.00\n"
                  "    1     12      1 ") != std::string::npos);
  const CharTokenizer tokenizer({"a\n"});
  CHECK(units_table({layer()}, 2, tokenizer)
            .find("    0      9        10       19.0              2 -0.25  a U+000A\n"
                  "    0      8         9       18.0              2 -0.25  a U+000A\n") !=
        std::string::npos);
  CHECK(units_table({layer()}, 0, tokenizer).empty());
}

}  // namespace gate_report_test
