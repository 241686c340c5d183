// losses.cpp: entries of softmax and of what is made of it.
#include "registry/draws.h"

namespace registry {

using namespace holo;

namespace {

const std::vector<std::pair<Shape, int>> axes = {
    {{1}, 0},          {{7}, 0},          {{7}, -1},         {{13, 5}, 0},    {{13, 5}, 1},
    {{4, 1}, -1},      {{4, 1}, 0},       {{2, 3}, -2},      {{2, 3, 4}, 1},  {{2, 3, 4}, -1},
    {{2, 3, 4, 5}, 0}, {{2, 3, 4, 5}, 2}, {{2, 3, 4, 5}, 3}, {{1, 1, 3}, 2},  {{16, 16}, 1},
    {{33}, 0},         {{3, 17}, 1},      {{0, 3}, 1},       {{2, 0, 3}, 2},  {{4097}, 0},
    {{3, 4097}, 1},    {{4097, 2}, 0},    {{131, 157}, 1},   {{131, 157}, 0}, {{3, 131, 53}, 1},
};

using AlongAxis = std::function<Tensor(const Tensor&, int)>;

Entry samples_along(const char* name, const AlongAxis& f, DrawFunction draw) {
  Samples samples(name);
  for (const auto& [shape, dim] : axes) {
    const auto one = [f, dim = dim](Tensors x) { return f(x[0], dim); };
    samples.add({samples.numbers(shape)}, one);
    if (shape.numel() < 4097) samples.add({samples.numbers(shape, Domain::large)}, one);
  }
  return samples.entry(std::move(draw));
}

const std::vector<Shape> logits = {
    {1},     {7},     {1, 1}, {6, 5},    {13, 5},   {4, 1},    {2, 3, 5},  {2, 3, 4, 7}, {1, 1, 3},
    {3, 33}, {5, 16}, {0, 4}, {2, 0, 3}, {1, 4097}, {4097, 2}, {131, 157}, {4, 32, 200},
};

Index one_at_least(const Indices& target, Index ignore) {
  for (const Index t : target.values()) {
    if (t != ignore) return t;
  }
  return -1;
}

}  // namespace

Entry softmax_entry() {
  return samples_along(
      "softmax", [](const Tensor& x, int dim) { return softmax(x, dim); }, draw_softmax);
}
Entry log_softmax_entry() {
  return samples_along(
      "log_softmax", [](const Tensor& x, int dim) { return log_softmax(x, dim); },
      draw_log_softmax);
}
Entry logsumexp_entry() {
  Entry entry = samples_along(
      "logsumexp", [](const Tensor& x, int dim) { return logsumexp(x, dim); }, draw_logsumexp);
  const Entry kept =
      samples_along("", [](const Tensor& x, int dim) { return logsumexp(x, dim, true); }, {});
  entry.samples.insert(entry.samples.end(), kept.samples.begin(), kept.samples.end());
  return entry;
}

Entry cross_entropy_entry() {
  Samples samples("cross_entropy");
  for (const Shape& shape : logits) {
    const Shape rows = shape.without(shape.ndim() - 1);
    for (const Reduction reduction : {Reduction::none, Reduction::sum, Reduction::mean}) {
      if (reduction == Reduction::mean && rows.numel() == 0) continue;  // NaN
      for (const Index ignore : {Index{-100}, Index{-1}}) {
        const Indices target = samples.indices(rows, shape.size(-1), ignore == -1 ? ignore : 0);
        if (reduction == Reduction::mean && one_at_least(target, ignore) < 0) continue;
        samples.add(
            {samples.numbers(shape)},
            [target, reduction, ignore](Tensors x) {
              return cross_entropy(x[0], target, reduction, ignore);
            },
            "reduction " + std::to_string(static_cast<int>(reduction)));
      }
    }
  }
  return samples.entry(draw_cross_entropy);
}

Entry cross_entropy_masked() {
  Samples samples("cross_entropy with a mask");
  for (const Shape& shape : logits) {
    const Shape rows = shape.without(shape.ndim() - 1);
    if (rows.numel() == 0) continue;  // NaN
    for (int i = 0; i < 2; ++i) {
      Input mask = samples.mask(rows);
      mask.values[0] = 1;
      if (i == 1) mask = Samples::constant(samples.numbers(rows, Domain::positive));
      const Indices target = samples.indices(rows, shape.size(-1));
      samples.add({samples.numbers(shape), mask},
                  [target](Tensors x) { return cross_entropy(x[0], target, x[1]); });
    }
  }
  return samples.entry(draw_cross_entropy_masked);
}

Entry mse_entry() {
  Samples samples("mse");
  for (const Shape& shape : shapes) {
    for (const Reduction reduction : {Reduction::none, Reduction::sum, Reduction::mean}) {
      if (reduction == Reduction::mean && shape.numel() == 0) continue;  // NaN
      samples.add(
          {samples.numbers(shape), samples.numbers(shape)},
          [reduction](Tensors x) { return mse(x[0], x[1], reduction); },
          "reduction " + std::to_string(static_cast<int>(reduction)));
    }
  }
  samples.add(
      {samples.numbers({7})}, [](Tensors x) { return mse(x[0], x[0]); }, "twice");
  samples.add({samples.numbers({7}), Samples::constant(samples.numbers({7}))},
              [](Tensors x) { return mse(x[0], x[1]); });
  return samples.entry(draw_mse);
}

Entry binary_cross_entropy_entry() {
  Samples samples("binary_cross_entropy_with_logits");
  for (const Shape& shape : shapes) {
    for (const Reduction reduction : {Reduction::none, Reduction::sum, Reduction::mean}) {
      if (reduction == Reduction::mean && shape.numel() == 0) continue;  // NaN
      const auto loss = [reduction](Tensors x) {
        return binary_cross_entropy_with_logits(x[0], x[1], reduction);
      };
      const std::string form = "reduction " + std::to_string(static_cast<int>(reduction));
      samples.add({samples.numbers(shape, Domain::large), samples.mask(shape)}, loss, form);
      samples.add({samples.numbers(shape), samples.numbers(shape)}, loss, form);
    }
  }
  samples.add(
      {samples.numbers({7})},
      [](Tensors x) { return binary_cross_entropy_with_logits(x[0], x[0]); }, "twice");
  return samples.entry(draw_binary_cross_entropy);
}

}  // namespace registry
