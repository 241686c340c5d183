// 20_two_moons: a problem of your own: points of two classes that no line separates, a module, and
// the loss of a question with two answers.
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "figures/shades.h"
#include "holo/compositions.h"
#include "holo/creation.h"
#include "holo/nn/layers.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "support/output/output_files.h"
#include "support/plots/plot.h"
#include "support/recorded/command_line.h"

using namespace holo;

struct Moons {
  Tensor points, labels;  // [2 n, 2], [2 n, 1]
};

// Two half circles, each around an end of the other; every point is moved a little.
Moons two_moons(Index n, PythonRandom& random) {
  const Tensor angle = uniform({n}, random, 0, std::acos(-1.0));
  const Tensor upper = stack({cos(angle), sin(angle)}, 1);
  const Tensor lower = stack({1 - cos(angle), 0.5 - sin(angle)}, 1);
  return {cat({upper, lower}, 0) + normal({2 * n, 2}, random, 0, 0.1),
          cat({zeros({n, 1}), ones({n, 1})}, 0)};
}

struct Net : Module {
  Linear fc1, fc2, head;
  explicit Net(PythonRandom& random)
      : fc1(2, 16, random), fc2(16, 16, random), head(16, 1, random) {
    register_module("fc1", fc1);
    register_module("fc2", fc2);
    register_module("head", head);
  }
  Tensor operator()(const Tensor& points) const { return head(tanh(fc2(tanh(fc1(points))))); }
};

// The share of the points on the right side: the logit is above 0 where the label is 1.
double accuracy(const Net& net, const Moons& moons) {
  const NoGrad no_grad;
  const std::vector<real> logits = net(moons.points).to_vector(), labels = moons.labels.to_vector();
  int right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) right += (logits[i] > 0) == (labels[i] == 1);
  return right / static_cast<double>(labels.size());
}

std::string picture(const Net& net, const Moons& moons, double share) {
  const NoGrad no_grad;
  const auto numbers = [](const Tensor& x) {
    const std::vector<real> of = x.to_vector();
    return std::vector<double>(of.begin(), of.end());
  };
  return decision_surface_svg(
      {.title = "Two moons, and how sure the network is",
       .description = fmt::format("Two half circles of points, each around an end of the other. A "
                                  "white band winds between them; {:.1f} % of new points lie on "
                                  "the right side of it",
                                  100 * share),
       .points = numbers(moons.points),
       .labels = numbers(moons.labels),
       .probability = [&](const Places& places) {
         return numbers(sigmoid(net(tensor(places, {static_cast<Index>(places.size()) / 2, 2}))));
       }});
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Learns to tell two moons of points apart.");
  const Index steps = cli.integer("--steps", 200, 1, 100'000, "of the training");
  const std::string folder = cli.text("--plots", "", "DIR", "draw two_moons.svg into it");
  cli.finish();
  if (!folder.empty()) check_output(folder + "/two_moons.svg", FileKind::plot, "--plots");
  PythonRandom random(42);
  const Moons moons = two_moons(100, random), others = two_moons(1000, random);
  const Net net(random);
  AdamW optimizer(weight_decay_groups(net, 0.01), 0.01);
  fmt::print("{} points, {} parameters\nstep   loss  accuracy  of new points\n",
             moons.labels.numel(), net.parameter_count());
  for (Index step = 0; step <= steps; ++step) {
    optimizer.zero_grad();
    const Tensor loss = binary_cross_entropy_with_logits(net(moons.points), moons.labels);
    if (step % (steps < 10 ? 1 : steps / 10) == 0) {
      fmt::print("{:4} {:6.3f} {:8.1f} % {:8.1f} %\n", step, loss.item(),
                 100 * accuracy(net, moons), 100 * accuracy(net, others));
    }
    if (step == steps) break;
    loss.backward();
    optimizer.step();
  }
  if (!folder.empty())
    write_file(folder + "/two_moons.svg", picture(net, moons, accuracy(net, others)));
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
