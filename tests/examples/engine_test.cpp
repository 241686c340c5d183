// engine_test.cpp: the engine on one page, 08_engine, has the losses of the library when both begin
// with the same parameters.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <valarray>
#include <vector>

#include "holo/creation.h"
#include "holo/nn/gpt.h"
#include "holo/ops.h"
#include "holo/optim.h"

// All that the program includes is included above. A main() in a namespace must say `return 0`.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wreturn-type"
namespace engine_page {
#include "08_engine.cpp"
}  // namespace engine_page
#pragma GCC diagnostic pop

namespace engine_test {
namespace {

using engine_page::Tokens;
using holo::Activation, holo::Index, holo::Indices, holo::Tensor;

std::vector<Tokens> some_names() {
  const char* const root = std::getenv("HOLO_ROOT");
  const std::string folder = root == nullptr ? "." : root;
  std::vector<Tokens> names =
      engine_page::read_names((folder + "/examples/data/names.txt").c_str());
  REQUIRE(names.size() > 15000);
  return names;
}

Indices indices(Tokens::const_iterator begin, Tokens::const_iterator end) {
  return Indices({1, static_cast<Index>(end - begin)}, std::vector<Index>(begin, end));
}

/// The largest relative difference of their losses in 300 steps. `loss` is that of the library, of
/// `parameters`, for tokens and targets.
template <class Model, class Loss>
double largest_difference(const Model& model, double first_rate,
                          const std::vector<Tensor>& parameters, const Loss& loss) {
  const std::vector<Tokens> names = some_names();
  constexpr std::size_t steps = 300;
  holo::SGD descent(parameters, first_rate);
  double largest = 0;
  for (std::size_t step = 0; step < steps; ++step) {
    const Tokens& name = names[step * 7919 % names.size()];
    const double rate = first_rate * static_cast<double>(steps - step) / steps;
    descent.set_learning_rate(rate);
    descent.zero_grad();
    const Tensor ours =
        loss(indices(name.begin(), name.end() - 1), indices(name.begin() + 1, name.end()));
    ours.backward();
    descent.step();
    const double theirs = engine_page::train_step(model, name, rate);
    const double difference = std::fabs(static_cast<double>(ours.item()) / theirs - 1);
    REQUIRE(std::isfinite(difference));
    largest = std::max(largest, difference);
  }
  return largest;
}

Tensor copy_of(const engine_page::Node& node) {
  return holo::tensor(std::vector<double>(std::begin(node.data), std::end(node.data)),
                      {static_cast<Index>(node.rows), static_cast<Index>(node.columns)})
      .set_requires_grad();
}

}  // namespace

TEST_CASE("engine on one page: the losses of the library, for the network of chapter 5") {
  engine_page::parameters.clear();
  const engine_page::Mlp model;
  const Tensor wte = copy_of(*model.wte), fc1 = copy_of(*model.fc1), fc2 = copy_of(*model.fc2),
               lm_head = copy_of(*model.lm_head);
  const auto loss = [&](const Indices& tokens, const Indices& targets) {
    const Tensor hidden = linear(embedding(wte, tokens), fc1, {}, Activation::relu);
    return cross_entropy(linear(linear(hidden, fc2), lm_head), targets);
  };
  const double largest = largest_difference(model, 0.3, {wte, fc1, fc2, lm_head}, loss);
  MESSAGE("engine on one page, MLP: at most ", largest);
  CHECK(largest < 1e-5);
}

TEST_CASE("engine on one page: the losses of the library, for a GPT of one block") {
  engine_page::parameters.clear();
  const engine_page::Gpt model;
  holo::GPTOptions options = holo::microgpt_options(engine_page::n_tokens);
  options.n_head = 1;
  holo::PythonRandom random(1);
  holo::GPT gpt(options, random);
  // Both have their parameters in the same order; the library has those of q, k and v in one.
  std::vector<double> numbers;
  for (const engine_page::Node& p : engine_page::parameters)
    numbers.insert(numbers.end(), std::begin(p.data), std::end(p.data));
  REQUIRE(static_cast<Index>(numbers.size()) == gpt.parameter_count());
  auto next = numbers.begin();
  for (Tensor p : gpt.parameters()) {
    const std::vector<double> part(next, next + p.numel());
    next += p.numel();
    const holo::NoGrad no_grad;
    p.copy_(holo::tensor(part, p.shape()));
  }
  const auto loss = [&](const Indices& tokens, const Indices& targets) {
    return gpt.loss(tokens, targets);
  };
  const double largest = largest_difference(model, 0.1, gpt.parameters(), loss);
  MESSAGE("engine on one page, GPT: at most ", largest);
  CHECK(largest < 1e-5);
}

TEST_CASE("engine on one page: at most 300 lines, the standard library and fmt") {
  const char* const root = std::getenv("HOLO_ROOT");
  std::ifstream file(std::string(root == nullptr ? "." : root) + "/examples/08_engine.cpp");
  int lines = 0;
  for (std::string line; std::getline(file, line); ++lines)
    CHECK(line.rfind("#include \"", 0) != 0);
  CHECK(lines > 100);
  CHECK(lines <= 300);
}

}  // namespace engine_test
