// option_names.cpp: the words of options.
#include "trace/option_names.h"

#include "holo/nn/activation.h"

namespace holo {
std::span<const char* const> words_of(Activation) {
  static const char* const words[] = {
      activation_name(Activation::none),      activation_name(Activation::relu),
      activation_name(Activation::relu2),     activation_name(Activation::gelu),
      activation_name(Activation::gelu_tanh), activation_name(Activation::silu),
      activation_name(Activation::tanh),      activation_name(Activation::sigmoid)};
  return words;
}

std::span<const char* const> words_of(Gate) {
  static constexpr const char* words[] = {"first", "second"};
  return words;
}

std::span<const char* const> words_of(Reduction) {
  static constexpr const char* words[] = {"none", "sum", "mean"};
  return words;
}

std::string numbers_of(const std::bitset<max_ndim>& dims, int, const char* separator) {
  std::string text;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    if (dims[d]) text += fmt::format("{}{}", text.empty() ? "" : separator, d);
  }
  return text;
}

std::string op_options_text(OpOptions options, int ndim) {
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
