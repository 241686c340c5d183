// creation.h: makes tensors from numbers, patterns and random numbers: the leaves of a graph.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "holo/random.h"
#include "holo/tensor.h"

namespace holo {

/// Numbers as they are written, with braces around rows: 3, {1, 2, 3}, {{1, 2}, {3, 4}}.
class Numbers {
 public:
  Numbers(double value) : values_{value} {}
  /// Throws ShapeError when the parts differ in shape.
  Numbers(std::initializer_list<Numbers> parts);
  const Shape& shape() const { return shape_; }
  const std::vector<double>& values() const { return values_; }

 private:
  Shape shape_;
  std::vector<double> values_;
};

/// tensor({1, 2, 3}) has the shape [3], tensor({{1, 2}, {3, 4}}) has [2,2], tensor(3) has [].
Tensor tensor(const Numbers& numbers);

/// The same for numbers of a program, in row-major order: tensor(values, {n, 2}) for a std::vector
/// of 2 n. Throws ShapeError unless there are shape.numel().
Tensor tensor(std::span<const double> values, const Shape& shape);
Tensor tensor(std::span<const float> values, const Shape& shape);

/// A tensor of these numbers, in row-major order. Throws ShapeError unless there are shape.numel().
Tensor from_values(const Shape& shape, std::span<const double> values,
                   Device device = default_device());
Tensor from_values(const Shape& shape, std::span<const float> values,
                   Device device = default_device());

Tensor zeros(const Shape& shape, Device device = default_device());
Tensor ones(const Shape& shape, Device device = default_device());
Tensor full(const Shape& shape, real value, Device device = default_device());

/// first, first + step, ... below `end` (above it, for a negative step). Throws holo::Error when
/// step is 0 or not finite.
Tensor arange(double end);
Tensor arange(double first, double end, double step = 1);

/// Element i is number i of the stream: low + (high - low) uniform(i), which is never `high`; mean
/// + std normal(i). The numbers are the same for any number of threads.
Tensor uniform(const Shape& shape, const CounterRandom& random, double low = 0, double high = 1,
               Device device = default_device());
Tensor normal(const Shape& shape, const CounterRandom& random, double mean = 0, double std = 1,
              Device device = default_device());

/// The next numbers of the generator, one for each element in row-major order: uniform(low, high)
/// or gauss(mean, std).
Tensor uniform(const Shape& shape, PythonRandom& random, double low = 0, double high = 1,
               Device device = default_device());
Tensor normal(const Shape& shape, PythonRandom& random, double mean = 0, double std = 1,
              Device device = default_device());

}  // namespace holo
