// draw.cpp: random sizes, shapes and numbers of a sample, and its forward and backward pass.
#include "registry/draw.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "helpers.h"
#include "holo/creation.h"
#include "holo/random.h"

namespace registry {

// As a float, so that every build computes with the same number.
static double rounded(double x) { return static_cast<double>(static_cast<float>(x)); }

Draw::Draw(std::uint64_t seed, Size size)
    : size_(size), random_(seed), numbers_(random_.getrandbits(63)) {
  const Index kind = below(40);
  most_ = kind == 0 ? 100'000 : kind < 4 ? 30'000 : kind < 14 ? 6'000 : 1'000;
  if (size == Size::small) most_ = 300;
  if (size == Size::large) most_ = 60'000;
  coarse_ = one_in(4) && size == Size::any;
}

Index Draw::size(Index most) {
  return one_in(size_ == Size::small ? 20 : 50) && size_ != Size::large ? 0 : positive(most);
}

Index Draw::positive(Index most) {
  most = std::max<Index>(most, 1);
  if (size_ == Size::large) {
    return one_in(2) ? most - below(most / 3 + 1) : 1 + below(std::min<Index>(most, 300));
  }
  const Index kind = below(20);
  if (kind < 2) return 1;
  if (kind < 8) {
    // Around a register; where no differences are taken, around a warp and a block of a GPU too.
    const Index around = size_ == Size::any && kind == 7
                             ? one_of<Index>({32, 63, 64, 65, 255, 256, 257, 1023, 1025})
                             : one_of<Index>({7, 8, 9, 15, 16, 17, 31, 33});
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
  if (size_ == Size::large) least_dims = std::max(least_dims, std::min(most_dims, 2));
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
  for (double& x : input.values) {
    if (!coarse_) break;
    x = std::round(4 * x) / 4;
    if (x == 0 && domain != Domain::real) x = 0.25;
  }
  input.requires_grad = !one_in(6);
  return input;
}

Input Draw::with_edges(Input input) {
  if (is_smooth() || !one_in(5)) return input;
  constexpr double inf = std::numeric_limits<double>::infinity();
  for (double& x : input.values) {
    if (one_in(4)) x = one_of({0.0, -0.0, 1.0, -1.0, inf, -inf, std::nan("")});
  }
  return input;
}

Input Draw::apart(const Shape& shape, double offset) {
  if (!is_smooth()) return numbers(shape);
  const auto count = static_cast<std::size_t>(shape.numel());
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  numbers_.shuffle(order);
  Input input{shape, std::vector<double>(count), true};
  for (std::size_t i = 0; i < count; ++i) {
    const double middle = static_cast<double>(order[i]) - static_cast<double>(count / 2);
    input.values[i] = rounded(0.1 * middle + 0.03 + offset + 0.01 * (uniform() - 0.5));
  }
  input.requires_grad = !one_in(6);
  return input;
}

Input Draw::exact(const Shape& shape) {
  Input input = numbers(shape);
  for (double& x : input.values) x = std::round(4 * x) / 4;
  return input;
}

Input Draw::mask(const Shape& shape) {
  Input input{shape, std::vector<double>(static_cast<std::size_t>(shape.numel())), false};
  for (double& x : input.values) x = uniform() < 0.4 ? 1 : 0;
  return input;
}

Indices Draw::indices(const Shape& shape, Index limit, Index other) {
  std::vector<Index> values(static_cast<std::size_t>(shape.numel()));
  for (Index& i : values) {
    i = static_cast<Index>(numbers_.randbelow(static_cast<std::uint64_t>(limit)));
    if (other != 0 && uniform() < 0.3) i = other;
  }
  return Indices(shape, values);
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

// ---- to run a sample ----

std::vector<Tensor> leaves_of(const Sample& sample) {
  std::vector<Tensor> leaves;
  for (const Input& input : sample.inputs) {
    Tensor x = holo::tensor(input.values, input.shape);
    leaves.push_back(x.set_requires_grad(input.requires_grad));
  }
  return leaves;
}

bool same_bits(const Result& a, const Result& b) {
  return holo::same_bits(a.y, b.y) &&
         std::equal(a.gradients.begin(), a.gradients.end(), b.gradients.begin(), b.gradients.end(),
                    holo::same_bits);
}

Tensor weights_for(const holo::Shape& shape, std::uint64_t stream) {
  std::vector<float> values(static_cast<std::size_t>(shape.numel()));
  const holo::CounterRandom random(99, stream);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(3 * random.uniform(i) - 1.5);
  }
  return holo::tensor(values, shape);
}

std::vector<Reals> gradients_of(std::span<const Tensor> leaves) {
  std::vector<Reals> gradients;
  for (const Tensor& leaf : leaves) {
    const Tensor gradient = leaf.grad();
    if (gradient.defined()) {
      gradients.push_back(gradient.to_vector());
    } else {
      const auto count = static_cast<std::size_t>(leaf.requires_grad() ? leaf.numel() : 0);
      gradients.emplace_back(count);
    }
  }
  return gradients;
}

Result run(const Sample& sample, std::span<const Tensor> leaves, const Tensor& seed) {
  const Tensor y = sample.f(leaves);
  Result result{y.shape(), y.to_vector(), {}};
  if (y.requires_grad()) y.backward(seed.defined() ? seed : weights_for(y.shape()));
  result.gradients = gradients_of(leaves);
  return result;
}

Result run(const Sample& sample) { return run(sample, leaves_of(sample)); }

void poison(const Sample& sample, const holo::Shape& output) {
  const holo::real nan = std::numeric_limits<holo::real>::quiet_NaN();
  std::vector<Tensor> kept;
  for (int i = 0; i < 4; ++i) {
    kept.push_back(holo::full(output, nan));
    for (const Input& input : sample.inputs) kept.push_back(holo::full(input.shape, nan));
  }
}

}  // namespace registry
