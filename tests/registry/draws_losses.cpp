// draws_losses.cpp: random samples of softmax and of the losses.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "registry/draws.h"

namespace registry {

using namespace holo;

namespace {

// Numbers up to `largest`: where one probability is nearly 1, what is left of the others has
// rounding errors of that size.
struct Logits {
  Input x;
  double largest;
};

Logits logits_of(Draw& draw, const Shape& shape) {
  const bool large = draw.one_in(3);
  Logits logits{draw.numbers(shape, large ? Domain::large : Domain::real), large ? 30.0 : 3.0};
  if (large && !draw.is_smooth() && draw.one_in(2)) {  // e^x overflows
    for (double& x : logits.x.values) x *= 300;
    logits.largest *= 300;
  }
  return logits;
}

using Along = std::function<Tensor(const Tensor&, int)>;

Drawn along(Draw& draw, const std::string& options, const Along& f) {
  const Shape shape = draw.shape(1);
  const int dim = draw.dim(shape);
  const double n = double(std::max<Index>(1, shape.size(dim)));
  const Logits drawn_x = logits_of(draw, shape);
  return {sample_of(fmt::format("{}dim {}:", options, dim), {drawn_x.x},
                    [f, dim](Tensors t) { return f(t[0], dim); }),
          n, drawn_x.largest};
}

Reduction random_reduction(Draw& draw) {
  return draw.one_of({Reduction::none, Reduction::sum, Reduction::mean});
}

std::string text_of(Reduction reduction) {
  return reduction == Reduction::none ? "each" : reduction == Reduction::sum ? "sum" : "mean";
}

// n losses of terms of the size `scale`; a gradient of their mean is smaller by n.
Drawn loss(Sample sample, Reduction reduction, double n, double scale) {
  const double count = std::max(n, 1.0);
  return {std::move(sample), reduction == Reduction::none ? 1 : count,
          reduction == Reduction::mean ? scale / count : scale};
}

}  // namespace

Drawn draw_softmax(Draw& draw) {
  return along(draw, "", [](const Tensor& x, int dim) { return softmax(x, dim); });
}

Drawn draw_log_softmax(Draw& draw) {
  Drawn drawn = along(draw, "", [](const Tensor& x, int dim) { return log_softmax(x, dim); });
  drawn.scale += 1.5 * std::sqrt(drawn.terms);  // its backward adds up a row of dy
  return drawn;
}

Drawn draw_logsumexp(Draw& draw) {
  const bool keepdim = draw.one_in(2);
  return along(draw, keepdim ? "keepdim, " : "",
               [keepdim](const Tensor& x, int dim) { return logsumexp(x, dim, keepdim); });
}

Drawn draw_cross_entropy(Draw& draw) {
  Shape shape = draw.shape(1);
  const int last = shape.ndim() - 1;
  if (shape[last] == 0) shape = shape.with(last, 1);
  const Shape rows = shape.without(last);
  const Reduction reduction = random_reduction(draw);
  const Index ignore = draw.one_in(2) ? -100 : -1;
  const Indices target = draw.indices(rows, shape[last], draw.one_in(2) ? ignore : 0);
  const Logits drawn_x = logits_of(draw, shape);
  Drawn drawn = loss(sample_of(text_of(reduction), {drawn_x.x},
                               [target, reduction, ignore](Tensors t) {
                                 return cross_entropy(t[0], target, reduction, ignore);
                               }),
                     reduction, double(rows.numel()), drawn_x.largest);
  drawn.terms = std::max(drawn.terms, double(shape[last]));
  return drawn;
}

Drawn draw_cross_entropy_masked(Draw& draw) {
  const Shape shape = draw.positive_shape(1), rows = shape.without(shape.ndim() - 1);
  Input mask = draw.mask(rows);
  mask.values[0] = 1;
  const Indices target = draw.indices(rows, shape.size(-1));
  const Logits drawn_x = logits_of(draw, shape);
  Drawn drawn =
      loss(sample_of("", {drawn_x.x, mask},
                     [target](Tensors t) { return cross_entropy(t[0], target, t[1]); }),
           Reduction::mean, double(std::count(mask.values.begin(), mask.values.end(), 1.0)),
           drawn_x.largest);
  drawn.terms = std::max(drawn.terms, double(shape.size(-1)));
  return drawn;
}

Drawn draw_mse(Draw& draw) {
  const Shape shape = draw.shape();
  const Reduction reduction = random_reduction(draw);
  return loss(sample_of(text_of(reduction), {draw.numbers(shape), draw.numbers(shape)},
                        [reduction](Tensors t) { return mse(t[0], t[1], reduction); }),
              reduction, double(shape.numel()), 9);
}

Drawn draw_binary_cross_entropy(Draw& draw) {
  const Shape shape = draw.shape();
  const Reduction reduction = random_reduction(draw);
  const Logits drawn_x = logits_of(draw, shape);
  const Input targets = draw.one_in(2) ? draw.mask(shape) : draw.numbers(shape, Domain::positive);
  return loss(sample_of(text_of(reduction), {drawn_x.x, targets},
                        [reduction](Tensors t) {
                          return binary_cross_entropy_with_logits(t[0], t[1], reduction);
                        }),
              reduction, double(shape.numel()), 4 * drawn_x.largest);
}

}  // namespace registry
