// layout_models.h: for the tests of layouts: tiny models of random numbers, in the formats of other
// programs.
#pragma once

#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "gpt/layouts/layout.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace layout_models {

using namespace holo;

inline GPTOptions tiny() {
  GPTOptions options = nano_options(11);
  options.block_size = 5;
  options.n_layer = 2;
  options.n_head = 2;
  options.n_embd = 8;
  return options;
}

// Like Llama, with two query heads for each key head.
inline GPTOptions llama() {
  GPTOptions options = tiny();
  options.n_head = 4;
  options.n_head_kv = 2;
  options.ffn = "swiglu";
  options.hidden = 6;
  options.norm = Norm::rms;
  options.norm_epsilon = 1e-6;
  options.positions = Positions::rotary;
  options.rotary_base = 500;
  options.tied = options.bias = false;
  return options;
}

// A model whose numbers all differ, so that no transposed or exchanged tensor looks right.
inline std::unique_ptr<GPT> model_of(const GPTOptions& options) {
  PythonRandom random(3);
  auto model = std::make_unique<GPT>(options, random);
  const NoGrad no_grad;
  for (Tensor parameter : model->parameters()) {
    parameter.copy_(normal(parameter.shape(), random, 0, 1).to_vector());
  }
  return model;
}

inline SafetensorsFile file_of(const std::vector<NamedTensor>& tensors,
                               const SafetensorsMetadata& metadata = {}) {
  return SafetensorsFile::from_bytes(safetensors_bytes(tensors, metadata), "theirs");
}

// The parameters as other programs write them in that layout.
inline std::vector<NamedTensor> theirs(const GPT& model, Layout layout) {
  const NoGrad no_grad;
  std::vector<NamedTensor> tensors;
  for (const NamedParameter& parameter : model.named_parameters()) {
    Index row = 0;
    const Index rows = parameter.tensor.size(0);
    for (const LayoutPart& part : parts_elsewhere(parameter.name, rows, model.options, layout)) {
      const Tensor ours = slice(parameter.tensor, 0, row, row + part.rows);
      tensors.push_back(
          {part.name, is_transposed(part.name, layout) ? transpose(ours, 0, 1) : ours});
      row += part.rows;
    }
  }
  return tensors;
}

inline bool same_bits(const Tensor& a, const Tensor& b) {
  const std::vector<real> one = a.to_vector(), other = b.to_vector();
  return a.shape() == b.shape() &&
         std::memcmp(one.data(), other.data(), one.size() * sizeof(real)) == 0;
}

inline void check_same(const GPT& model, const std::vector<NamedTensor>& tensors) {
  const std::vector<NamedParameter> parameters = model.named_parameters();
  REQUIRE(tensors.size() == parameters.size());
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    CHECK_MESSAGE(tensors[i].name == parameters[i].name, tensors[i].name);
    CHECK_MESSAGE(same_bits(tensors[i].tensor, parameters[i].tensor), tensors[i].name);
  }
}

// The tensor called `name`, to change it.
inline NamedTensor& named(std::vector<NamedTensor>& tensors, const std::string& name) {
  std::size_t i = 0;
  while (i < tensors.size() && tensors[i].name != name) ++i;
  REQUIRE(i < tensors.size());
  return tensors[i];
}

}  // namespace layout_models
