// function_figures.cpp: pictures of the functions of holo/math.h, each with its derivative.
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "figures/chapter_figures.h"
#include "holo/math.h"
#include "support/plots/plot.h"

namespace holo {
namespace {

// F::f and F::df of holo/math.h from `low` to `high`. `file` without its ending.
template <class F>
Figure function_figure(const std::string& file, const std::string& name, double low, double high) {
  constexpr int pieces = 240;
  Series f{name, {}, {}}, df{"its derivative", {}, {}};
  for (int i = 0; i <= pieces; ++i) {
    const double x = low + (high - low) * i / pieces, y = F::f(x);
    f.x.push_back(x);
    f.y.push_back(y);
    df.x.push_back(x);
    df.y.push_back(F::df(x, y));
  }
  const std::string description =
      fmt::format("{} and its derivative for x from {} to {}", name, low, high);
  Plot plot(name, "x", "", {.description = description});
  plot.add(std::move(f));
  plot.add(std::move(df));
  return {file + ".svg", plot.to_svg()};
}

}  // namespace

std::vector<Figure> function_figures() {
  using namespace math;
  return {function_figure<Relu>("function_relu", "relu", -3, 3),
          function_figure<Relu2>("function_relu2", "relu2", -3, 3),
          function_figure<Sigmoid>("function_sigmoid", "sigmoid", -6, 6),
          function_figure<Sin>("function_sin", "sin", -7, 7),
          function_figure<Cos>("function_cos", "cos", -7, 7),
          function_figure<Tanh>("function_tanh", "tanh", -4, 4),
          function_figure<Softplus>("function_softplus", "softplus", -6, 6),
          function_figure<Silu>("function_silu", "silu", -6, 6),
          function_figure<Gelu>("function_gelu", "gelu", -4, 4),
          function_figure<GeluTanh>("function_gelu_tanh", "gelu_tanh", -4, 4),
          function_figure<Exp>("function_exp", "exp", -3, 2),
          function_figure<Log>("function_log", "log", 0.1, 4),
          function_figure<Sqrt>("function_sqrt", "sqrt", 0.05, 4),
          function_figure<Square>("function_square", "square", -3, 3),
          function_figure<Abs>("function_abs", "abs", -3, 3)};
}

}  // namespace holo
