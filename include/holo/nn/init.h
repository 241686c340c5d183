// init.h: how parameters are initialised.
#pragma once

#include <optional>

#include "holo/creation.h"
#include "holo/random.h"
#include "holo/tensor.h"

namespace holo {

/// A way to initialise a parameter. The random ones draw one number for each element, in row-major
/// order.
class Init {
 public:
  /// Uniform between -1/sqrt(n) and 1/sqrt(n), where n is the number of inputs of the layer.
  static Init fan_in() { return {Kind::fan_in, 0}; }
  /// Uniform between -bound and bound.
  static Init uniform(double bound) { return {Kind::uniform, bound}; }
  /// Normal with mean 0. microgpt has 0.02.
  static Init normal(double std) { return {Kind::normal, std}; }
  static Init constant(double value) { return {Kind::constant, value}; }
  static Init zero() { return constant(0); }

  /// A new tensor of a layer with `inputs` inputs. Throws UsageError when bound or std is negative,
  /// or a number is not finite.
  Tensor operator()(const Shape& shape, Index inputs, PythonRandom& random) const;
  /// A new tensor, all of whose elements are `value`.
  static Tensor filled(const Shape& shape, double value);

 private:
  enum class Kind { fan_in, uniform, normal, constant };
  Init(Kind kind, double number) : kind_(kind), number_(number) {}

  Kind kind_;
  double number_;
};

/// While one is there, an Init of this thread draws no random number. What it makes has zeros, for
/// a model whose numbers come from a file, or a shape and no numbers, for one that is only counted.
class WithoutInit {
 public:
  enum class Numbers { zeros, none };
  explicit WithoutInit(Numbers numbers = Numbers::zeros);
  ~WithoutInit();
  WithoutInit(const WithoutInit&) = delete;
  WithoutInit& operator=(const WithoutInit&) = delete;

 private:
  std::optional<Numbers> outer_;
};

}  // namespace holo
