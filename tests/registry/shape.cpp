// shape.cpp: entries of the ops that give the same elements another shape or order.
#include "registry/draws.h"

namespace registry {

using namespace holo;

namespace {

const std::vector<std::pair<Shape, std::vector<Index>>> reshapes = {
    {{}, {1}},
    {{}, {}},
    {{1}, {}},
    {{1}, {1, 1, 1}},
    {{7}, {7}},
    {{7}, {-1, 1}},
    {{13, 5}, {65}},
    {{13, 5}, {5, 13}},
    {{2, 3, 4}, {-1}},
    {{2, 3, 4}, {6, -1}},
    {{2, 3, 4}, {2, 12}},
    {{2, 3, 4, 5}, {4, -1, 2, 3}},
    {{0}, {0, 3}},
    {{0, 3}, {3, 0}},
    {{2, 0, 3}, {0}},
    {{4097}, {17, 241}},
    {{4097}, {-1, 1}},
    {{131, 157}, {157, 131}},
    {{131, 157}, {-1}},
    {{4, 1}, {4}},
    {{1, 6}, {3, 2}},
    {{1, 1, 3}, {3, 1, 1}},
    {{8}, {2, 2, 2}},
    {{16}, {4, -1}},
    {{33}, {3, 11}},
};

// Dimensions to take in this order.
const std::vector<std::pair<Shape, std::vector<int>>> permutations = {
    {{}, {}},
    {{1}, {0}},
    {{7}, {-1}},
    {{13, 5}, {1, 0}},
    {{13, 5}, {0, 1}},
    {{4, 1}, {1, 0}},
    {{2, 3, 4}, {2, 0, 1}},
    {{2, 3, 4}, {1, 0, 2}},
    {{2, 3, 4}, {0, 2, 1}},
    {{2, 3, 4}, {2, 1, 0}},
    {{2, 3, 4}, {-1, -3, -2}},
    {{2, 3, 4, 5}, {0, 2, 1, 3}},
    {{2, 3, 4, 5}, {3, 1, 2, 0}},
    {{2, 3, 4, 5}, {0, 2, 3, 1}},
    {{2, 3, 4, 5}, {3, 2, 1, 0}},
    {{1, 3, 1, 2}, {2, 3, 0, 1}},
    {{2, 2, 3, 2, 2}, {4, 1, 0, 3, 2}},
    {{2, 1, 2, 3, 2, 2}, {5, 0, 4, 1, 3, 2}},
    {{0}, {0}},
    {{2, 0, 3}, {1, 2, 0}},
    {{4097, 1}, {1, 0}},
    {{17, 241}, {1, 0}},
    {{131, 157}, {1, 0}},
    {{3, 131, 53}, {2, 0, 1}},
    {{3, 131, 53}, {1, 0, 2}},
};

Function reshaped(const std::vector<Index>& sizes) {
  return [sizes](Tensors x) { return reshape(x[0], sizes); };
}

}  // namespace

Entry reshape_entry() {
  Samples samples("reshape");
  for (const auto& [shape, sizes] : reshapes) {
    samples.add({samples.numbers(shape)}, reshaped(sizes));
  }
  return samples.entry(draw_reshape);
}

// view has its sizes written in place.
Entry view_entry() {
  Samples samples("view");
  for (const auto& [shape, sizes] : reshapes) {
    const Index n = shape.numel();
    if (n == 0) {
      samples.add({samples.numbers(shape)}, [](Tensors x) { return view(x[0], {2, 0, 5}); });
    } else if (n % 2 == 0) {
      samples.add({samples.numbers(shape)}, [](Tensors x) { return view(x[0], {-1, 2}); });
    } else {
      samples.add({samples.numbers(shape)}, [n](Tensors x) { return view(x[0], {1, n}); });
    }
  }
  return samples.entry(draw_view);
}

Entry squeeze_dim() {
  Samples samples("squeeze(x, dim)");
  for (const Shape& shape : shapes) {
    if (shape.ndim() == max_ndim) continue;
    const int last = shape.ndim();
    samples.add({samples.numbers(shape.inserted(0, 1))},
                [](Tensors x) { return squeeze(x[0], 0); });
    samples.add({samples.numbers(shape.inserted(last, 1))},
                [](Tensors x) { return squeeze(x[0], -1); });
  }
  return samples.entry(draw_squeeze_dim);
}

Entry squeeze_all() {
  Samples samples("squeeze(x)", [](Tensors x) { return squeeze(x[0]); });
  for (const Shape& shape : shapes) {
    samples.add({samples.numbers(shape)});
    samples.add({samples.numbers(shape.inserted(0, 1))});
  }
  return samples.entry(draw_squeeze);
}

Entry unsqueeze_entry() {
  Samples samples("unsqueeze");
  for (const Shape& shape : shapes) {
    for (const int dim : {0, -1, shape.ndim(), shape.ndim() / 2}) {
      samples.add({samples.numbers(shape)}, [dim](Tensors x) { return unsqueeze(x[0], dim); });
    }
  }
  return samples.entry(draw_unsqueeze);
}

Entry permute_entry() {
  Samples samples("permute");
  for (const auto& [shape, dims] : permutations) {
    samples.add({samples.numbers(shape)}, [dims = dims](Tensors x) { return permute(x[0], dims); });
  }
  return samples.entry(draw_permute);
}

Entry transpose_entry() {
  Samples samples("transpose");
  for (const Shape& shape : shapes) {
    if (shape.ndim() == 0) continue;
    samples.add({samples.numbers(shape)}, [](Tensors x) { return transpose(x[0], 0, -1); });
    samples.add({samples.numbers(shape)},
                [](Tensors x) { return transpose(x[0], x[0].ndim() / 2, x[0].ndim() - 1); });
  }
  return samples.entry(draw_transpose);
}

Entry broadcast_to_entry() {
  Samples samples("broadcast_to");
  const std::vector<std::pair<Shape, Shape>> pairs = {
      {{}, {}},
      {{}, {3}},
      {{}, {2, 3}},
      {{1}, {1}},
      {{1}, {5}},
      {{1}, {2, 3}},
      {{7}, {7}},
      {{7}, {3, 7}},
      {{13, 5}, {13, 5}},
      {{13, 1}, {13, 5}},
      {{1, 5}, {13, 5}},
      {{4, 1}, {2, 4, 6}},
      {{3, 1}, {2, 3, 4}},
      {{2, 1, 4}, {2, 3, 4}},
      {{1, 3, 1}, {2, 3, 4}},
      {{1, 1, 3}, {4, 5, 3}},
      {{2, 1, 1, 5}, {2, 3, 4, 5}},
      {{1, 3, 1, 5}, {2, 3, 4, 5}},
      {{0}, {2, 0}},
      {{1}, {0}},
      {{3, 1}, {3, 0}},
      {{4097}, {2, 4097}},
      {{1}, {4097}},
      {{4097, 1}, {4097, 3}},
      {{157}, {131, 157}},
      {{131, 1}, {131, 157}},
      {{}, {131, 157}},
  };
  for (const auto& [from, to] : pairs) {
    samples.add(
        {samples.numbers(from)}, [to = to](Tensors x) { return broadcast_to(x[0], to); },
        "to " + to.to_string());
  }
  return samples.entry(draw_broadcast_to);
}

}  // namespace registry
