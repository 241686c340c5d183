// samples.cpp: the samples of functions of one input and of two.
#include "registry/samples.h"

#include "registry/draws.h"

namespace registry {

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
  return samples.entry(draw_unary(f, domain));
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
  return samples.entry(draw_binary(f, pair));
}

}  // namespace registry
