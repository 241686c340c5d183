// registry.h: every op of ops.h, and some of compositions.h, with samples: inputs, and a function
// that computes one output from them, forward and backward. The tests of gradients, of equal bits
// and of errors loop over it. If an op has no entry, registry.cpp does not compile.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "holo/tensor.h"

namespace registry {

/// One input. Its numbers are floats in every build, so that builds can be compared; in samples
/// they are at least 0.01 away from kinks and the ends of domains.
struct Input {
  holo::Shape shape;
  std::vector<double> values;
  bool requires_grad = true;
};

using Function = std::function<holo::Tensor(std::span<const holo::Tensor>)>;

struct Sample {
  std::string form;  // "a [2,3], b [3]"
  std::vector<Input> inputs;
  Function f;
};

/// A sample of random shapes and options, and the effect of rounding on it. `terms` is the length
/// of its longest sum, forward or backward. `scale` is the size of such a sum if its terms did not
/// cancel.
struct Drawn {
  Sample sample;
  double terms = 1, scale = 1;
};
class Draw;
using DrawFunction = std::function<Drawn(Draw&)>;

/// An op, a function that draws random samples of it (draw.h), and 32 samples of at least 12
/// shapes, two of them too large for a single thread; for some ops also calls with one tensor
/// twice.
struct Entry {
  std::string name;
  std::vector<Sample> samples;
  DrawFunction draw = {};
};

/// All entries in the order of ops.h. If HOLO_OPS is set, for example to "norm|softmax", only the
/// ops with one of these words in their names.
const std::vector<Entry>& entries();

/// The inputs of a sample as leaves.
std::vector<holo::Tensor> leaves_of(const Sample& sample);

// ---- to run a sample, forward and backward ----

using Reals = std::vector<holo::real>;

/// The output, and the gradient of each input, empty if it requires none.
struct Result {
  holo::Shape shape;
  Reals y;
  std::vector<Reals> gradients;
};

/// True for equal bytes.
bool same_bits(const Result& a, const Result& b);

/// The weights that turn a result into a single number: floats in every build, from -1.5 to 1.5,
/// different for each element.
holo::Tensor weights_for(const holo::Shape& shape, std::uint64_t stream = 0);

/// f of the sample at `leaves`, and d(sum(seed y)) / d(leaf). The default seed is weights_for().
Result run(const Sample& sample, std::span<const holo::Tensor> leaves,
           const holo::Tensor& seed = holo::Tensor());
Result run(const Sample& sample);

/// The current gradients of the leaves; zeros for a leaf that backward did not reach.
std::vector<Reals> gradients_of(std::span<const holo::Tensor> leaves);

/// Writes NaN to the memory that the next tensors of these shapes will get, to find kernels that
/// read unwritten memory.
void poison(const Sample& sample, const holo::Shape& output);

}  // namespace registry
