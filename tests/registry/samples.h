// samples.h: makes the samples of an entry: shapes that every op should see, and numbers for them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "holo/random.h"
#include "registry/registry.h"

namespace registry {

using holo::Index, holo::Indices, holo::Shape, holo::Tensor;
using Tensors = std::span<const Tensor>;
using Shapes = std::vector<Shape>;

/// A single number, odd sizes around the registers, sizes of 1 and 0, more than a chunk of 4096,
/// and more than the grain of a thread.
inline const Shapes shapes = {{},        {1},       {7},       {13, 5},      {4, 1},     {2, 3},
                              {1, 1, 3}, {3, 1, 2}, {8},       {16},         {33},       {0},
                              {2, 0, 3}, {4097},    {1, 8, 1}, {2, 3, 4, 5}, {131, 157}, {9, 2}};

/// Which numbers an op may be asked for its gradient at.
enum class Domain { real, away_from_0, positive, large };

class Samples {
 public:
  explicit Samples(std::string name) : random_(1234) { entry_.name = std::move(name); }
  explicit Samples(const std::string& name, Function f) : Samples(name) { f_ = std::move(f); }

  // ---- inputs ----

  /// -3 to 3; at least 0.05 from 0; 0.2 to 4; -30 to 30.
  Input numbers(const Shape& shape, Domain domain = Domain::real);
  /// Steps of 0.1, no two nearer than 0.09; `offset` moves all of them.
  Input distinct(const Shape& shape, double offset = 0);
  /// Zeros and ones, without a gradient.
  Input mask(const Shape& shape);
  static Input constant(Input input) {
    input.requires_grad = false;
    return input;
  }
  /// Whole numbers from 0 to limit - 1; with `other`, some of them are that.
  Indices indices(const Shape& shape, Index limit, Index other = 0);

  // ---- samples ----

  /// f at these inputs; without f, the function of the constructor.
  Samples& add(std::vector<Input> inputs, const Function& f, const std::string& form = "");
  Samples& add(std::vector<Input> inputs) { return add(std::move(inputs), f_); }

  Entry entry() { return std::move(entry_); }

 private:
  double uniform() { return random_.random(); }

  Entry entry_;
  Function f_;
  holo::PythonRandom random_;
};

/// The functions of one input, at all shapes, twice.
Entry unary(const char* name, Tensor (*f)(const Tensor&), Domain domain);
/// Pairs of shapes that broadcast, and the same tensor twice. `distinct`: a and b keep apart.
enum class Pair { real, divisor, power, distinct };
Entry binary(const char* name, Tensor (*f)(const Tensor&, const Tensor&), Pair pair);

}  // namespace registry
