// live_product.cpp: a feed-forward layer learns y = x1 x2 on a grid in [-1, 1]^2, and shows its
// surface. Of a polynomial of degree 2 in x1 and x2 it is told how near the layer comes to one.
//
//   {"product", LAYER, SEED, UNITS}   a new one: GELU, ReLU, squared ReLU, SiLU-gated or bilinear,
//                              with so many hidden units, or HoloGateFlow; UNITS may be missing
//   {"about"}                  its parameters
//   {"steps", N}               N training steps: the rmse after each
//   {"surface", SIDE, WIDTH}   its outputs on SIDE x SIDE points of [-WIDTH, WIDTH]^2, row by row
//   {"kernel"}                 the best quadratic polynomial: the coefficients of 1, x1, x2, x1^2,
//                              x1 x2, x2^2, the share of the variance that it explains, and the
//                              eigenvalues of its quadratic form
#include <array>
#include <cmath>
#include <utility>

#include "holo/check.h"
#include "holo/creation.h"
#include "holo/nn/holo_gate_flow.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "kernel_view/linear_algebra.h"
#include "kernel_view/product_task.h"
#include "support/live/live_model.h"

namespace holo {
namespace {

std::vector<double> doubles(const Tensor& x) {
  const std::vector<real> numbers = x.to_vector();
  return {numbers.begin(), numbers.end()};
}

// HoloGateFlow has as many outputs as inputs, 3 at least: a linear map before it and one behind.
class BetweenMaps : public Layer {
 public:
  explicit BetweenMaps(PythonRandom& random)
      : first(2, 6, random), layer(6, random), last(6, 1, random) {
    register_module("first", first);
    register_module("layer", layer);
    register_module("last", last);
  }
  Tensor forward(const Tensor& x) override { return last(layer.forward(first(x))); }

  Linear first;
  HoloGateFlow layer;
  Linear last;
};

// Without a number of units, hidden sizes with about as many parameters as one another;
// HoloGateFlow cannot be as small.
std::unique_ptr<Layer> layer_of(const Question& question, PythonRandom& random) {
  const std::string& name = question[1];
  const bool given = question.size() == 4;
  if (name == "HoloGateFlow" && !given) return std::make_unique<BetweenMaps>(random);
  for (const auto& [layer, hidden] : {std::pair<std::string, Index>{"GELU", 8},
                                      {"ReLU", 8},
                                      {"squared ReLU", 8},
                                      {"SiLU-gated", 6},
                                      {"bilinear", 6}}) {
    if (name == layer)
      return product_layer(name, given ? whole_word(question, 3, 1, 256) : hidden, random);
  }
  throw UsageError("product", quoted_name(name),
                   "GELU, ReLU, squared ReLU, SiLU-gated, bilinear, or HoloGateFlow without units");
}

class LiveProduct : public LiveModel {
 public:
  explicit LiveProduct(const Question& question)
      : random_(checked_seed(question)),
        layer_(layer_of(question, random_)),
        task_(1, 16),
        optimizer_(layer_->parameters(), 0.02) {}

  std::string answer(const Question& question) override {
    const std::string name = question.empty() ? "" : question[0];
    if (name == "about") {
      return Answer().add("parameters", static_cast<double>(layer_->parameter_count())).text();
    }
    if (name == "steps") return steps(question);
    if (name == "surface") return surface(question);
    if (name == "kernel") return kernel();
    throw UsageError("question", "'" + name + "'", "about, steps, surface or kernel");
  }

 private:
  static std::uint64_t checked_seed(const Question& question) {
    check_words(question, 3, 4);
    return static_cast<std::uint64_t>(whole_word(question, 2, 0, 1'000'000'000));
  }

  std::string steps(const Question& question) {
    check_words(question, 2, 2);
    std::vector<double> errors;
    for (Index left = whole_word(question, 1, 1, 10'000); left > 0; --left) {
      optimizer_.zero_grad();
      mse(layer_->forward(task_.x), task_.y).backward();
      optimizer_.step();
      errors.push_back(task_.rmse(*layer_));
    }
    step_ += std::ssize(errors);
    return Answer().add("step", static_cast<double>(step_)).add("errors", errors).text();
  }

  std::string surface(const Question& question) {
    check_words(question, 3, 3);
    const ProductTask points(number_word(question, 2), whole_word(question, 1, 2, 200));
    const NoGrad no_grad;
    return Answer().add("outputs", doubles(layer_->forward(points.x))).text();
  }

  std::string kernel() {
    const ProductTask points(1, 33);
    const NoGrad no_grad;
    const std::vector<double> x = doubles(points.x);
    Numbers64 a, b;
    for (std::size_t i = 0; i < x.size(); i += 2) a.push_back(x[i]), b.push_back(x[i + 1]);
    const PolynomialFit fit = fit_polynomial(a, b, doubles(layer_->forward(points.x)), 2);
    const Numbers64& c = fit.coefficients;
    return Answer()
        .add("coefficients", c)
        .add("share", 1 - fit.left_over)
        .add("eigenvalues", eigenvalues({c[3], c[4] / 2, c[4] / 2, c[5]}, 2))
        .text();
  }

  PythonRandom random_;
  std::unique_ptr<Layer> layer_;
  ProductTask task_;
  Adam optimizer_;
  Index step_ = 0;
};

}  // namespace

std::unique_ptr<LiveModel> live_product(const Question& question) {
  return std::make_unique<LiveProduct>(question);
}

}  // namespace holo
