// samples.cpp: numbers for the samples.
#include "registry/samples.h"

#include <numeric>

namespace registry {

// As a float, so that every build computes with the same number.
static double rounded(double x) { return static_cast<double>(static_cast<float>(x)); }

Input Samples::numbers(const Shape& shape, Domain domain) {
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

Input Samples::distinct(const Shape& shape, double offset) {
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

Input Samples::mask(const Shape& shape) {
  Input input{shape, std::vector<double>(static_cast<std::size_t>(shape.numel())), false};
  for (double& x : input.values) x = uniform() < 0.4 ? 1 : 0;
  return input;
}

Indices Samples::indices(const Shape& shape, Index limit, Index other) {
  std::vector<Index> values(static_cast<std::size_t>(shape.numel()));
  for (Index& i : values) {
    i = static_cast<Index>(random_.randbelow(static_cast<std::uint64_t>(limit)));
    if (other != 0 && uniform() < 0.3) i = other;
  }
  return Indices(shape, values);
}

Samples& Samples::add(std::vector<Input> inputs, const Function& f, const std::string& form) {
  std::string text = form;
  for (const Input& input : inputs) {
    if (!text.empty()) text += ' ';
    text += input.shape.to_string();
  }
  entry_.samples.push_back({text, std::move(inputs), f});
  return *this;
}

Entry unary(const char* name, Tensor (*f)(const Tensor&), Domain domain) {
  Samples samples(name, [f](Tensors x) { return f(x[0]); });
  for (const Shape& shape : shapes) {
    samples.add({samples.numbers(shape, domain)});
    if (shape.numel() < 4097) samples.add({samples.numbers(shape, domain)});
  }
  return samples.entry();
}

Entry binary(const char* name, Tensor (*f)(const Tensor&, const Tensor&), Pair pair) {
  static const std::vector<std::pair<Shape, Shape>> pairs = {
      {{}, {}},
      {{1}, {1}},
      {{7}, {7}},
      {{13, 5}, {13, 5}},
      {{4, 1}, {1, 6}},
      {{3}, {2, 3}},
      {{2, 3}, {3}},
      {{}, {2, 3}},
      {{2, 3}, {}},
      {{1}, {}},
      {{2, 3, 4, 5}, {4, 1}},
      {{3, 1}, {2, 1, 5}},
      {{1, 1, 1}, {2, 3}},
      {{5, 1, 1}, {5, 4, 3}},
      {{64, 9}, {64, 1}},
      {{17}, {3, 1}},
      {{0}, {1}},
      {{2, 0, 3}, {1, 3}},
      {{}, {0}},
      {{4097}, {4097}},
      {{4097}, {1}},
      {{2, 4097}, {4097}},
      {{131, 157}, {131, 157}},
      {{131, 157}, {157}},
      {{1, 157}, {131, 1}},
      {{20567}, {}},
  };
  Samples samples(name, [f](Tensors x) { return f(x[0], x[1]); });
  const auto first = [&](const Shape& shape) {
    if (pair == Pair::distinct) return samples.distinct(shape);
    return samples.numbers(shape, pair == Pair::power ? Domain::positive : Domain::real);
  };
  const auto second = [&](const Shape& shape) {
    if (pair == Pair::distinct) return samples.distinct(shape, 0.05);
    return samples.numbers(shape, pair == Pair::divisor ? Domain::away_from_0 : Domain::real);
  };
  for (const auto& [a, b] : pairs) samples.add({first(a), second(b)});
  samples.add({first({2, 3}), Samples::constant(second({2, 3}))});
  samples.add({Samples::constant(first({5})), second({4, 5})});
  for (const Shape& shape : Shapes{{}, {7}, {13, 5}, {0}}) {
    Input x = pair == Pair::divisor ? second(shape) : first(shape);
    samples.add(
        {std::move(x)}, [f](Tensors t) { return f(t[0], t[0]); }, "twice");
  }
  return samples.entry();
}

}  // namespace registry
