// tensors.h: the arrays of a golden case as tensors, for ops and for modules, and the verdict on
// what was computed from them. What is computed is in tensor_ops.h and in layers.h.
#pragma once

#include <string>
#include <vector>

#include "golden/case.h"
#include "golden/judge.h"
#include "golden/tensor_ops.h"
#include "holo/nn/module.h"
#include "holo/tensor.h"

namespace golden {

holo::Tensor tensor_of(const Array& array);

/// A tensor that the loss is differentiated by, and the array of that gradient: "gin.x".
struct Leaf {
  std::string gradient;
  holo::Tensor tensor;
};
struct Leaves {
  std::vector<Leaf> with_gradient, constants;
};

/// The inputs, the indices and masks, and the numbers of config, by name. Inputs become leaves.
Inputs inputs_of(const Case& c, Leaves& leaves);
/// The parameters too, as leaves of their own.
void add_parameters(const Case& c, Inputs& in, Leaves& leaves);
/// What the files call that parameter of a module: attention is "mixer" there, feed_forward "mlp".
std::string name_in_files(const std::string& name);
/// The parameters into those of a module, by name. Throws holo::Error unless the module has exactly
/// the parameters of the case, in their shapes.
void load_parameters(const Case& c, const holo::Module& module, Leaves& leaves);

/// Compares the outputs with those of the case, then loss = sum(lw out), then the gradient of every
/// leaf. Constants must have none.
void judge_outputs(const Case& c, const std::vector<holo::Tensor>& outputs, const Leaves& leaves,
                   Judge& judge);

}  // namespace golden
