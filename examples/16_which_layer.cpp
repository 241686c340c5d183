// 16_which_layer: is one layer better than another? Equal numbers of parameters, several seeds, and
// a difference that has to be larger than what luck makes.
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "experiments/comparison.h"
#include "experiments/feed_forward.h"
#include "holo/creation.h"
#include "support/recorded/command_line.h"

using namespace holo;

// Four functions of random points x in [-1, 1]^4: x1 x2, sin(3 x3), |x4| and x1 x2 x3.
struct Points {
  Tensor x, y;  // [n, 4] each

  Points(Index n, std::uint64_t seed) : x(uniform({n, 4}, CounterRandom(seed), -1, 1)) {
    const std::vector<Tensor> part = split(x, {1, 1, 1, 1}, -1);
    const Tensor product = part[0] * part[1];
    std::vector<real> wave = part[2].to_vector();
    for (real& number : wave) number = std::sin(3 * number);
    y = cat({product, tensor(wave, {n, 1}), abs(part[3]), product * part[2]}, -1);
  }

  Tensor loss(Layer& layer) const { return mean(square(layer.forward(x) - y)); }
};

constexpr Index parameters = 120;

// 15 hidden numbers, or 10 with a gate; new points in each step. The error on points not seen.
double error_of(const std::string& name, std::uint64_t seed, int steps) {
  PythonRandom random(seed);
  const Layers layers = feed_forwards(name, 4, 1, parameters, random);
  std::uint64_t batch = 1000 * seed;
  train(*layers[0], {steps, 0.02}, [&] { return Points(64, ++batch).loss(*layers[0]); });
  return std::sqrt(static_cast<double>(Points(1000, 0).loss(*layers[0]).item()));
}

std::vector<double> errors_of(const std::string& name, std::uint64_t first, int seeds, int steps) {
  std::vector<double> errors;
  for (int i = 0; i < seeds; ++i) {
    errors.push_back(error_of(name, first + static_cast<std::uint64_t>(i), steps));
  }
  return errors;
}

// One of three comparisons.
void compare(const std::string& title, const std::vector<double>& a, const std::vector<double>& b) {
  const double difference = mean_of(b).value - mean_of(a).value;
  const bool tie = is_tie(difference, luck_of({a, b}), 3);
  fmt::print("{:<26}{}\n", title, tie ? "a tie" : difference < 0 ? "better" : "worse");
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Layers of equal size, several seeds each.");
  const auto steps = static_cast<int>(cli.integer("--steps", 1000, 20, 1'000'000, "of training"));
  const auto seeds = static_cast<int>(cli.integer("--seeds", 8, 2, 1000, "of each layer"));
  std::vector<std::string> names = {"swiglu"};
  for (const std::string& name : compared_names()) {
    if (name != "swiglu" && name != "HoloGateFlow") names.push_back(name);
  }
  const std::string other = cli.choice("--layer", names, "the last one of the table");
  cli.finish();

  const std::vector<double> gelu = errors_of("gelu", 1, seeds, steps);
  const std::vector<double> again = errors_of("gelu", 501, seeds, steps);
  const std::vector<double> silu = errors_of("silu", 1, seeds, steps);
  const std::vector<double> last = errors_of(other, 1, seeds, steps);
  fmt::print("1. {} parameters each: error, mean of {} seeds, its standard error\n", parameters,
             seeds);
  for (const auto& [name, errors] : {std::pair{"gelu", &gelu}, std::pair{"gelu again", &again},
                                     std::pair{"silu", &silu}, std::pair{other.c_str(), &last}}) {
    const Mean mean = mean_of(*errors);
    fmt::print("{:<12} {:.4f} +- {:.4f}\n", name, mean.value, mean.error);
  }
  fmt::print("\n2. is the difference more than luck?\n");
  compare("gelu again versus gelu:", gelu, again);
  compare("silu versus gelu:", gelu, silu);
  compare(other + " versus gelu:", gelu, last);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
