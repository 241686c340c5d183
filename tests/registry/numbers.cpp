// numbers.cpp: random numbers of each domain.
#include "registry/numbers.h"

#include <numeric>

namespace registry {

// As a float, so that every build computes with the same number.
static double rounded(double x) { return static_cast<double>(static_cast<float>(x)); }

Input Numbers::numbers(const Shape& shape, Domain domain) {
  Input input{shape, std::vector<double>(static_cast<std::size_t>(shape.numel())), true};
  for (double& x : input.values) {
    const double u = 2 * uniform() - 1;
    switch (domain) {
      case Domain::real:
        x = 3 * u;
        break;
      case Domain::away_from_0:
        x = 3 * u + (u < 0 ? -0.05 : 0.05);
        break;
      case Domain::positive:
        x = 2.1 + 1.9 * u;
        break;
      case Domain::large:
        x = 30 * u;
        break;
    }
    x = rounded(x);
  }
  return input;
}

Input Numbers::distinct(const Shape& shape, double offset) {
  const auto count = static_cast<std::size_t>(shape.numel());
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  random_.shuffle(order);
  Input input{shape, std::vector<double>(count), true};
  for (std::size_t i = 0; i < count; ++i) {
    const double middle = static_cast<double>(order[i]) - static_cast<double>(count / 2);
    input.values[i] = rounded(0.1 * middle + offset + 0.01 * (uniform() - 0.5));
  }
  return input;
}

Input Numbers::mask(const Shape& shape) {
  Input input{shape, std::vector<double>(static_cast<std::size_t>(shape.numel())), false};
  for (double& x : input.values) x = uniform() < 0.4 ? 1 : 0;
  return input;
}

Indices Numbers::indices(const Shape& shape, Index limit, Index other) {
  std::vector<Index> values(static_cast<std::size_t>(shape.numel()));
  for (Index& i : values) {
    i = static_cast<Index>(random_.randbelow(static_cast<std::uint64_t>(limit)));
    if (other != 0 && uniform() < 0.3) i = other;
  }
  return Indices(shape, values);
}

}  // namespace registry
