// reduce.cpp: entries of the reductions.
#include "registry/draws.h"

namespace registry {

using namespace holo;

namespace {

// A shape and dimensions of it.
struct Over {
  Shape shape;
  std::vector<int> dims;
};
const std::vector<Over> all_over = {
    {{1}, {0}},
    {{7}, {0}},
    {{7}, {-1}},
    {{13, 5}, {0}},
    {{13, 5}, {1}},
    {{13, 5}, {0, 1}},
    {{13, 5}, {-1, 0}},
    {{4, 1}, {1}},
    {{1, 6}, {0}},
    {{2, 3, 4}, {1}},
    {{2, 3, 4}, {0, 2}},
    {{2, 3, 4}, {1, 2}},
    {{2, 3, 4, 5}, {0, 2}},
    {{2, 3, 4, 5}, {-1}},
    {{2, 3, 4, 5}, {1, 3}},
    {{2, 3, 4, 5}, {0, 1, 2, 3}},
    {{1, 1, 3}, {0, 1}},
    {{3, 0, 2}, {0}},
    {{3, 0, 2}, {2}},
    {{4097}, {0}},
    {{2, 4097}, {1}},
    {{4097, 2}, {0}},
    {{131, 157}, {0}},
    {{131, 157}, {1}},
    {{20567}, {0}},
    {{3, 131, 53}, {1}},
    {{3, 131, 53}, {0, 2}},
};

// Sums are of positive numbers: so their rounding is small beside them.
Entry over_all(const char* name, const Function& f, Index smallest, DrawFunction draw,
               Domain domain = Domain::positive) {
  Samples samples(name, f);
  for (const Shape& shape : shapes) {
    if (shape.numel() < smallest) continue;
    samples.add({samples.numbers(shape, domain)});
    if (shape.numel() < 4097) samples.add({samples.numbers(shape, domain)});
  }
  samples.add({samples.numbers({8193}, domain)});
  samples.add({samples.numbers({2, 3, 5, 7}, domain)});
  return samples.entry(std::move(draw));
}

using ReductionOver = std::function<Tensor(const Tensor&, const Dims&, bool)>;

Entry over_dims(const char* name, const ReductionOver& reduce, Index smallest, DrawFunction draw,
                Domain domain = Domain::positive) {
  Samples samples(name);
  for (const Over& over : all_over) {
    Index n = 1;
    for (const int d : over.dims) n *= over.shape.size(d);
    if (n < smallest) continue;
    for (const bool keepdim : {false, true}) {
      if (keepdim && over.shape.numel() >= 4097) continue;
      const auto f = [reduce, dims = over.dims, keepdim](Tensors x) {
        return reduce(x[0], Dims(std::span<const int>(dims)), keepdim);
      };
      samples.add({samples.numbers(over.shape, domain)}, f, keepdim ? "keepdim" : "");
    }
  }
  return samples.entry(std::move(draw));
}

}  // namespace

Entry sum_all() {
  return over_all(
      "sum(x)", [](Tensors x) { return sum(x[0]); }, 0, draw_sum);
}
Entry mean_all() {
  return over_all(
      "mean(x)", [](Tensors x) { return mean(x[0]); }, 1, draw_mean);
}
Entry var_all() {
  Entry entry = over_all(
      "var(x)", [](Tensors x) { return var(x[0]); }, 2, draw_var, Domain::real);
  const Entry biased = over_all(
      "", [](Tensors x) { return var(x[0], Correction(0)); }, 1, {}, Domain::real);
  entry.samples.insert(entry.samples.end(), biased.samples.begin(), biased.samples.end());
  return entry;
}
Entry sum_dims() {
  return over_dims(
      "sum(x, dims)", [](const Tensor& x, const Dims& d, bool keep) { return sum(x, d, keep); }, 0,
      draw_sum_dims);
}
Entry mean_dims() {
  return over_dims(
      "mean(x, dims)", [](const Tensor& x, const Dims& d, bool keep) { return mean(x, d, keep); },
      1, draw_mean_dims);
}
Entry var_dims() {
  Entry entry = over_dims(
      "var(x, dims)",
      [](const Tensor& x, const Dims& d, bool keep) { return var(x, d, Correction(1), keep); }, 2,
      draw_var_dims);
  const Entry biased = over_dims(
      "", [](const Tensor& x, const Dims& d, bool keep) { return var(x, d, Correction(0), keep); },
      1, {}, Domain::real);
  entry.samples.insert(entry.samples.end(), biased.samples.begin(), biased.samples.end());
  return entry;
}

Entry extreme_all(Extreme which) {
  const bool is_max = which == Extreme::max;
  Samples samples(is_max ? "max(x)" : "min(x)",
                  [is_max](Tensors x) { return is_max ? max(x[0]) : min(x[0]); });
  for (const Shape& shape : shapes) {
    if (shape.numel() == 0) continue;
    samples.add({samples.distinct(shape)});
    samples.add({samples.distinct(shape)});
  }
  return samples.entry(draw_extreme(which));
}

Entry extreme_dim(Extreme which) {
  const bool is_max = which == Extreme::max;
  Samples samples(is_max ? "max(x, dim)" : "min(x, dim)");
  for (const Over& over : all_over) {
    const int dim = over.dims[0];
    if (over.shape.size(dim) == 0) continue;
    for (const bool keepdim : {false, true}) {
      const auto f = [is_max, dim, keepdim](Tensors x) {
        return is_max ? max(x[0], dim, keepdim) : min(x[0], dim, keepdim);
      };
      samples.add({samples.distinct(over.shape)}, f, keepdim ? "keepdim" : "");
    }
  }
  return samples.entry(draw_extreme_dim(which));
}

}  // namespace registry
