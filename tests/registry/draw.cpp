// draw.cpp: random sizes, shapes and numbers.
#include "registry/draw.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace registry {

Draw::Draw(std::uint64_t seed) : random_(seed), numbers_(random_.getrandbits(63)) {
  const Index kind = below(40);
  most_ = kind == 0 ? 100'000 : kind < 4 ? 30'000 : kind < 14 ? 6'000 : 1'000;
  coarse_ = one_in(4);
}

Index Draw::size(Index most) { return one_in(50) ? 0 : positive(most); }

Index Draw::positive(Index most) {
  most = std::max<Index>(most, 1);
  const Index kind = below(20);
  if (kind < 2) return 1;
  if (kind < 8) {
    const Index around = one_of<Index>({7, 8, 9, 15, 16, 17, 31, 33});
    if (around <= most) return around;
  }
  return 1 + below(kind < 17 ? std::min<Index>(most, 12) : most);
}

Shape Draw::shape(int least_dims, int most_dims) { return shape_of(least_dims, most_dims, true); }

Shape Draw::positive_shape(int least_dims, int most_dims) {
  return shape_of(least_dims, most_dims, false);
}

// Which dimension is drawn first is random: the last ones get what the others leave.
Shape Draw::shape_of(int least_dims, int most_dims, bool with_0) {
  const int ndim =
      std::clamp(one_of({0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6}), least_dims, most_dims);
  std::array<Index, holo::max_ndim> sizes{}, order{};
  std::iota(order.begin(), order.end(), Index{0});
  const std::span<Index> used(order.data(), static_cast<std::size_t>(ndim));
  shuffle(used);
  Index left = most_;
  for (const Index d : used) {
    const Index n = with_0 ? size(left) : positive(left);
    sizes[static_cast<std::size_t>(d)] = n;
    left /= std::max<Index>(n, 1);
  }
  return Shape(std::span<const Index>(sizes.data(), static_cast<std::size_t>(ndim)));
}

int Draw::dim(const Shape& shape) {
  return static_cast<int>(below(2 * shape.ndim())) - shape.ndim();
}

Shape Draw::part_of(const Shape& whole) {
  const int left_out = one_in(3) ? static_cast<int>(below(whole.ndim() + 1)) : 0;
  std::vector<Index> sizes(whole.begin() + left_out, whole.end());
  for (Index& n : sizes) {
    if (one_in(4)) n = 1;
  }
  return Shape(std::span<const Index>(sizes));
}

Input Draw::numbers(const Shape& shape, Domain domain) {
  Input input = numbers_.numbers(shape, domain);
  for (double& x : input.values) {
    if (!coarse_) break;
    x = std::round(4 * x) / 4;
    if (x == 0 && domain != Domain::real) x = 0.25;
  }
  input.requires_grad = !one_in(6);
  return input;
}

Input Draw::exact(const Shape& shape) {
  Input input = numbers(shape);
  for (double& x : input.values) x = std::round(4 * x) / 4;
  return input;
}

Sample sample_of(const std::string& options, std::vector<Input> inputs, Function f) {
  std::string form = options;
  for (const Input& input : inputs) {
    if (!form.empty()) form += ' ';
    form += input.shape.to_string();
    if (!input.requires_grad) form += " constant";
  }
  return {form, std::move(inputs), std::move(f)};
}

}  // namespace registry
