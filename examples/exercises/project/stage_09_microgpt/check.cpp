#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include "exercises/project/given.h"
#include "exercises/project/measure.h"
#include "exercises/project/stage_09_microgpt/mistakes.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::Measured;
using project::Rows;

// Of microgpt.py.
const std::vector<double> first_losses = {
    0x1.b3434e3a6cc20p+1, 0x1.ab4d22b1b7928p+1, 0x1.aa23031d63964p+1, 0x1.9fc5d829aa59ep+1,
    0x1.a2324eb63f7fdp+1, 0x1.93e85b2ad5391p+1, 0x1.b7bf2b9e86a0bp+1, 0x1.83ff75188ce30p+1,
    0x1.8bf2d05cf0a87p+1, 0x1.8864b960c39f6p+1, 0x1.79f134e667041p+1, 0x1.97bd00191d0fep+1,
    0x1.7e43b62b85291p+1, 0x1.95701f0101713p+1, 0x1.73dc33b563d42p+1, 0x1.908a3ff664680p+1,
    0x1.8538b40543433p+1, 0x1.72654898a44f2p+1, 0x1.61309dd7b49f7p+1, 0x1.30aa1b208c427p+1};

// wte, wpe, lm_head, then wq, wk, wv, wo, fc1, fc2 of each block.
Microgpt microgpt_of(const std::vector<Rows>& weights, int heads) {
  Microgpt gpt;
  gpt.wte = project::table_of<Number>(weights[0]);
  gpt.wpe = project::table_of<Number>(weights[1]);
  gpt.lm_head = project::table_of<Number>(weights[2]);
  gpt.heads = heads;
  for (size_t i = 3; i + 5 < weights.size(); i += 6) {
    Block block;
    Matrix* parts[] = {&block.wq, &block.wk, &block.wv, &block.wo, &block.fc1, &block.fc2};
    for (size_t j = 0; j < 6; ++j) *parts[j] = project::table_of<Number>(weights[i + j]);
    gpt.blocks.push_back(block);
  }
  return gpt;
}

Vector parameters_of(const Microgpt& gpt) {
  std::vector<Matrix> parts = {gpt.wte, gpt.wpe, gpt.lm_head};
  for (const Block& block : gpt.blocks) {
    parts.insert(parts.end(), {block.wq, block.wk, block.wv, block.wo, block.fc1, block.fc2});
  }
  return project::numbers_of(parts);
}

// Two blocks of two heads, five tokens, four positions.
std::vector<Rows> small_weights() {
  std::vector<Rows> weights = {project::fractions(5, 4, 81), project::fractions(4, 4, 82.4),
                               project::fractions(5, 4, 83.1)};
  for (int i = 0; i < 12; ++i) {
    const bool wide = i % 6 == 4, high = i % 6 == 5;
    weights.push_back(project::fractions(wide ? 6 : 4, high ? 6 : 4, 84.3 + i));
  }
  return weights;
}

void measure_logits(Measured& got) {
  const Microgpt gpt = microgpt_of(small_weights(), 2);
  const Matrix rows = logits(gpt, {4, 1, 3, 0});
  project::expect_shape("logits of 4 tokens", rows, 4, 5);
  backward(project::mixed(rows));
  project::add_values(got, "logits", rows);
  const Vector parameters = parameters_of(gpt);
  for (size_t i = 0; i < parameters.size(); ++i)
    got.add("the gradient of parameter " + std::to_string(i), parameters[i].grad());
}

void measure_loss(Measured& got) {
  const Microgpt gpt = microgpt_of(small_weights(), 2);
  got.add("the loss of a document of 4 tokens", loss(gpt, {4, 1, 3, 4}).data());
  got.add("the loss of a document that is longer than wpe",
          loss(gpt, {4, 2, 0, 3, 1, 1, 4}).data());
}

