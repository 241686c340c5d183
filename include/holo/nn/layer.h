// layer.h: the base class of modules with one input and one output.
#pragma once

#include "holo/nn/module.h"

namespace holo {

/// A model that chooses its layers at run time holds them as std::unique_ptr<Layer>. A layer of a
/// known type is called as layer(x).
class Layer : public Module {
 public:
  /// x [..., C] to [..., C'], as operator() of the layer.
  virtual Tensor forward(const Tensor& x) = 0;
};

}  // namespace holo
