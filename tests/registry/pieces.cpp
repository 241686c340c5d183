// pieces.cpp: entries of the ops that take tensors apart and put them together.
#include <algorithm>

#include "registry/draws.h"

namespace registry {

using namespace holo;

namespace {

constexpr std::nullopt_t none = std::nullopt;

struct Sliced {
  Shape shape;
  std::vector<Slice> slices;
};
const std::vector<Sliced> sliced = {
    {{}, {}},
    {{1}, {{0, 1}}},
    {{7}, {{}}},
    {{7}, {{1, 4}}},
    {{7}, {{-3, none}}},
    {{7}, {{none, -3}}},
    {{7}, {{none, none, 2}}},
    {{7}, {{1, none, 3}}},
    {{7}, {{none, none, -1}}},
    {{7}, {{5, 0, -2}}},
    {{7}, {{-100, 100}}},
    {{7}, {{3, 3}}},
    {{7}, {{5, 2}}},
    {{13, 5}, {{1, 9}}},
    {{13, 5}, {{}, {1, 4}}},
    {{13, 5}, {{none, none, -3}, {none, none, 2}}},
    {{13, 5}, {{2, 3}, {4, 5}}},
    {{4, 1}, {{1, 3}, {0, 1}}},
    {{2, 3, 4}, {{}, {1, 2}}},
    {{2, 3, 4}, {{1, 2}, {}, {none, none, 2}}},
    {{2, 3, 4, 5}, {{}, {1, none}, {}, {none, none, -1}}},
    {{2, 3, 4, 5}, {{0, 1}, {}, {1, 3}}},
    {{0}, {{}}},
    {{2, 0, 3}, {{0, 1}, {0, 1}, {1, 3}}},
    {{4097}, {{1, none}}},
    {{4097}, {{none, none, -1}}},
    {{131, 157}, {{}, {0, 150}}},
    {{131, 157}, {{1, none}}},
    {{262, 157}, {{none, none, 2}, {none, none, -1}}},
};

Shape with_dim(const Shape& shape, int dim, Index size) { return shape.with(dim, size); }

struct Joined {
  Shape shape;
  int dim;
  std::vector<Index> sizes;  // of dim
};
const std::vector<Joined> joined = {
    {{1}, 0, {1}},
    {{1}, 0, {1, 2, 3}},
    {{7}, 0, {7, 1}},
    {{7}, -1, {0, 7, 0}},
    {{13, 5}, 0, {13, 2}},
    {{13, 5}, 1, {5, 1, 3}},
    {{13, 5}, -1, {5, 5}},
    {{13, 5}, -2, {1, 1}},
    {{4, 1}, 1, {1, 1, 1, 1}},
    {{2, 3, 4}, 0, {1, 2}},
    {{2, 3, 4}, 1, {3, 2}},
    {{2, 3, 4}, 2, {4, 1}},
    {{2, 3, 4, 5}, 1, {3, 1}},
    {{2, 3, 4, 5}, -1, {2, 5}},
    {{1, 1, 3}, 1, {1, 4}},
    {{0}, 0, {0, 0}},
    {{2, 0, 3}, 0, {2, 1}},
    {{2, 0, 3}, 1, {0, 2}},
    {{4097}, 0, {4097, 1}},
    {{4097}, 0, {1, 2, 4096}},
    {{131, 157}, 0, {131, 2}},
    {{131, 157}, 1, {100, 57}},
    {{131, 157}, 1, {157, 157}},
    {{3, 131, 53}, 1, {131, 5}},
    {{3, 2}, 0, {1, 1, 1, 1, 1, 1, 1}},
};

}  // namespace

Entry slice_list() {
  Samples samples("slice(x, slices)");
  for (const Sliced& s : sliced) {
    samples.add({samples.numbers(s.shape)},
                [slices = s.slices](Tensors x) { return slice(x[0], slices); });
  }
  return samples.entry(draw_slices);
}

Entry slice_dim() {
  Samples samples("slice(x, dim, start, stop, step)");
  for (const Shape& shape : shapes) {
    for (int dim = -1; dim < shape.ndim() && shape.ndim() > 0; ++dim) {
      const Index n = shape.size(dim);
      samples.add({samples.numbers(shape)},
                  [dim, n](Tensors x) { return slice(x[0], dim, n / 3, n); });
      samples.add({samples.numbers(shape)},
                  [dim, n](Tensors x) { return slice(x[0], dim, 0, n, 2); });
    }
  }
  return samples.entry(draw_slice_dim);
}

Entry cat_entry() {
  Samples samples("cat");
  for (const Joined& j : joined) {
    std::vector<Input> inputs;
    const int dim = j.dim < 0 ? j.dim + j.shape.ndim() : j.dim;
    for (const Index size : j.sizes)
      inputs.push_back(samples.numbers(with_dim(j.shape, dim, size)));
    samples.add(inputs, [dim = j.dim](Tensors x) { return cat(x, dim); });
  }
  samples.add(
      {samples.numbers({2, 3}), samples.numbers({1, 3})},
      [](Tensors x) {
        return cat({x[0], x[0], x[1], x[0]}, 0);
      },
      "twice");
  samples.add({samples.numbers({2, 3}), Samples::constant(samples.numbers({2, 2}))}, [](Tensors x) {
    return cat({x[0], x[1]}, 1);
  });
  return samples.entry(draw_cat);
}

Entry stack_entry() {
  Samples samples("stack");
  for (const Shape& shape : shapes) {
    samples.add({samples.numbers(shape), samples.numbers(shape)},
                [](Tensors x) { return stack(x, 0); });
    samples.add({samples.numbers(shape), samples.numbers(shape), samples.numbers(shape)},
                [](Tensors x) { return stack(x, -1); });
  }
  samples.add(
      {samples.numbers({2, 3, 4}), samples.numbers({2, 3, 4})},
      [](Tensors x) {
        return stack({x[1], x[0], x[1]}, 2);
      },
      "twice");
  return samples.entry(draw_stack);
}

// One piece alone, so that the others have no gradient; and all of them in another order.
Entry split_entry() {
  Samples samples("split");
  for (const Joined& j : joined) {
    Index total = 0;
    for (const Index size : j.sizes) total += size;
    const int dim = j.dim < 0 ? j.dim + j.shape.ndim() : j.dim;
    const Shape shape = with_dim(j.shape, dim, total);
    samples.add({samples.numbers(shape)}, [j](Tensors x) {
      std::vector<Tensor> pieces = split(x[0], j.sizes, j.dim);
      return cat(std::vector<Tensor>(pieces.rbegin(), pieces.rend()), j.dim);
    });
    samples.add(
        {samples.numbers(shape)}, [j](Tensors x) { return split(x[0], j.sizes, j.dim).back(); },
        "one piece");
  }
  return samples.entry(draw_split);
}

Entry chunk_entry() {
  Samples samples("chunk");
  for (const Shape& shape : shapes) {
    if (shape.ndim() == 0) continue;
    for (const Index chunks : {Index{1}, Index{2}, Index{3}}) {
      samples.add({samples.numbers(shape)}, [chunks](Tensors x) {
        std::vector<Tensor> pieces = chunk(x[0], chunks, -1);
        return cat(std::vector<Tensor>(pieces.rbegin(), pieces.rend()), -1);
      });
      samples.add(
          {samples.numbers(shape)}, [chunks](Tensors x) { return chunk(x[0], chunks, 0).front(); },
          "one piece");
    }
  }
  return samples.entry(draw_chunk);
}

Entry gather_entry() {
  Samples samples("gather");
  struct Gathered {
    Shape shape;
    int dim;
    Shape index;
  };
  const std::vector<Gathered> all = {
      {{1}, 0, {1}},
      {{1}, 0, {9}},
      {{7}, 0, {7}},
      {{7}, -1, {30}},
      {{7}, 0, {0}},
      {{13, 5}, 0, {13, 5}},
      {{13, 5}, 1, {13, 5}},
      {{13, 5}, 0, {40, 3}},
      {{13, 5}, 1, {4, 2}},
      {{13, 5}, -1, {13, 1}},
      {{4, 1}, 1, {4, 6}},
      {{2, 3, 4}, 0, {5, 3, 4}},
      {{2, 3, 4}, 1, {2, 7, 3}},
      {{2, 3, 4}, 2, {1, 3, 9}},
      {{2, 3, 4, 5}, 1, {2, 2, 4, 5}},
      {{2, 3, 4, 5}, -1, {2, 3, 4, 1}},
      {{2, 3, 4, 5}, 2, {2, 3, 6, 4}},
      {{1, 1, 3}, 2, {1, 1, 3}},
      {{2, 0, 3}, 0, {2, 0, 3}},
      {{0, 3}, 1, {0, 2}},
      {{4097}, 0, {4097}},
      {{3, 4097}, 0, {5, 4097}},
      {{131, 157}, 0, {131, 157}},
      {{131, 157}, 1, {131, 157}},
      {{131, 157}, 1, {131, 1}},
  };
  for (const Gathered& g : all) {
    const Indices index = samples.indices(g.index, std::max<Index>(1, g.shape.size(g.dim)));
    samples.add(
        {samples.numbers(g.shape)},
        [dim = g.dim, index](Tensors x) { return gather(x[0], dim, index); },
        "index " + g.index.to_string());
  }
  return samples.entry(draw_gather);
}

Entry embedding_entry() {
  Samples samples("embedding");
  const Shapes tables = {{1, 1},   {7, 3},  {9, 4}, {5, 1}, {13, 5},
                         {27, 16}, {4, 33}, {2, 8}, {6, 2}, {1, 17}};
  const Shapes indices = {{}, {1}, {0}, {30}, {2, 5}, {2, 3, 4}, {3, 1}};
  for (const Shape& table : tables) {
    for (const Shape& shape : indices) {
      const Indices index = samples.indices(shape, table[0]);
      samples.add(
          {samples.numbers(table)}, [index](Tensors x) { return embedding(x[0], index); },
          "index " + shape.to_string());
    }
  }
  for (const auto& [table, shape] : std::vector<std::pair<Shape, Shape>>{
           {{27, 157}, {131}}, {{1000, 5}, {17, 241}}, {{3, 0}, {4}}}) {
    const Indices index = samples.indices(shape, table[0]);
    samples.add(
        {samples.numbers(table)}, [index](Tensors x) { return embedding(x[0], index); },
        "index " + shape.to_string());
  }
  return samples.entry(draw_embedding);
}

}  // namespace registry
