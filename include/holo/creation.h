// creation.h: creates the leaves of a graph: tensors of given, regularly spaced or random numbers.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "holo/random.h"
#include "holo/tensor.h"

namespace holo {

/// A number or nested lists, with braces around each row: 3, {1, 2, 3} or {{1, 2}, {3, 4}}.
class Numbers {
 public:
  Numbers(double value) : values_{value} {}
  /// Throws ShapeError unless all elements of a list have the same shape.
  Numbers(std::initializer_list<Numbers> parts);
  const Shape& shape() const { return shape_; }
  const std::vector<double>& values() const { return values_; }

 private:
  Shape shape_;
  std::vector<double> values_;
};

/// tensor({1, 2, 3}) has the shape [3], tensor({{1, 2}, {3, 4}}) has [2,2], and tensor(3) has [].
Tensor tensor(const Numbers& numbers);

/// A tensor with these values, in row-major order: for example, tensor(values, {n, 2}) takes 2 n
/// numbers. Throws ShapeError unless there are exactly shape.numel() values.
Tensor tensor(std::span<const double> values, const Shape& shape, Device device = default_device());
Tensor tensor(std::span<const float> values, const Shape& shape, Device device = default_device());

Tensor zeros(const Shape& shape, Device device = default_device());
Tensor ones(const Shape& shape, Device device = default_device());
Tensor full(const Shape& shape, real value, Device device = default_device());

/// The numbers first, first + step, first + 2 step and so on, stopping before `end`. A negative
/// step counts down. Throws holo::Error if step is 0 or not finite.
Tensor arange(double end);
Tensor arange(double first, double end, double step = 1);

/// Element i uses number i of the random stream. uniform() sets it to low + (high - low)
/// random.uniform(i), which is never `high`. normal() sets it to mean + std random.normal(i). The
/// result does not depend on the number of threads.
Tensor uniform(const Shape& shape, const CounterRandom& random, double low = 0, double high = 1,
               Device device = default_device());
Tensor normal(const Shape& shape, const CounterRandom& random, double mean = 0, double std = 1,
              Device device = default_device());

/// Draw the elements one by one in row-major order: uniform() calls random.uniform(low, high), and
/// normal() calls random.gauss(mean, std).
Tensor uniform(const Shape& shape, PythonRandom& random, double low = 0, double high = 1,
               Device device = default_device());
Tensor normal(const Shape& shape, PythonRandom& random, double mean = 0, double std = 1,
              Device device = default_device());

}  // namespace holo
