// registry.h: every op of ops.h, with samples: inputs, and how to compute one output from them. The
// tests of gradients, of equal bits and of errors loop over it. An op without an entry does not
// compile, see registry.cpp.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "holo/tensor.h"

namespace registry {

/// One input: its numbers are floats in every build, so that builds can be compared. They keep away
/// from kinks and from the ends of domains, at least 0.01.
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

/// A sample of random shapes and options, and how far rounding can move what it computes: `terms`
/// is how many numbers its longest sum adds, forward or backward, and `scale` how large such a sum
/// would be if its terms did not cancel.
struct Drawn {
  Sample sample;
  double terms = 1, scale = 1;
};
class Draw;
using DrawFunction = std::function<Drawn(Draw&)>;

/// An op with its samples: at least 24, of at least 12 shapes, one of them of more elements than a
/// single thread takes; and what draws more of them at random, see draw.h.
struct Entry {
  std::string name;
  std::vector<Sample> samples;
  DrawFunction draw = {};
};

/// In the order of ops.h. With HOLO_OPS in the environment, say "norm|softmax": those alone whose
/// name has one of these words in it.
const std::vector<Entry>& entries();

/// The inputs of a sample as leaves.
std::vector<holo::Tensor> leaves_of(const Sample& sample);

/// "80 ops of 80, 2400 samples", and what is missing.
struct Coverage {
  std::size_t ops = 0, samples = 0;
  std::vector<std::string> problems;
  std::string to_string() const;
};
Coverage coverage();

}  // namespace registry
