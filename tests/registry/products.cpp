// products.cpp: entries of matmul, linear and the gates.
#include <fmt/format.h>

#include "registry/draws.h"

namespace registry {

using namespace holo;

Entry matmul_entry() {
  Samples samples("matmul", [](Tensors x) { return matmul(x[0], x[1]); });
  const std::vector<std::pair<Shape, Shape>> pairs = {
      {{1}, {1}},
      {{4}, {4}},
      {{3, 4}, {4}},
      {{4}, {4, 2}},
      {{1, 1}, {1, 1}},
      {{3, 4}, {4, 5}},
      {{7, 1}, {1, 9}},
      {{1, 257}, {257, 1}},
      {{13, 5}, {5, 13}},
      {{17, 33}, {33, 9}},
      {{2, 3, 4}, {2, 4, 5}},
      {{2, 3, 4}, {4, 5}},
      {{3, 4}, {2, 4, 5}},
      {{2, 1, 3, 4}, {5, 4, 2}},
      {{1, 5, 3, 4}, {2, 1, 4, 2}},
      {{2, 3, 4}, {4}},
      {{4}, {2, 4, 3}},
      {{2, 2, 3, 4}, {4}},
      {{0, 4}, {4, 3}},
      {{3, 0}, {0, 2}},
      {{2, 0, 4}, {4, 3}},
      {{0, 3, 4}, {4, 3}},
      {{0}, {0}},
      {{4097}, {4097}},
      {{3, 4096}, {4096, 5}},
      {{64, 64}, {64, 64}},
      {{67, 65}, {65, 71}},
      {{5, 33, 64}, {64, 40}},
      {{6, 40, 32}, {6, 32, 40}},
      {{300, 700}, {700}},
  };
  for (const auto& [a, b] : pairs) samples.add({samples.numbers(a), samples.numbers(b)});
  for (const Shape& shape : Shapes{{1, 1}, {5, 5}, {2, 3, 3}, {70, 70}}) {
    samples.add(
        {samples.numbers(shape)}, [](Tensors x) { return matmul(x[0], x[0]); }, "twice");
  }
  samples.add(
      {samples.numbers({6, 4})}, [](Tensors x) { return matmul(x[0], transpose(x[0], 0, 1)); },
      "with its transpose");
  samples.add(
      {samples.numbers({7})}, [](Tensors x) { return matmul(x[0], x[0]); }, "twice");
  return samples.entry(draw_matmul);
}

Entry linear_entry() {
  Samples samples("linear");
  struct Layer {
    Shape x;
    Index out;
  };
  const std::vector<Layer> layers = {
      {{1}, 1},      {{5}, 3},          {{4, 3}, 5},    {{2, 3, 4}, 2},    {{13, 7}, 9},
      {{1, 8}, 8},   {{2, 1, 3, 4}, 6}, {{0, 3}, 2},    {{2, 0, 3}, 4},    {{33, 17}, 1},
      {{3, 16}, 33}, {{257, 1}, 2},     {{67, 65}, 71}, {{8, 32, 24}, 48},
  };
  for (const Activation act :
       {Activation::none, Activation::relu, Activation::relu2, Activation::gelu,
        Activation::gelu_tanh, Activation::silu, Activation::tanh, Activation::sigmoid}) {
    // All terms of a channel have one sign, so that no sum comes near the kink of a relu.
    const bool kink = act == Activation::relu || act == Activation::relu2;
    const auto one_sign = [&](Input input) {
      const std::size_t rows = static_cast<std::size_t>(input.shape[0]);
      for (std::size_t i = 0; i < input.values.size(); ++i) {
        if (i / (input.values.size() / rows) % 2 == 1) input.values[i] = -input.values[i];
      }
      return input;
    };
    const auto parameter = [&](const Shape& shape) {
      if (kink) return one_sign(samples.numbers(shape, Domain::positive));
      Input input = samples.numbers(shape);
      for (double& w : input.values) w /= 8;
      return input;
    };
    for (const Layer& layer : layers) {
      const Input x = samples.numbers(layer.x, kink ? Domain::positive : Domain::real);
      const Input weight = parameter({layer.out, layer.x.size(-1)});
      const std::string form = "activation " + std::to_string(static_cast<int>(act));
      samples.add(
          {x, weight, parameter({layer.out})},
          [act](Tensors t) { return linear(t[0], t[1], t[2], act); }, form);
      samples.add(
          {x, weight}, [act](Tensors t) { return linear(t[0], t[1], Tensor(), act); }, form);
    }
  }
  samples.add(
      {samples.numbers({5, 5}), samples.numbers({5})},
      [](Tensors t) { return linear(t[0], t[0], t[1]); }, "x is the weight");
  samples.add(
      {samples.numbers({5}), samples.numbers({5, 5})},
      [](Tensors t) { return linear(t[0], t[1], t[0]); }, "x is the bias");
  return samples.entry(draw_linear);
}

Entry gated_entry() {
  Samples samples("gated");
  for (const Activation act :
       {Activation::none, Activation::relu, Activation::relu2, Activation::gelu,
        Activation::gelu_tanh, Activation::silu, Activation::tanh, Activation::sigmoid}) {
    for (const Gate gate : {Gate::first, Gate::second}) {
      const bool first = gate == Gate::first;
      for (const Shape& shape : Shapes{{2},
                                       {6},
                                       {5, 2},
                                       {13, 10},
                                       {1, 32},
                                       {3, 66},
                                       {2, 3, 4},
                                       {1, 1, 8},
                                       {2, 3, 4, 2},
                                       {0, 4},
                                       {2, 0, 2},
                                       {3, 0},
                                       {16, 16},
                                       {131, 158}}) {
        samples.add(
            {samples.numbers(shape, Domain::away_from_0)},
            [act, gate](Tensors t) { return gated(t[0], act, gate); },
            fmt::format("activation {}, gate {}", static_cast<int>(act), first ? 1 : 2));
      }
    }
  }
  return samples.entry(draw_gated);
}

Entry holo_gate_entry() {
  Samples samples("holo_gate");
  const Activation all[] = {Activation::none, Activation::relu,      Activation::relu2,
                            Activation::gelu, Activation::gelu_tanh, Activation::silu,
                            Activation::tanh, Activation::sigmoid};
  for (int k = 0; k < 8; ++k) {  // each activation in each place
    const HoloGateOptions options{all[k], all[(k + 3) % 8], all[(k + 6) % 8]};
    const std::string form = fmt::format("activations {}, {}, {}", k, (k + 3) % 8, (k + 6) % 8);
    const Function f = [options](Tensors t) { return holo_gate(t[0], t[1], t[2], options); };
    for (const Shape& shape : Shapes{{1},
                                     {3},
                                     {5, 1},
                                     {1, 16},
                                     {3, 33},
                                     {2, 3, 2},
                                     {2, 3, 4, 1},
                                     {0, 4},
                                     {2, 0, 2},
                                     {3, 0},
                                     {2, 515},
                                     {131, 79}}) {
      const auto input = [&] { return samples.numbers(shape, Domain::away_from_0); };
      samples.add({input(), input(), input()}, f, form);
    }
    const auto input = [&] { return samples.numbers({4, 5}, Domain::away_from_0); };
    const auto constant = [&] { return Samples::constant(input()); };
    samples.add({input(), constant(), constant()}, f, form + ", one gradient");
    samples.add({constant(), input(), input()}, f, form + ", two gradients");
    const auto repeated = [&](const char* how, const Function& g) {
      samples.add({input(), input()}, g, form + how);
    };
    repeated(", a twice", [options](Tensors t) { return holo_gate(t[0], t[0], t[1], options); });
    repeated(", b twice", [options](Tensors t) { return holo_gate(t[1], t[0], t[0], options); });
    samples.add(
        {input()}, [options](Tensors t) { return holo_gate(t[0], t[0], t[0], options); },
        form + ", three times");
  }
  return samples.entry(draw_holo_gate);
}

Entry affine_flow_entry() {
  Samples samples("affine_flow");
  const Function whole = [](Tensors t) { return affine_flow(t[0], t[1], t[2], t[3]); };
  const Function without_x = [](Tensors t) { return affine_flow(Tensor(), t[0], t[1], t[2]); };
  for (const Shape& shape : shapes) {
    const auto input = [&] { return samples.numbers(shape); };
    samples.add({input(), input(), input(), input()}, whole);
    samples.add({input(), input(), input()}, without_x, "without x");
  }
  const auto input = [&] { return samples.numbers({3, 7}); };
  const auto constant = [&] { return Samples::constant(input()); };
  samples.add({constant(), input(), constant(), input()}, whole, "two gradients");
  samples.add({input(), constant(), input(), constant()}, whole, "the other two");
  samples.add(
      {input(), input()}, [](Tensors t) { return affine_flow(t[0], t[1], t[0], t[1]); }, "twice");
  samples.add(
      {input()}, [](Tensors t) { return affine_flow(t[0], t[0], t[0], t[0]); }, "four times");
  return samples.entry(draw_affine_flow);
}

}  // namespace registry
