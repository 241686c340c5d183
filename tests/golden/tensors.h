// tensors.h: the arrays of a golden case as tensors, for ops and for modules, and the verdict on
// the results. tensor_ops.h and layers.h compute the results.
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

/// A tensor whose gradient is checked, and the array of that gradient: "gin.x".
struct Leaf {
  std::string gradient;
  holo::Tensor tensor;
};
struct Leaves {
  std::vector<Leaf> with_gradient, constants;
};

/// The inputs, the indices and masks, and the numbers of config, by name. Inputs become leaves.
Inputs inputs_of(const Case& c, Leaves& leaves);
/// Adds the parameters, also as leaves.
void add_parameters(const Case& c, Inputs& in, Leaves& leaves);
/// The name of a module's parameter in the files: attention is "mixer" there, feed_forward "mlp".
std::string name_in_files(const std::string& name);
/// Copies the parameters of a case into a module, by name. Throws holo::Error unless the module has
/// exactly these parameters, with these shapes.
void load_parameters(const Case& c, const holo::Module& module, Leaves& leaves);

/// Compares the outputs with the case, then loss = sum(lw out), then the gradient of every leaf.
/// Constants must have no gradient.
void judge_outputs(const Case& c, const std::vector<holo::Tensor>& outputs, const Leaves& leaves,
                   Judge& judge);

}  // namespace golden
