// holo_gate_flow: the claims of its source about HoloGateFlow, each compared with what is measured,
// and its own protocol of leaving out and exchanging parts, at a size where it can be run.
#include <algorithm>

#include "experiments/character_model.h"
#include "holo/creation.h"
#include "holo/nn/mlp.h"
#include "support/command_line.h"

using namespace holo;

double root_mean_square(const Tensor& x) {
  return std::sqrt(static_cast<double>(mean(square(x)).item()));
}

void first_scale() {
  fmt::print("1. the scale at the start, d = 96: mean and standard deviation\n");
  for (const double bias : {0.0, -0.1, -0.5, -1.0}) {
    PythonRandom random(4);
    const HoloGateFlow layer(96, random, {.affine = {.flow_scale_bias = bias}});
    const Tensor x = normal({256, 96}, random);
    const std::vector<Tensor> part = split(x, {32, 32, 32}, -1);
    const Tensor z1 = gelu(layer.W1(part[0]));
    const Tensor z2 = silu(layer.W2(part[1]));
    const Tensor z = cat({z1, sigmoid(layer.W3(part[2])) * z2}, -1);
    const Tensor n = layer.norm->forward(z);
    const Tensor scale = (*layer.flow_scale)(n), shift = (*layer.flow_shift)(n);
    const auto deviation = [](const Tensor& t) { return root_mean_square(t - mean(t)); };
    fmt::print(
        "bias {:>4}: scale {:.3f} +- {:.3f}   shift +- {:.2f}   scale times (W z + b) +- {:.2f}\n",
        bias, mean(scale).item(), deviation(scale), deviation(shift),
        deviation(scale * layer.W_out(z)));
  }
}

void depth(Index layers) {
  fmt::print(
      "\n2. {} layers, one after the other, as they begin: from a root mean square of 1 to\n",
      layers);
  const Index d = 96;
  const auto grown = [&](const char* name, const std::function<std::unique_ptr<Layer>()>& make,
                         bool pre_norm) {
    const NoGrad no_grad;
    Tensor x = normal({256, d}, CounterRandom(5));
    x = x / full({}, static_cast<real>(root_mean_square(x)));
    for (Index i = 0; i < layers; ++i) {
      const std::unique_ptr<Layer> layer = make();
      x = pre_norm ? x + layer->forward(layer_norm(x)) : layer->forward(x);
    }
    fmt::print("{:<36} {:.1f}\n", name, root_mean_square(x));
  };
  PythonRandom random(6);
  grown(
      "HoloGateFlow", [&] { return std::make_unique<HoloGateFlow>(d, random); }, false);
  grown(
      "light form", [&] { return std::make_unique<HoloGateFlowLite>(d, random); }, false);
  grown(
      "without flow",
      [&] {
        return std::make_unique<HoloGateFlow>(d, random,
                                              HoloGateFlowOptions{.affine = {.flow = false}});
      },
      false);
  grown(
      "x + MLP(norm(x)), 4 d, gelu",
      [&] {
        return std::make_unique<MLP>(d, "gelu", random,
                                     MLPOptions{.expansion_factor = 4, .bias = true});
      },
      true);
  grown(
      "x + swiglu(norm(x)), 4 d",
      [&] { return std::make_unique<GatedMLP>(d, random, GatedMLPOptions{.hidden = 4 * d}); },
      true);
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "HoloGateFlow: its claims measured, its parts left out in turn.");
  const bool quick = cli.flag("--quick", "a few steps of small models: only shows that it works");
  const Index steps = cli.integer("--steps", quick ? 20 : 1000, 20, 1'000'000, "of each training");
  const int seeds =
      static_cast<int>(cli.integer("--seeds", quick ? 2 : 5, 1, 1000, "of each layer"));
  cli.finish();

  first_scale();
  depth(24);

  const ModelSizes sizes = quick ? quick_sizes : ModelSizes{};
  const std::vector<double> rates =
      quick ? std::vector<double>{1e-2} : std::vector<double>{3e-3, 1e-2};
  const Text text = names_text();
  fmt::print("\n3. parts exchanged, on names\n");
  compare_on(text,
             {"HoloGateFlow", "one activation", "rms norm", "tanh gate", "relu gate",
              "split 1/4 1/2 1/4", "split 1/2 1/4 1/4", "scale bias -1", "own residual"},
             sizes.n_layer * holo_parameters(sizes.C), sizes, steps, {rates, seeds});
  fmt::print("\n4. the flow left out, compared with plain layers of that size\n");
  compare_on(text, {"no flow", "gelu", "relu2", "swiglu"},
             sizes.n_layer * no_flow_parameters(sizes.C), sizes, steps, {rates, seeds});
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
