// rotary.cpp: rotates pairs of channels by the angles of their positions.
#include "holo/nn/rotary.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "holo/check.h"
#include "holo/creation.h"

namespace holo {
namespace {

void check(const Tensor& x, const RotaryOptions& options) {
  const Index channels = options.channels;
  if (x.ndim() != 4) {
    throw ShapeError("rotary", fmt::format("{} dimensions", x.ndim()), "4: [B, T, H, D]",
                     "reshape(x, {B, T, H, D})", {x.shape()});
  }
  if (channels < 0 || channels % 2 != 0 || channels > x.shape()[3]) {
    throw ShapeError("rotary", fmt::format("{} channels of {}", channels, x.shape()[3]),
                     "an even number of them, at most all", "", {x.shape()});
  }
  if (!(options.base > 0) || !std::isfinite(options.base)) {
    throw ShapeError("rotary", fmt::format("a base {}", options.base), "a finite number above 0",
                     "1e4", {x.shape()});
  }
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
  return from_values({T, 1, pairs}, std::span<const double>(values), device);
}

}  // namespace

Tensor rotary(const Tensor& x, const RotaryOptions& options, Index first) {
  check(x, options);
  if (first < 0) {
    throw ShapeError("rotary", fmt::format("first position {}", first), "at least 0", "",
                     {x.shape()});
  }
  checked_add("rotary", first, x.shape()[1]);
  if (options.channels == 0 || x.numel() == 0) return x;
  const Index B = x.shape()[0], T = x.shape()[1], H = x.shape()[2], D = x.shape()[3];
  const Index channels = options.channels, pairs = channels / 2;
  const Device device = x.device();
  const Tensor cosine =
      table(first, T, options, device, [](double angle) { return std::cos(angle); });
  const Tensor sine =
      table(first, T, options, device, [](double angle) { return std::sin(angle); });

  const std::vector<Tensor> parts = split(x, {channels, D - channels}, -1);
  Tensor a, b;
  if (options.interleaved) {
    const Tensor pair = reshape(parts[0], {B, T, H, pairs, 2});
    a = squeeze(slice(pair, -1, 0, 1), -1);
    b = squeeze(slice(pair, -1, 1, 2), -1);
  } else {
    const std::vector<Tensor> halves = split(parts[0], {pairs, pairs}, -1);
    a = halves[0];
    b = halves[1];
  }
  const Tensor turned_a = a * cosine - b * sine, turned_b = a * sine + b * cosine;
  const Tensor turned = options.interleaved
                            ? reshape(stack({turned_a, turned_b}, -1), {B, T, H, channels})
                            : cat({turned_a, turned_b}, -1);
  return cat({turned, parts[1]}, -1);
}

}  // namespace holo
