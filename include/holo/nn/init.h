// init.h: how parameters are initialised.
#pragma once

#include "holo/creation.h"
#include "holo/random.h"
#include "holo/tensor.h"

namespace holo {

struct GPTOptions;

/// A way to initialise a parameter. Random initialisation draws one number for each element, in
/// row-major order.
class Init {
 public:
  /// Uniform between -1/sqrt(n) and 1/sqrt(n), where n is the layer's number of inputs.
  static Init fan_in() { return {Kind::fan_in, 0}; }
  /// Uniform between -bound and bound.
  static Init uniform(double bound) { return {Kind::uniform, bound}; }
  /// Normal with mean 0 and standard deviation std.
  static Init normal(double std) { return {Kind::normal, std}; }
  static Init constant(double value) { return {Kind::constant, value}; }
  static Init zero() { return constant(0); }

  /// A new tensor for a layer with `inputs` inputs. Throws UsageError if bound or std is negative,
  /// or if bound, std or value is not finite.
  Tensor operator()(const Shape& shape, Index inputs, PythonRandom& random) const;
  /// A new tensor filled with `value`.
  static Tensor filled(const Shape& shape, double value);

 private:
  enum class Kind { fan_in, uniform, normal, constant };
  Init(Kind kind, double number) : kind_(kind), number_(number) {}

  Kind kind_;
  double number_;
};

/// While a WithoutInit exists, every Init in this thread produces zeros and draws no random
/// numbers. Use it to create a model whose parameters you then read from a file.
class WithoutInit {
 public:
  WithoutInit() : WithoutInit(Numbers::zeros) {}
  ~WithoutInit() { innermost_ = outer_; }
  WithoutInit(const WithoutInit&) = delete;
  WithoutInit& operator=(const WithoutInit&) = delete;

 private:
  friend class Init;
  friend Index gpt_parameter_count(const GPTOptions& options);

  enum class Numbers { drawn, zeros, none };  // none: shapes only, to count parameters
  explicit WithoutInit(Numbers numbers) : outer_(innermost_) { innermost_ = numbers; }

  static inline constinit thread_local Numbers innermost_ = Numbers::drawn;
  Numbers outer_;
};

}  // namespace holo
