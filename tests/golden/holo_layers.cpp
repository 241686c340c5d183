// holo_layers.cpp: golden cases of HoloGateFlow and of its light form.
#include "golden/block_layers.h"
#include "golden/layers.h"
#include "holo/nn/holo_gate_flow.h"

namespace golden {
namespace {

using holo::HoloGateFlow, holo::HoloGateFlowLite, holo::HoloGateFlowLiteOptions;
using holo::HoloGateFlowOptions, holo::Index, holo::PythonRandom;

// What both forms have.
template <class Options>
Options options_of(const Json& config) {
  Options options;
  options.gate = config.text_or("gate", options.gate);
  options.affine.norm = norm_of(config);
  options.affine.epsilon = config.number_or("eps", options.affine.epsilon);
  options.affine.flow = config.boolean_or("flow", options.affine.flow);
  options.affine.residual = config.boolean_or("residual", options.affine.residual);
  return options;
}

HoloGateFlowOptions full_options(const Json& config) {
  HoloGateFlowOptions options = options_of<HoloGateFlowOptions>(config);
  const std::optional<Index> d1 = integer_in(config, "d1");
  if (d1) options.split = {{*d1, config["d2"].integer(), config["d3"].integer()}};
  options.activation1 = config.text_or("activation1", options.activation1);
  options.activation2 = config.text_or("activation2", options.activation2);
  options.activation3 = config.text_or("activation3", options.activation3);
  return options;
}

Index width(const Json& config) { return config["d_model"].integer(); }

HoloGateFlowLiteOptions lite_options(const Json& config) {
  return options_of<HoloGateFlowLiteOptions>(config);
}

}  // namespace

std::unique_ptr<holo::Layer> make_holo_gate_flow(const Json& config, PythonRandom& random) {
  return std::make_unique<HoloGateFlow>(width(config), random, full_options(config));
}

std::unique_ptr<holo::Layer> make_holo_gate_flow_lite(const Json& config, PythonRandom& random) {
  return std::make_unique<HoloGateFlowLite>(width(config), random, lite_options(config));
}

void run_holo_gate_flow(const Case& c, Judge& judge) {
  PythonRandom random(1);
  const HoloGateFlow layer(width(c.config), random, full_options(c.config));
  judge_module(
      c, layer, [&](const Inputs& in) { return std::vector{layer(in.tensor("x"))}; }, judge);
}

void run_holo_gate_flow_lite(const Case& c, Judge& judge) {
  PythonRandom random(1);
  const HoloGateFlowLite layer(width(c.config), random, lite_options(c.config));
  judge_module(
      c, layer, [&](const Inputs& in) { return std::vector{layer(in.tensor("x"))}; }, judge);
}

}  // namespace golden
