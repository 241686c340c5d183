// samples.h: makes the samples of an entry: shapes that every op should see, and numbers for them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "registry/numbers.h"

namespace registry {

using Shapes = std::vector<Shape>;

/// A single number, odd sizes around the registers, sizes of 1 and 0, more than a chunk of 4096,
/// and more than the grain of a thread.
inline const Shapes shapes = {{},        {1},       {7},       {13, 5},      {4, 1},     {2, 3},
                              {1, 1, 3}, {3, 1, 2}, {8},       {16},         {33},       {0},
                              {2, 0, 3}, {4097},    {1, 8, 1}, {2, 3, 4, 5}, {131, 157}, {9, 2}};

class Samples : public Numbers {
 public:
  explicit Samples(std::string name) : Numbers(1234) { entry_.name = std::move(name); }
  explicit Samples(const std::string& name, Function f) : Samples(name) { f_ = std::move(f); }

  /// f at these inputs; without f, the function of the constructor.
  Samples& add(std::vector<Input> inputs, const Function& f, const std::string& form = "");
  Samples& add(std::vector<Input> inputs) { return add(std::move(inputs), f_); }

  /// Ends the entry; `draw` makes more samples, of random shapes.
  Entry entry(DrawFunction draw) {
    entry_.draw = std::move(draw);
    return std::move(entry_);
  }

 private:
  Entry entry_;
  Function f_;
};

/// Functions of one input, at all shapes, twice.
Entry unary(const char* name, Tensor (*f)(const Tensor&), Domain domain);
/// Functions of two inputs: pairs of shapes that broadcast, and the same tensor twice. `distinct`
/// keeps a and b apart.
enum class Pair { real, divisor, power, distinct };
Entry binary(const char* name, Tensor (*f)(const Tensor&, const Tensor&), Pair pair);

}  // namespace registry
