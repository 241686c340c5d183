// option_names.h: the options of an op by name, to show, write and read them.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "holo/nn/activation.h"
#include "holo/op_options.h"

namespace holo {

/// The names of the types of options, in the order of OpOptions.
inline constexpr const char* option_kinds[] = {
    "none",        "power",         "bounds", "fill",    "along",    "rows",  "gather",
    "over",        "variance",      "order",  "part",    "linear",   "gated", "holo_gate",
    "affine_flow", "cross_entropy", "norm",   "dropout", "attention"};
static_assert(std::size(option_kinds) == std::variant_size_v<OpOptions>);

/// Calls f(name, option) for each option in order, except indices. f may change the option.
template <class F>
struct OptionNames {
  F f;
  void operator()(op_options::NoOptions&) const {}
  void operator()(op_options::Rows&) const {}
  void operator()(op_options::Power& o) const { f("exponent", o.exponent); }
  void operator()(op_options::Bounds& o) const { f("low", o.low), f("high", o.high); }
  void operator()(op_options::Fill& o) const { f("value", o.value); }
  void operator()(op_options::Along& o) const { f("dim", o.dim); }
  void operator()(op_options::Gather& o) const { f("dim", o.dim); }
  void operator()(op_options::Over& o) const { f("dims", o.dims), f("keepdim", o.keepdim); }
  void operator()(op_options::Variance& o) const {
    f("dims", o.dims), f("keepdim", o.keepdim), f("correction", o.correction);
  }
  void operator()(op_options::Order& o) const { f("dims", o.dims); }
  void operator()(op_options::Part& o) const { f("first", o.first), f("step", o.step); }
  void operator()(op_options::Linear& o) const { f("bias", o.bias), f("activation", o.activation); }
  void operator()(op_options::Gated& o) const { f("activation", o.activation), f("gate", o.gate); }
  void operator()(op_options::HoloGate& o) const {
    f("first", o.first), f("second", o.second), f("gate", o.gate);
  }
  void operator()(op_options::AffineFlow& o) const { f("residual", o.residual); }
  void operator()(op_options::CrossEntropy& o) const {
    f("reduction", o.reduction), f("ignore_index", o.ignore_index);
  }
  void operator()(op_options::Norm& o) const {
    f("epsilon", o.epsilon), f("gain", o.gain), f("bias", o.bias);
  }
  void operator()(op_options::Dropout& o) const {
    f("p", o.p), f("seed", o.seed), f("stream", o.stream);
  }
  void operator()(op_options::Attention& o) const {
    f("n_head", o.n_head), f("n_kv_head", o.n_kv_head), f("causal", o.causal), f("scale", o.scale);
  }
};
template <class F>
void each_option(OpOptions& options, F f) {
  std::visit(OptionNames<F>{f}, options);
}

/// The words for the values of an enumeration, in order.
inline std::span<const char* const> words_of(Activation) {
  static const char* const words[] = {
      activation_name(Activation::none),      activation_name(Activation::relu),
      activation_name(Activation::relu2),     activation_name(Activation::gelu),
      activation_name(Activation::gelu_tanh), activation_name(Activation::silu),
      activation_name(Activation::tanh),      activation_name(Activation::sigmoid)};
  return words;
}

inline std::span<const char* const> words_of(Gate) {
  static constexpr const char* words[] = {"first", "second"};
  return words;
}

inline std::span<const char* const> words_of(Reduction) {
  static constexpr const char* words[] = {"none", "sum", "mean"};
  return words;
}

/// Dimensions, or a number for each of the first `ndim` dimensions, joined by a separator.
inline std::string numbers_of(const std::bitset<max_ndim>& dims, int, const char* separator) {
  std::string text;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    if (dims[d]) text += fmt::format("{}{}", text.empty() ? "" : separator, d);
  }
  return text;
}
template <class T>
std::string numbers_of(const std::array<T, max_ndim>& of_dims, int ndim, const char* separator) {
  const auto n = static_cast<std::size_t>(std::min(ndim, max_ndim));
  return fmt::format("{}", fmt::join(std::span(of_dims).first(n), separator));
}

/// The options as text: "dim 1", "dims 0 1, keepdim". Empty if there are none.
inline std::string op_options_text(OpOptions options, int ndim) {
  std::string text;
  each_option(options, [&](const char* name, auto& x) {
    using Option = std::remove_reference_t<decltype(x)>;
    std::string value;
    if constexpr (std::is_enum_v<Option>) {
      value = words_of(x)[static_cast<std::size_t>(x)];
    } else if constexpr (std::is_same_v<Option, bool>) {
      if (!x) return;
    } else if constexpr (std::is_arithmetic_v<Option>) {
      value = fmt::format("{}", x);
    } else {
      value = numbers_of(x, ndim, " ");
    }
    text +=
        fmt::format("{}{}{}{}", text.empty() ? "" : ", ", name, value.empty() ? "" : " ", value);
  });
  return text;
}

}  // namespace holo
