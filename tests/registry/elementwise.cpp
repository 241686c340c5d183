// elementwise.cpp: entries with constants, masks, and numbers beside a tensor.
#include <limits>

#include "registry/draws.h"

namespace registry {

using namespace holo;

// pow(x, p): any whole exponent for all x, others for x > 0.
Entry pow_number() {
  Samples samples("pow(x, p)");
  const double exponents[] = {2, 3, -1, 0.5, -0.5, 2.5, 1, 0, -2, 4};
  std::size_t next = 0;
  for (const Shape& shape : shapes) {
    for (int i = 0; i < 2; ++i) {
      const double p = exponents[next++ % std::size(exponents)];
      const bool whole = p == static_cast<double>(static_cast<int>(p));
      const Domain domain = whole ? Domain::away_from_0 : Domain::positive;
      samples.add(
          {samples.numbers(shape, domain)}, [p](Tensors x) { return pow(x[0], p); },
          "p = " + std::to_string(p));
    }
  }
  return samples.entry(draw_pow_number);
}

Entry clamp_entry() {
  // Distinct numbers are multiples of 0.1, up to 0.005 beside them: 0.05 is 0.04 away.
  Samples samples("clamp", [](Tensors x) { return clamp(x[0], -0.25, 0.15); });
  const double inf = std::numeric_limits<double>::infinity();
  for (const Shape& shape : shapes) {
    samples.add({samples.distinct(shape)});
    samples.add({samples.distinct(shape)}, [inf](Tensors x) { return clamp(x[0], 0.05, inf); });
  }
  return samples.entry(draw_clamp);
}

Entry number_beside(const char* name, char op, Side side) {
  Samples samples(name);
  const bool left = side == Side::left;
  for (const Shape& shape : shapes) {
    for (const double c : {1.5, -0.75}) {
      const auto f = [op, left, c](Tensors x) {
        switch (op) {
          case '+':
            return left ? c + x[0] : x[0] + c;
          case '-':
            return left ? c - x[0] : x[0] - c;
          case '*':
            return left ? c * x[0] : x[0] * c;
          default:
            return left ? c / x[0] : x[0] / c;
        }
      };
      samples.add({samples.numbers(shape, Domain::away_from_0)}, f);
    }
  }
  return samples.entry(draw_number_beside(op, side));
}

namespace {

// Shapes of a condition (or a mask), and of what it chooses from.
struct Three {
  Shape condition, a, b;
};
const std::vector<Three> triples = {
    {{}, {}, {}},
    {{1}, {1}, {1}},
    {{7}, {7}, {7}},
    {{13, 5}, {13, 5}, {13, 5}},
    {{2, 3}, {3}, {2, 3}},
    {{3}, {2, 3}, {2, 1}},
    {{4, 1}, {1, 6}, {1}},
    {{1, 6}, {4, 1}, {}},
    {{}, {2, 3}, {3}},
    {{2, 3, 4, 5}, {4, 1}, {3, 1, 5}},
    {{1, 1, 5}, {2, 3, 5}, {2, 1, 5}},
    {{0}, {0}, {1}},
    {{2, 1, 3}, {1, 0, 3}, {3}},
    {{4097}, {4097}, {1}},
    {{131, 157}, {131, 157}, {131, 157}},
    {{157}, {131, 157}, {131, 1}},
};

}  // namespace

Entry where_entry() {
  Samples samples("where", [](Tensors x) { return where(x[0], x[1], x[2]); });
  for (const Three& t : triples) {
    samples.add({samples.mask(t.condition), samples.numbers(t.a), samples.numbers(t.b)});
    samples.add(
        {samples.mask(t.condition), samples.numbers(t.a), Samples::constant(samples.numbers(t.b))});
  }
  samples.add(
      {samples.mask({2, 3}), Samples::constant(samples.numbers({2, 3})), samples.numbers({3})});
  samples.add(
      {samples.mask({13, 5}), samples.numbers({13, 5})},
      [](Tensors x) { return where(x[0], x[1], x[1]); }, "twice");
  // A condition gets no gradient, though it asks for one.
  samples.add(
      {samples.distinct({7}), samples.numbers({7})},
      [](Tensors x) { return where(x[0].detach(), x[0], x[1]); }, "condition is a");
  return samples.entry(draw_where);
}

Entry masked_fill_entry() {
  Samples samples("masked_fill", [](Tensors x) { return masked_fill(x[0], x[1], -3.5); });
  for (const Shape& shape : shapes) samples.add({samples.numbers(shape), samples.mask(shape)});
  for (const auto& [x, mask] : std::vector<std::pair<Shape, Shape>>{{{2, 3}, {3}},
                                                                    {{2, 3}, {}},
                                                                    {{4, 6}, {4, 1}},
                                                                    {{2, 3, 4}, {3, 1}},
                                                                    {{2, 3, 4, 5}, {1, 1, 5}},
                                                                    {{131, 157}, {157}},
                                                                    {{0, 3}, {3}},
                                                                    {{5, 1}, {1}}}) {
    samples.add({samples.numbers(x), samples.mask(mask)});
  }
  return samples.entry(draw_masked_fill);
}

}  // namespace registry
