// effective_ranks.cpp: sums of squared cosines, a few rows of the matrix at a time. The rows have
// the length 1 before they are multiplied, so that floats suffice.
#include "gpt/gates/effective_ranks.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include "holo/creation.h"
#include "holo/ops.h"
#include "kernel_view/linear_algebra.h"

namespace holo {
namespace {

constexpr Index rows_at_once = 256;

// Rows of length 1 in the place of those of x [H, C]; rows of zeros stay.
Tensor unit_rows(const Tensor& x) {
  std::vector<real> numbers = x.to_vector();
  const auto C = static_cast<std::size_t>(x.size(1));
  for (std::size_t first = 0; first < numbers.size(); first += C) {
    double squares = 0;
    for (std::size_t i = first; i < first + C; ++i)
      squares += static_cast<double>(numbers[i]) * static_cast<double>(numbers[i]);
    if (squares == 0) continue;
    for (std::size_t i = first; i < first + C; ++i)
      numbers[i] = static_cast<real>(static_cast<double>(numbers[i]) / std::sqrt(squares));
  }
  return from_values(x.shape(), numbers);
}

// The columns of x [N, H] as rows [H, N], less their means; zeros for one that does not vary.
Tensor centred_columns(const Tensor& x) {
  const std::vector<real> from = x.to_vector();
  const auto N = static_cast<std::size_t>(x.size(0)), H = static_cast<std::size_t>(x.size(1));
  std::vector<real> to(H * N, real{0});
  for (std::size_t j = 0; j < H; ++j) {
    double mean = 0, squares = 0, variance = 0;
    for (std::size_t n = 0; n < N; ++n) {
      const auto number = static_cast<double>(from[n * H + j]);
      mean += number / static_cast<double>(N);
      squares += number * number;
    }
    for (std::size_t n = 0; n < N; ++n) {
      const double number = static_cast<double>(from[n * H + j]) - mean;
      variance += number * number;
      to[j * N + n] = static_cast<real>(number);
    }
    if (variance <= 1e-12 * squares)
      std::fill_n(to.begin() + static_cast<std::ptrdiff_t>(j * N), N, real{0});
  }
  return from_values({x.size(1), x.size(0)}, to);
}

// `products(first, last)` are those of rows first to last - 1 with all H rows, [last - first, H];
// `squares` those of each row with itself.
double rank_of(const Numbers64& squares, const std::function<Tensor(Index, Index)>& products) {
  const auto H = static_cast<Index>(squares.size());
  double count = 0, sum = 0;
  for (const double square : squares) count += square > 0;
  for (Index first = 0; first < H; first += rows_at_once) {
    const Index last = std::min(first + rows_at_once, H);
    const std::vector<real> numbers = products(first, last).to_vector();
    for (Index i = first; i < last; ++i) {
      for (Index j = 0; j < H; ++j) {
        const double scale =
            squares[static_cast<std::size_t>(i)] * squares[static_cast<std::size_t>(j)];
        if (scale == 0) continue;
        const auto product =
            static_cast<double>(numbers[static_cast<std::size_t>((i - first) * H + j)]);
        sum += product * product / scale;
      }
    }
  }
  return sum > 0 ? count * count / sum : 0;
}

}  // namespace

// S . S' = ((g . g') (v . v') + (g . v') (v . g')) / 2, for the symmetric matrices of two units.
double effective_rank_of_forms(const Tensor& gate, const Tensor& value) {
  const NoGrad no_grad;
  const Tensor g = unit_rows(gate), v = unit_rows(value);
  const auto numbers_of = [](const Tensor& x) { return sum(x, 1).to_vector(); };
  const std::vector<real> gg = numbers_of(g * g), vv = numbers_of(v * v), gv = numbers_of(g * v);
  Numbers64 squares;
  for (std::size_t j = 0; j < gg.size(); ++j) {
    const auto cosine = static_cast<double>(gv[j]);
    squares.push_back(gg[j] > 0 && vv[j] > 0 ? (1 + cosine * cosine) / 2 : 0);
  }
  return rank_of(squares, [&](Index first, Index last) {
    const Tensor g_rows = slice(g, 0, first, last), v_rows = slice(v, 0, first, last);
    return (linear(g_rows, g) * linear(v_rows, v) + linear(g_rows, v) * linear(v_rows, g)) *
           real{0.5};
  });
}

double effective_rank_of_outputs(const Tensor& outputs) {
  const NoGrad no_grad;
  const Tensor rows = unit_rows(centred_columns(outputs));
  const std::vector<real> sizes = sum(rows * rows, 1).to_vector();
  Numbers64 squares;
  for (const real size : sizes) squares.push_back(size > 0 ? 1 : 0);
  return rank_of(
      squares, [&](Index first, Index last) { return linear(slice(rows, 0, first, last), rows); });
}

}  // namespace holo
