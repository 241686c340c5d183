// creation.cpp: creates tensors of given, regularly spaced or random numbers.
#include "holo/creation.h"

#include <fmt/format.h>

#include <cmath>

#include "backend/backend.h"
#include "tensor/record.h"

namespace holo {
namespace {

// Copies numbers from the host to the device in a single transfer.
template <class Numbers>
Tensor upload(const Shape& shape, const Numbers& numbers, Device device, const char* op) {
  Tensor y = leaf(shape, backend_of(device), op);
  std::vector<real> values(static_cast<std::size_t>(shape.numel()));
  for (Index i = 0; i < shape.numel(); ++i) {
    values[static_cast<std::size_t>(i)] = static_cast<real>(numbers(i));
  }
  y.backend().upload(y.node().data, values.data(), bytes_of(shape.numel()));
  return y;
}

template <class Number>
Tensor from_numbers(const Shape& shape, std::span<const Number> values, Device device) {
  if (static_cast<Index>(values.size()) != shape.numel()) {
    throw ShapeError("tensor", fmt::format("{} values for {}", values.size(), shape.to_string()),
                     fmt::format("{} of them", shape.numel()));
  }
  return upload(
      shape, [values](Index i) { return values[static_cast<std::size_t>(i)]; }, device, "tensor");
}

// Rounds x, a number in [low, high), to a real. If the result would equal `high`, returns the next
// smaller real.
real in_range(double x, double low, double high) {
  const real least = static_cast<real>(low), end = static_cast<real>(high);
  return static_cast<real>(x) == end ? std::nextafter(end, least) : static_cast<real>(x);
}

}  // namespace

Numbers::Numbers(std::initializer_list<Numbers> parts) : shape_{0} {
  if (parts.size() == 0) return;
  const Shape& first = parts.begin()->shape();
  for (const Numbers& part : parts) {
    if (!(part.shape() == first)) {
      throw ShapeError("tensor",
                       fmt::format("parts of {} and {} side by side", first.to_string(),
                                   part.shape().to_string()),
                       "rows of one length");
    }
    values_.insert(values_.end(), part.values().begin(), part.values().end());
  }
  shape_ = first.inserted(0, static_cast<Index>(parts.size()));
}

Tensor tensor(const Numbers& numbers) { return tensor(numbers.values(), numbers.shape()); }
Tensor tensor(std::span<const double> values, const Shape& shape, Device device) {
  return from_numbers(shape, values, device);
}
Tensor tensor(std::span<const float> values, const Shape& shape, Device device) {
  return from_numbers(shape, values, device);
}

Tensor full(const Shape& shape, real value, Device device) {
  Tensor y = leaf(shape, backend_of(device), "full");
  y.backend().fill(y.node().data, value, shape.numel());
  return y;
}
Tensor zeros(const Shape& shape, Device device) { return full(shape, 0, device); }
Tensor ones(const Shape& shape, Device device) { return full(shape, 1, device); }

Tensor arange(double end) { return arange(0, end); }

Tensor arange(double first, double end, double step) {
  const double count = std::ceil((end - first) / step);
  if (step == 0 || !std::isfinite(step) || !std::isfinite(count) || count > 0x1p62) {
    throw Error("arange", fmt::format("from {} to {} in steps of {}", first, end, step),
                "finite numbers and a step other than 0");
  }
  const Index n = count > 0 ? static_cast<Index>(count) : 0;
  return upload(
      {n}, [first, step](Index i) { return first + static_cast<double>(i) * step; },
      default_device(), "arange");
}

Tensor uniform(const Shape& shape, const CounterRandom& random, double low, double high,
               Device device) {
  return upload(
      shape,
      [&](Index i) {
        const double share = random.uniform(static_cast<std::uint64_t>(i));
        return in_range(low + (high - low) * share, low, high);
      },
      device, "uniform");
}

Tensor normal(const Shape& shape, const CounterRandom& random, double mean, double std,
              Device device) {
  return upload(
      shape, [&](Index i) { return mean + std * random.normal(static_cast<std::uint64_t>(i)); },
      device, "normal");
}

Tensor uniform(const Shape& shape, PythonRandom& random, double low, double high, Device device) {
  return upload(
      shape, [&](Index) { return in_range(random.uniform(low, high), low, high); }, device,
      "uniform");
}

Tensor normal(const Shape& shape, PythonRandom& random, double mean, double std, Device device) {
  return upload(
      shape, [&](Index) { return random.gauss(mean, std); }, device, "normal");
}

}  // namespace holo
