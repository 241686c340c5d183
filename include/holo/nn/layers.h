// layers.h: the layers that models are made of, and how their parameters are initialised: Linear,
// Embedding, LayerNorm, RMSNorm and Dropout. The formulas and papers are in ops.h.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "holo/creation.h"
#include "holo/nn/kinds.h"
#include "holo/nn/module.h"
#include "holo/ops.h"

namespace holo {

struct GPTOptions;

// ---- initial values ----

/// A way to initialise a parameter. Random initialisation draws one number for each element, in
/// row-major order.
class Init {
 public:
  /// Uniform between -1/sqrt(n) and 1/sqrt(n), where n is the layer's number of inputs.
  static Init fan_in() { return {Kind::fan_in, 0}; }
  /// Normal with mean 0 and standard deviation std.
  static Init normal(double std) { return {Kind::normal, std}; }
  static Init constant(double value) { return {Kind::constant, value}; }
  static Init zero() { return constant(0); }

  /// A new tensor for a layer with `inputs` inputs. Throws UsageError if std is negative, or if
  /// std or value is not finite.
  Tensor operator()(const Shape& shape, Index inputs, PythonRandom& random) const;
  /// A new tensor filled with `value`.
  static Tensor filled(const Shape& shape, double value);

 private:
  enum class Kind { fan_in, normal, constant };
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

// ---- activations and their names ----

/// "relu" for Activation::relu.
const char* activation_name(Activation activation);
/// The activation called `name`, one of `allowed`; by default all. Throws UsageError, which lists
/// the allowed names, for other names. The message begins with `layer` and `option`:
/// "HoloGateFlow: gate \"mish\"; expected ...".
Activation activation_named(const char* layer, const char* option, const std::string& name,
                            std::span<const Activation> allowed = {});
/// Applies the activation to x in one op, or returns x itself for Activation::none.
Tensor activate(const Tensor& x, Activation activation);

// ---- layers ----

struct LinearOptions {
  bool bias = true;
  Activation activation = Activation::none;
  Init weight_init = Init::fan_in();
  Init bias_init = Init::fan_in();
};

/// y = activation(x weight^T + bias), from `in` to `out` channels. Parameters: weight [out, in] and
/// bias [out], whose initial values are drawn in this order. Without a bias, `bias` is an empty
/// handle.
class Linear : public Layer {
 public:
  /// Throws UsageError unless in and out are at least 1.
  Linear(Index in, Index out, PythonRandom& random, const LinearOptions& options = {});

  /// Maps x [..., in] to [..., out].
  Tensor operator()(const Tensor& x) const {
    const Scope scope(full_name());
    return linear(x, weight, bias, activation);
  }
  Tensor forward(const Tensor& x) override { return (*this)(x); }
  /// Computes x weight^T + bias, for an op that applies the activation itself.
  Tensor before_activation(const Tensor& x) const {
    const Scope scope(full_name());
    return linear(x, weight, bias);
  }

  Tensor weight, bias;
  const Activation activation;
};

/// A table of V vectors of C channels, one for each token. Parameter: weight [V, C].
class Embedding : public Module {
 public:
  /// Throws UsageError unless V and C are at least 1.
  Embedding(Index V, Index C, PythonRandom& random, const Init& init = Init::normal(1));

  /// Maps indices [...] to vectors [..., C]. Throws ShapeError for an index outside [0, V).
  Tensor operator()(const Indices& index) const {
    const Scope scope(full_name());
    return embedding(weight, index);
  }

  Tensor weight;
};

struct LayerNormOptions {
  double epsilon = 1e-5;
  bool weight = true, bias = true;
};

/// Normalises x to mean 0 and variance 1, then applies a gain and a bias. Parameters: the gain,
/// weight [C], starts at 1; bias [C] starts at 0. A missing gain or bias is an empty handle.
class LayerNorm : public Layer {
 public:
  /// Throws UsageError unless C is at least 1 and epsilon is finite and not negative.
  explicit LayerNorm(Index C, const LayerNormOptions& options = {});

  /// x [..., C]
  Tensor operator()(const Tensor& x) const {
    const Scope scope(full_name());
    return layer_norm(x, weight, bias, epsilon);
  }
  Tensor forward(const Tensor& x) override { return (*this)(x); }

  Tensor weight, bias;
  const double epsilon;
};

/// Scales x to mean square 1, then applies a gain: the parameter weight [C], which starts at 1.
/// Without a gain, `weight` is an empty handle. An RMSNorm has no bias.
class RMSNorm : public Layer {
 public:
  /// Throws the same errors as LayerNorm.
  explicit RMSNorm(Index C, const LayerNormOptions& options = {});

  /// x [..., C]
  Tensor operator()(const Tensor& x) const {
    const Scope scope(full_name());
    return rms_norm(x, weight, epsilon);
  }
  Tensor forward(const Tensor& x) override { return (*this)(x); }

  Tensor weight;
  const double epsilon;
};

/// A norm of the given kind over C channels.
std::unique_ptr<Layer> make_norm(Norm kind, Index C, const LayerNormOptions& options = {});

/// In training mode each element x becomes 0 with probability p, and x / (1 - p) otherwise. Each
/// call draws anew. In evaluation mode the result is x. The draw depends only on the seed and the
/// call's number, so a run can be repeated. Give each Dropout of a model a different seed.
class Dropout : public Module {
 public:
  /// Throws UsageError unless 0 <= p < 1.
  Dropout(double p, std::uint64_t seed);

  Tensor operator()(const Tensor& x);

  /// The number of calls in training mode; store it with a checkpoint to continue a run exactly.
  std::uint64_t calls() const { return calls_; }
  void set_calls(std::uint64_t calls) { calls_ = calls; }

 private:
  double p_;
  std::uint64_t seed_;
  std::uint64_t calls_ = 0;
};

}  // namespace holo