// The given loop: that of microgpt.py. Returns the losses; gives the model and what is left of the
// random numbers to `after`.
std::vector<double> train(int steps, void (*after)(const Microgpt&, holo::PythonRandom&)) {
  holo::PythonRandom random(42);
  const std::vector<std::vector<int>> documents = project::documents(random);
  std::vector<Rows> weights;
  const int sizes[9][2] = {{27, 16}, {16, 16}, {27, 16}, {16, 16}, {16, 16},
                           {16, 16}, {16, 16}, {64, 16}, {16, 64}};
  for (const auto& [rows, columns] : sizes) {
    weights.push_back(project::draw(rows, columns, 0.08, random));
  }
  const Microgpt gpt = microgpt_of(weights, 4);
  const Vector parameters = parameters_of(gpt);
  const int length = tape_length();
  Adam adam;
  std::vector<double> losses;
  for (int step = 0; step < steps; ++step) {
    const Number mean = loss(gpt, documents[static_cast<size_t>(step)]);
    losses.push_back(mean.data());
    backward(mean);
    adam.step(parameters, 0.01 * (1 - step / 1000.0));
    cut_tape(length);
    if (after != nullptr && (step + 1) % 100 == 0) {
      std::printf("  step %d of %d, loss %.2f\n", step + 1, steps, losses.back());
      std::fflush(stdout);
    }
  }
  if (after != nullptr) after(gpt, random);
  return losses;
}

void check_training(Checks& checks) {
  const std::vector<double> losses = train(20, nullptr);
  for (size_t i = 0; i < losses.size(); ++i) {
    checks.equal("loss of step " + std::to_string(i + 1) + " of microgpt.py", losses[i],
                 first_losses[i],
                 i == 0 ? "the first loss differs, before anything was learned"
                        : "the losses differ from step " + std::to_string(i + 1) +
                              " on: the gradients of so large a calculation, or what is kept from "
                              "step to step");
  }
}

void check(Checks& checks) {
  exercise::Measurements all(checks, microgpt_mistakes, true);
  all.group("logits", measure_logits);
  all.group("loss", measure_loss);
  all.judge();
  // What is built on a mistake is not asked for.
  if (all.right()) check_training(checks);
}

HOLO_EXERCISE("stage_09_microgpt", check)

void print_names(const Microgpt& gpt, holo::PythonRandom& random) {
  const int length = tape_length();
  const auto next = [&](const std::vector<int>& so_far) {
    const Matrix rows = logits(gpt, so_far);
    std::vector<double> row;
    for (Number number : rows.back()) row.push_back(number.data());
    cut_tape(length);
    return row;
  };
  std::printf("\ntwenty names by your engine:\n\n ");
  for (int i = 1; i <= 20; ++i) {
    std::printf(" %s%s", project::name(next, 16, 0.5, random).c_str(), i == 10 ? "\n " : "");
  }
  std::printf("\n");
}

void reward() {
  std::printf("\nyour engine trains microgpt, 1000 steps: about half a minute ...\n");
  std::fflush(stdout);
  const std::vector<double> losses = train(1000, print_names);
  std::vector<double> ours;
  std::ifstream file("tests/data/own_losses_relu.txt");
  for (std::string step, bits, loss; file >> step >> bits >> loss;) {
    ours.push_back(std::strtod(bits.c_str(), nullptr));
  }
  int equal = 0;
  for (size_t i = 0; i < 20; ++i) equal += losses[i] == first_losses[i];
  std::printf("\n%d of the first 20 losses are microgpt.py's in every bit%s\n", equal,
              equal == 20 ? "." : ", the others within 1e-9: the page of this stage says why.");
  std::printf(
      "\nthe loss of 1000 steps, yours (*) and the one of make exact (.), which yours hides "
      "where both are equal:\n\n%s\n",
      project::picture({project::means('.', ours, 20), project::means('*', losses, 20)}).c_str());
}

HOLO_REWARD(reward)

}  // namespace its_check
