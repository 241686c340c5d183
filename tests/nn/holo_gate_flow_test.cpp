// holo_gate_flow_test.cpp: HoloGateFlow and its light form are their formulas, for every choice of
// activations, gate, norm, flow and residual, at any rank; sizes and counts; what the gradients do
// when a gate is closed; and what they refuse.
#include "holo/nn/holo_gate_flow.h"

#include <doctest/doctest.h>

#include <limits>
#include <map>

#include "holo/math.h"
#include "holo/nn/activation.h"
#include "nn/layer_check.h"

namespace holo_gate_flow_test {
namespace {

using namespace layer_check;

const std::map<std::string, Scalar> scalars = {
    {"none", [](double z) { return z; }}, {"relu", math::Relu::f<double>},
    {"gelu", math::Gelu::f<double>},      {"silu", math::Silu::f<double>},
    {"tanh", math::Tanh::f<double>},      {"sigmoid", math::Sigmoid::f<double>}};

Scalar scalar_of(Activation activation) { return scalars.at(activation_name(activation)); }

Rows normed(const AffineFlow& layer, const Rows& z) {
  const bool rms = layer.rms_norm.has_value();
  const Rows gain = rows_of(rms ? layer.rms_norm->weight : layer.layer_norm->weight);
  const Rows bias =
      rms ? Rows{1, z.width, std::vector<double>(z.width)} : rows_of(layer.layer_norm->bias);
  const double epsilon = rms ? layer.rms_norm->epsilon : layer.layer_norm->epsilon;
  Rows n = z;
  for (std::size_t r = 0; r < z.count; ++r) {
    double mean = 0, square = 0;
    const double width = static_cast<double>(z.width);
    for (std::size_t c = 0; c < z.width && !rms; ++c) mean += z.at(r, c) / width;
    for (std::size_t c = 0; c < z.width; ++c) square += std::pow(z.at(r, c) - mean, 2) / width;
    for (std::size_t c = 0; c < z.width; ++c) {
      n.at(r, c) =
          (z.at(r, c) - mean) / std::sqrt(square + epsilon) * gain.at(0, c) + bias.at(0, c);
    }
  }
  return n;
}

Rows expected_end(const AffineFlow& layer, const Rows& x, const Rows& z, const Linear& projection) {
  Rows y = product(z, projection);
  if (layer.flow_scale) {
    const Rows n = normed(layer, z);
    const Rows scale = each(product(n, *layer.flow_scale), math::Sigmoid::f<double>);
    y = plus(times(scale, y), product(n, *layer.flow_shift));
  }
  return layer.residual ? plus(x, y) : y;
}

Rows expected(const HoloGateFlow& layer, const Tensor& input) {
  const Rows x = rows_of(input);
  const auto d1 = static_cast<std::size_t>(layer.split[0]);
  const auto d2 = static_cast<std::size_t>(layer.split[1]);
  const Rows x1 = x.columns(0, d1), x2 = x.columns(d1, d1 + d2), x3 = x.columns(d1 + d2, x.width);
  const Rows z1 = each(product(x1, layer.W1), scalar_of(layer.W1.activation));
  const Rows z2 = each(product(x2, layer.W2), scalar_of(layer.W2.activation));
  const Rows z3 = each(product(x3, layer.W3), scalar_of(layer.activation3));
  return expected_end(layer, x, z1.beside(times(each(z3, scalar_of(layer.gate)), z2)), layer.W_out);
}

Rows expected(const HoloGateFlowLite& layer, const Tensor& input) {
  const Rows x = rows_of(input), a = product(x, layer.fc1);
  const std::size_t d = x.width;
  const Rows z1 = each(a.columns(0, d), math::Gelu::f<double>);
  const Rows z2 = each(a.columns(d, 2 * d), math::Silu::f<double>);
  const Rows open = each(a.columns(2 * d, 3 * d), scalar_of(layer.gate));
  return expected_end(layer, x, z1.beside(times(open, z2)), layer.fc2);
}

// Every choice once with the others as they begin, and some together.
std::vector<HoloGateFlowOptions> choices() {
  std::vector<HoloGateFlowOptions> all(1);
  for (const char* const a : {"gelu", "silu", "relu", "tanh", "sigmoid", "none"}) {
    all.push_back({.activation1 = a});
    all.push_back({.activation2 = a});
    all.push_back({.activation3 = a});
    all.push_back({.activation3 = a, .gate = "tanh"});
    all.push_back({.activation3 = a, .gate = "relu"});
  }
  for (const bool flow : {true, false}) {
    for (const bool residual : {true, false}) {
      for (const Norm norm : {Norm::layer, Norm::rms}) {
        all.push_back(
            {.affine = {.norm = norm, .epsilon = 0.1, .flow = flow, .residual = residual}});
      }
    }
  }
  all.push_back({.split = {{1, 2, 4}}});
  all.push_back({.split = {{4, 1, 2}}, .gate = "tanh", .affine = {.norm = Norm::rms}});
  return all;
}

std::vector<HoloGateFlowLiteOptions> lite_choices() {
  std::vector<HoloGateFlowLiteOptions> all(1);
  for (const char* const gate : {"sigmoid", "tanh", "relu"}) {
    for (const Norm norm : {Norm::layer, Norm::rms})
      all.push_back({.gate = gate, .affine = {.norm = norm}});
  }
  all.push_back({.affine = {.flow = false}});
  all.push_back({.affine = {.flow = false, .residual = false}});
  all.push_back({.affine = {.epsilon = 0.1, .residual = false}});
  return all;
}

template <class Form, class Options>
void check_values(const Form& layer, Index d, const Options& options, const std::string& text) {
  CHECK(layer.flow_scale.has_value() == options.affine.flow);
  CHECK(layer.flow_shift.has_value() == options.affine.flow);
  CHECK(layer.layer_norm.has_value() ==
        (options.affine.flow && options.affine.norm == Norm::layer));
  CHECK(layer.rms_norm.has_value() == (options.affine.flow && options.affine.norm == Norm::rms));
  if (layer.layer_norm) CHECK(layer.layer_norm->epsilon == options.affine.epsilon);
  if (layer.rms_norm) CHECK(layer.rms_norm->epsilon == options.affine.epsilon);
  for (const Shape& shape : shapes_of(d)) {
    const Tensor x = values(shape, 9), y = layer(x);
    CHECK(y.shape() == shape);
    const std::string wrong = apart(y.to_vector(), expected(layer, x).v);
    CHECK_MESSAGE(wrong.empty(), text, " ", shape.to_string(), ": ", wrong);
  }
}

std::string text_of(const HoloGateFlowOptions& o) {
  return fmt::format("{} {} {} {} {} flow {} residual {}", o.activation1, o.activation2,
                     o.activation3, o.gate, kind_name(o.affine.norm), o.affine.flow,
                     o.affine.residual);
}

double norm_of(const Tensor& t) {
  double sum = 0;
  for (const real v : t.to_vector()) sum += static_cast<double>(v) * static_cast<double>(v);
  return std::sqrt(sum);
}

}  // namespace

TEST_CASE("holo_gate_flow: the formula, for every choice, at any rank") {
  for (const HoloGateFlowOptions& options : choices()) {
    PythonRandom random(3);
    const HoloGateFlow layer(7, random, options);
    randomize(layer, 5);
    check_values(layer, 7, options, text_of(options));
  }
}

TEST_CASE("holo_gate_flow: the light formula, for every choice, at any rank") {
  for (const HoloGateFlowLiteOptions& options : lite_choices()) {
    PythonRandom random(3);
    const HoloGateFlowLite layer(5, random, options);
    randomize(layer, 5);
    check_values(layer, 5, options, options.gate + " " + kind_name(options.affine.norm));
  }
}

TEST_CASE("holo_gate_flow: the gradients are those of differences") {
  for (const HoloGateFlowOptions& options : choices()) {
    PythonRandom random(3);
    HoloGateFlow layer(7, random, options);
    randomize(layer, 13);
    const std::string wrong = wrong_gradient(
        layer, [&](const Tensor& x) { return layer(x); }, values({2, 7}, 23));
    CHECK_MESSAGE(wrong.empty(), text_of(options), ": ", wrong);
  }
  for (const HoloGateFlowLiteOptions& options : lite_choices()) {
    PythonRandom random(3);
    HoloGateFlowLite layer(4, random, options);
    randomize(layer, 14);
    const std::string wrong = wrong_gradient(
        layer, [&](const Tensor& x) { return layer(x); }, values({2, 4}, 24));
    CHECK_MESSAGE(wrong.empty(), options.gate, " ", kind_name(options.affine.norm), ": ", wrong);
  }
}

TEST_CASE("holo_gate_flow: an empty batch gives gradients of 0") {
  PythonRandom random(3);
  HoloGateFlow full_form(7, random);
  HoloGateFlowLite lite(5, random);
  full_form(zeros({0, 7})).backward(zeros({0, 7}));
  lite(zeros({2, 0, 5})).backward(zeros({2, 0, 5}));
  for (Module* module : {static_cast<Module*>(&full_form), static_cast<Module*>(&lite)}) {
    for (const Tensor& parameter : module->parameters()) {
      REQUIRE(parameter.grad().defined());
      for (const real v : parameter.grad().to_vector()) CHECK(v == 0);
    }
  }
}

TEST_CASE("holo_gate_flow: parts of the last dimension, not of time") {
  PythonRandom random(3);
  const HoloGateFlow layer(6, random);
  const Tensor x = values({2, 7, 6}, 1), y = layer(x);
  CHECK(y.shape() == Shape{2, 7, 6});
  const std::vector<real> all = y.to_vector();  // each token by itself
  for (Index b = 0; b < 2; ++b) {
    for (Index t = 0; t < 7; ++t) {
      const Tensor token = slice(x, {{b, b + 1}, {t, t + 1}});
      const auto first = all.begin() + (b * 7 + t) * 6;
      const std::string wrong = apart(layer(token).to_vector(), {first, first + 6});
      CHECK_MESSAGE(wrong.empty(), wrong);
    }
  }
}

TEST_CASE("holo_gate_flow: equal split, the rest to the third part") {
  using Split = std::array<Index, 3>;
  PythonRandom random(1);
  CHECK(HoloGateFlow(3, random).split == Split{1, 1, 1});
  CHECK(HoloGateFlow(6, random).split == Split{2, 2, 2});
  CHECK(HoloGateFlow(7, random).split == Split{2, 2, 3});
  CHECK(HoloGateFlow(64, random).split == Split{21, 21, 22});
  CHECK(HoloGateFlow(8, random).split == Split{2, 2, 4});
  CHECK(HoloGateFlow(8, random, {.split = {{2, 4, 2}}}).split == Split{2, 4, 2});
}

TEST_CASE("holo_gate_flow: parameters by name, and how many, for any split") {
  PythonRandom random(1);
  const HoloGateFlow layer(7, random, {.split = {{1, 2, 4}}});
  CHECK(names(layer) == std::vector<std::string>{
                            "W1.weight", "W1.bias", "W2.weight", "W2.bias", "W3.weight", "W3.bias",
                            "W_out.weight", "W_out.bias", "flow_scale.weight", "flow_scale.bias",
                            "flow_shift.weight", "flow_shift.bias", "norm.weight", "norm.bias"});
  CHECK(layer.W1.weight.shape() == Shape{7, 1});
  CHECK(layer.W2.weight.shape() == Shape{7, 2});
  CHECK(layer.W3.weight.shape() == Shape{7, 4});
  CHECK(layer.W_out.weight.shape() == Shape{7, 14});
  for (const Index d : {3, 7, 12}) {
    CHECK(HoloGateFlow(d, random).parameter_count() == 7 * d * d + 10 * d);
    CHECK(HoloGateFlow(d, random, {.split = {{1, 1, d - 2}}}).parameter_count() ==
          7 * d * d + 10 * d);
    CHECK(HoloGateFlow(d, random, {.affine = {.norm = Norm::rms}}).parameter_count() ==
          7 * d * d + 8 * d);
    CHECK(HoloGateFlow(d, random, {.affine = {.flow = false}}).parameter_count() ==
          3 * d * d + 4 * d);
    CHECK(HoloGateFlowLite(d, random).parameter_count() == 9 * d * d + 10 * d);
    CHECK(HoloGateFlowLite(d, random, {.affine = {.flow = false}}).parameter_count() ==
          5 * d * d + 4 * d);
  }
  CHECK(names(HoloGateFlowLite(4, random, {.affine = {.norm = Norm::rms}})) ==
        std::vector<std::string>{"fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias",
                                 "flow_scale.weight", "flow_scale.bias", "flow_shift.weight",
                                 "flow_shift.bias", "norm.weight"});
}

TEST_CASE("holo_gate_flow: it begins with a scale around the sigmoid of its bias") {
  PythonRandom random(1);
  const auto scale_bias = [&](double bias) {
    return HoloGateFlow(6, random, {.affine = {.flow_scale_bias = bias}})
        .flow_scale->bias.to_vector();
  };
  CHECK(scale_bias(0) == std::vector<real>(6, 0));
  CHECK(scale_bias(-0.5) == std::vector<real>(6, real(-0.5)));
  const HoloGateFlowLite lite(6, random, {.affine = {.flow_scale_bias = -1}});
  CHECK(lite.flow_scale->bias.to_vector() == std::vector<real>(6, -1));
  double mean = 0;
  const HoloGateFlow layer(48, random);
  const Tensor n = (*layer.layer_norm)(values({50, 96}, 3)), scale = (*layer.flow_scale)(n);
  for (const real v : scale.to_vector()) mean += static_cast<double>(v) / (50 * 48);
  CHECK(mean == doctest::Approx(0.5).epsilon(0.05));
}

// The source says that the flow keeps them alive; it does not.
TEST_CASE("holo_gate_flow: a closed gate stops the gradients of its part, with flow and without") {
  for (const bool flow : {true, false}) {
    PythonRandom random(5);
    HoloGateFlow layer(6, random, {.affine = {.flow = flow}});
    const Tensor x = values({20, 6}, 1), w = values({20, 6}, 2);
    layer(x).backward(w);
    const double open = norm_of(layer.W2.weight.grad()), first = norm_of(layer.W1.weight.grad());
    layer.zero_grad();
    {
      const NoGrad no_grad;
      layer.W3.bias.fill_(-20);
    }
    layer(x).backward(w);
    CHECK(norm_of(layer.W2.weight.grad()) < 1e-7 * open);
    CHECK(norm_of(layer.W3.weight.grad()) < 1e-7 * open);
    CHECK(norm_of(layer.W1.weight.grad()) > 0.1 * first);
  }
}

TEST_CASE("holo_gate_flow: what it refuses") {
  PythonRandom random(1);
  const auto refused = [&](const std::string& text, Index d, const HoloGateFlowOptions& options) {
    check_error<UsageError>(text, [&] { HoloGateFlow(d, random, options); });
  };
  const std::string rule =
      "; expected three parts of at least 1 that add up to 8. Try: no split: d/3, d/3 and what is "
      "left";
  refused("HoloGateFlow: a split 2 + 2 + 2 of d_model 8" + rule, 8, {.split = {{2, 2, 2}}});
  refused("HoloGateFlow: a split 4 + 4 + 4 of d_model 8" + rule, 8, {.split = {{4, 4, 4}}});
  refused("HoloGateFlow: a split 0 + 4 + 4 of d_model 8" + rule, 8, {.split = {{0, 4, 4}}});
  refused("HoloGateFlow: a split 4 + 0 + 4 of d_model 8" + rule, 8, {.split = {{4, 0, 4}}});
  refused("HoloGateFlow: a split 4 + 4 + 0 of d_model 8" + rule, 8, {.split = {{4, 4, 0}}});
  refused("HoloGateFlow: a split -2 + 5 + 5 of d_model 8" + rule, 8, {.split = {{-2, 5, 5}}});
  constexpr Index most = std::numeric_limits<Index>::max();
  CHECK_THROWS_AS(HoloGateFlow(8, random, {.split = {{most, most, 10}}}), UsageError);
  refused("HoloGateFlow: d_model 2; expected at least 3, one channel a part", 2, {});
  refused("HoloGateFlow: d_model 0; expected at least 1", 0, {});
  const std::string activations =
      "; expected gelu, silu, relu, tanh, sigmoid or none. Try: \"gelu\"";
  refused("HoloGateFlow: activation1 \"mish\"" + activations, 6, {.activation1 = "mish"});
  refused("HoloGateFlow: activation2 \"relu2\"" + activations, 6, {.activation2 = "relu2"});
  refused("HoloGateFlow: activation3 \"\"" + activations, 6, {.activation3 = ""});
  refused("HoloGateFlow: gate \"gelu\"; expected sigmoid, tanh or relu. Try: \"sigmoid\"", 6,
          {.gate = "gelu"});
  refused("LayerNorm: epsilon -1; expected a finite number of 0 or more", 6,
          {.affine = {.epsilon = -1}});
  refused("HoloGateFlow: flow_scale_bias inf; expected a finite number. Try: 0", 6,
          {.affine = {.flow_scale_bias = std::numeric_limits<double>::infinity()}});
  check_error<UsageError>("HoloGateFlowLite: d_model 0; expected at least 1",
                          [&] { HoloGateFlowLite(0, random); });
  check_error<UsageError>(
      "HoloGateFlowLite: gate \"silu\"; expected sigmoid, tanh or relu. Try: \"sigmoid\"",
      [&] { HoloGateFlowLite(4, random, {.gate = "silu"}); });
  CHECK_THROWS_AS(HoloGateFlow(most, random), Error);
  CHECK_THROWS_AS(HoloGateFlowLite(most, random), Error);

  const HoloGateFlow layer(6, random);
  const HoloGateFlowLite lite(6, random);
  const std::string rest =
      ": x [6,5] has 5 channels; expected [..., 6], channels in the last dimension. Try: "
      "transpose(x, 0, 1): channels come last";
  check_error<ShapeError>("HoloGateFlow" + rest, [&] { layer(zeros({6, 5})); });
  check_error<ShapeError>("HoloGateFlowLite" + rest, [&] { lite(zeros({6, 5})); });
}

}  // namespace holo_gate_flow_test
