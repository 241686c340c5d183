// rotary.cpp: rotates pairs of channels by angles that depend on the position.
#include "holo/nn/attention.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "holo/check.h"
#include "holo/creation.h"

namespace holo {
namespace {

void check(const Tensor& x, const RotaryOptions& options, Index first) {
  const auto refuse = [&](const std::string& found, const char* expected, const char* hint) {
    throw ShapeError("rotary", found, expected, hint);
  };
  if (x.ndim() != 4) {
    refuse(fmt::format("{} dimensions", x.ndim()), "4: [B, T, H, D]", "reshape(x, {B, T, H, D})");
  }
  const Index channels = options.channels;
  if (channels < 0 || channels % 2 != 0 || channels > x.shape()[3]) {
    refuse(fmt::format("{} channels of {}", channels, x.shape()[3]),
           "an even number of them, at most all", "");
  }
  if (!(options.base > 0) || !std::isfinite(options.base)) {
    refuse(fmt::format("a base {}", options.base), "a finite number above 0", "1e4");
  }
  if (first < 0) refuse(fmt::format("first position {}", first), "at least 0", "");
  checked_add("rotary", first, x.shape()[1]);
}

// cos or sin of t base^(-2 i / channels), for t = first, first + 1, ...: [T, 1, channels / 2]
Tensor table(Index first, Index T, const RotaryOptions& options, Device device,
             double (*function)(double)) {
  const Index pairs = options.channels / 2;
  std::vector<double> values;
  for (Index t = first; t < first + T; ++t) {
    for (Index i = 0; i < pairs; ++i) {
      const double exponent = -2.0 * static_cast<double>(i) / static_cast<double>(options.channels);
      values.push_back(function(static_cast<double>(t) * std::pow(options.base, exponent)));
    }
  }
  return tensor(values, {T, 1, pairs}, device);
}

}  // namespace

Tensor rotary(const Tensor& x, const RotaryOptions& options, Index first) {
  check(x, options, first);
  if (options.channels == 0 || x.numel() == 0) return x;
  const Index T = x.shape()[1], D = x.shape()[3], pairs = options.channels / 2;
  const Device device = x.device();
  const Tensor cosine =
      table(first, T, options, device, [](double angle) { return std::cos(angle); });
  const Tensor sine =
      table(first, T, options, device, [](double angle) { return std::sin(angle); });
  const std::vector<Tensor> parts = split(x, {pairs, pairs, D - options.channels}, -1);
  const Tensor &a = parts[0], &b = parts[1];
  return cat({a * cosine - b * sine, a * sine + b * cosine, parts[2]}, -1);
}

}  // namespace holo
