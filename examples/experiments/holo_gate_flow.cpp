// holo_gate_flow: the claims of its source about HoloGateFlow, each compared with what is measured,
// and its own protocol of leaving out and exchanging parts, at a size where it can be run.
#include <algorithm>
#include <chrono>

#include "experiments/character_model.h"
#include "holo/creation.h"
#include "holo/nn/gated_mlp.h"
#include "holo/nn/mlp.h"
#include "support/command_line.h"

using namespace holo;

double root_mean_square(const Tensor& x) {
  return std::sqrt(static_cast<double>(mean(square(x)).item()));
}

double norm_of(const Tensor& x) { return std::sqrt(static_cast<double>(sum(square(x)).item())); }

// The best of some runs of forward and backward of [512, d], in milliseconds.
double time_of(Layer& layer, const Tensor& x) {
  double best = INFINITY;
  for (int run = 0; run < 20; ++run) {
    const auto start = std::chrono::steady_clock::now();
    layer.zero_grad();
    layer.forward(x).backward(x);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count());
  }
  return best;
}

void sizes_and_speed(Index d) {
  PythonRandom random(1);
  HoloGateFlow full(d, random), no_flow(d, random, {.affine = {.flow = false}});
  HoloGateFlowLite lite(d, random);
  MLP plain(d, "gelu", random, {.expansion_factor = 4, .bias = true});
  GatedMLP gated(d, random, {.hidden = (7 * d + 10) / 3, .multiple_of = 1});
  const Tensor x = normal({512, d}, CounterRandom(1));
  fmt::print("1. size and speed, d = {}; time of forward and backward of [512,{}]\n", d, d);
  fmt::print("{:<38} {:>10} {:>8}\n", "layer", "parameters", "time");
  const auto row = [&](const char* name, Layer& layer) {
    fmt::print("{:<38} {:>10} {:>5.2f} ms\n", name, layer.parameter_count(), time_of(layer, x));
  };
  row("HoloGateFlow", full);
  row("light form", lite);
  row("without flow", no_flow);
  row("MLP 4 d, gelu, with biases", plain);
  row("swiglu, about as many as HoloGateFlow", gated);
}

// The norm of the gradient of W2, and of x, with the gate closed, in parts of the one with it open.
void closed_gate() {
  fmt::print("\n2. the gate closes (bias of W3 -20): gradients, in parts of those at bias 0\n");
  for (const bool flow : {true, false}) {
    PythonRandom random(3);
    HoloGateFlow layer(12, random, {.affine = {.flow = flow}});
    Tensor x = normal({32, 12}, random).set_requires_grad();
    const Tensor seed = normal({32, 12}, random);
    double w2[2], of_x[2];
    for (const int closed : {0, 1}) {
      {
        const NoGrad no_grad;
        layer.W3.bias.fill_(closed == 1 ? -20 : 0);
      }
      layer.zero_grad();
      x.zero_grad();
      layer(x).backward(seed);
      w2[closed] = norm_of(layer.W2.weight.grad());
      of_x[closed] = norm_of(x.grad());
    }
    fmt::print("{:<13} W2 {:.0e}   x {:.2f}\n", flow ? "with flow" : "without flow", w2[1] / w2[0],
               of_x[1] / of_x[0]);
  }
}

void first_scale() {
  fmt::print("\n3. the scale at the start, d = 96: mean and standard deviation\n");
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
      "\n4. {} layers, one after the other, as they begin: from a root mean square of 1 to\n",
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

  sizes_and_speed(96);
  closed_gate();
  first_scale();
  depth(24);

  const ModelSizes sizes = quick ? quick_sizes : ModelSizes{};
  const std::vector<double> rates =
      quick ? std::vector<double>{1e-2} : std::vector<double>{3e-3, 1e-2};
  const Text text = names_text();
  fmt::print("\n5. parts exchanged, on names\n");
  compare_on(text,
             {"HoloGateFlow", "one activation", "rms norm", "tanh gate", "relu gate",
              "split 1/4 1/2 1/4", "split 1/2 1/4 1/4", "scale bias -1", "own residual"},
             sizes.n_layer * holo_parameters(sizes.C), sizes, steps, {rates, seeds});
  fmt::print("\n6. the flow left out, compared with plain layers of that size\n");
  compare_on(text, {"no flow", "gelu", "relu2", "swiglu"},
             sizes.n_layer * no_flow_parameters(sizes.C), sizes, steps, {rates, seeds});
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
