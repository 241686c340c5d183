// draw.h: draws a random sample of each op: its options, shapes and numbers. Everything depends on
// one seed and is the same in every build.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "holo/compositions.h"
#include "holo/ops.h"
#include "holo/random.h"
#include "registry/registry.h"

namespace registry {

using holo::Index, holo::Indices, holo::Shape, holo::Tensor;
using Tensors = std::span<const Tensor>;

/// The numbers at which an op has a gradient: -3 to 3; at least 0.05 from 0; 0.2 to 4; -30 to 30.
enum class Domain { real, away_from_0, positive, large };

class Draw {
 public:
  /// `any`: random sizes, and numbers that may be equal or lie on a kink. `small`: numbers of which
  /// differences can be taken, at most 300 in a tensor. `large`: the same, more than a thread
  /// takes.
  enum class Size { any, small, large };
  explicit Draw(std::uint64_t seed, Size size = Size::any);

  // ---- choices ----

  /// 0 to n - 1.
  Index below(Index n) {
    return static_cast<Index>(random_.randbelow(static_cast<std::uint64_t>(n)));
  }
  bool one_in(Index n) { return below(n) == 0; }
  double between(double low, double high) { return random_.uniform(low, high); }
  template <class T>
  T one_of(std::initializer_list<T> choices) {
    return choices.begin()[below(static_cast<Index>(choices.size()))];
  }
  template <class Items>
  void shuffle(Items& items) {
    random_.shuffle(items);
  }

  // ---- shapes ----

  /// The most elements of a tensor of this sample: mostly few, sometimes more than one thread
  /// takes.
  Index most() const { return most_; }
  /// A size from 0 to `most`: a small one, one near the width of a vector register, 1, 0, or any.
  Index size(Index most);
  /// A size from 1 to `most`.
  Index positive(Index most);
  /// A shape of at most most() elements.
  Shape shape(int least_dims = 0, int most_dims = holo::max_ndim);
  /// A shape without sizes of 0.
  Shape positive_shape(int least_dims = 0, int most_dims = holo::max_ndim);
  /// A dimension of `shape`, counted from the start or from the end.
  int dim(const Shape& shape);
  /// d, or the same dimension counted from the end.
  int counted(int d, int ndim) { return one_in(3) ? d - ndim : d; }
  /// A shape that can be broadcast to `whole`: some first dimensions are missing, some others are
  /// 1.
  Shape part_of(const Shape& whole);

  // ---- inputs ----

  /// Random numbers. In every fourth sample they are multiples of 1/4, so that some are equal and
  /// sums are exact. Most inputs require a gradient.
  Input numbers(const Shape& shape, Domain domain = Domain::real);
  /// The same, in some samples with zeros, infinities and NaN in every fourth place.
  Input with_edges(Input input);
  /// Numbers for a choice of the largest. For differences they are steps of 0.1, no two nearer than
  /// 0.09, none near a multiple of 1/4. `offset` keeps two such inputs apart.
  Input apart(const Shape& shape, double offset = 0);
  /// The domain of numbers that must not be near 0 where differences are taken.
  Domain smooth_at_0() const { return is_smooth() ? Domain::away_from_0 : Domain::real; }
  bool is_smooth() const { return size_ != Size::any; }
  /// Multiples of 1/4, so that sums are equal on every device.
  Input exact(const Shape& shape);
  /// Zeros and ones, without a gradient.
  Input mask(const Shape& shape);
  /// Whole numbers from 0 to limit - 1; some may be `other`.
  Indices indices(const Shape& shape, Index limit, Index other = 0);

 private:
  Shape shape_of(int least_dims, int most_dims, bool with_0);

  double uniform() { return numbers_.random(); }

  Size size_;
  holo::PythonRandom random_;   // of choices and shapes
  holo::PythonRandom numbers_;  // of the numbers in inputs
  Index most_;
  bool coarse_;
};

/// A sample of f. `options` describes the options in its form.
Sample sample_of(const std::string& options, std::vector<Input> inputs, Function f);

// ---- the ops ----

// Functions with arguments return a function that draws.

/// The numbers of a and b: any; b not near 0; a above 0; no two equal.
enum class Pair { real, divisor, power, distinct };
enum class Side { right, left };
enum class Extreme { max, min };

// draws_elements.cpp
DrawFunction draw_unary(Tensor (*f)(const Tensor&), Domain domain);
DrawFunction draw_binary(Tensor (*f)(const Tensor&, const Tensor&), Pair pair);
Drawn draw_pow_number(Draw& draw);
Drawn draw_clamp(Draw& draw);
DrawFunction draw_number_beside(char op, Side side);
Drawn draw_where(Draw& draw);
Drawn draw_masked_fill(Draw& draw);
Drawn draw_dropout_random(Draw& draw);
Drawn draw_dropout_keep(Draw& draw);

Drawn draw_sum(Draw& draw);
Drawn draw_sum_dims(Draw& draw);
Drawn draw_mean(Draw& draw);
Drawn draw_mean_dims(Draw& draw);
Drawn draw_var(Draw& draw);
Drawn draw_var_dims(Draw& draw);
DrawFunction draw_extreme(Extreme which);
DrawFunction draw_extreme_dim(Extreme which);

Drawn draw_softmax(Draw& draw);
Drawn draw_log_softmax(Draw& draw);
Drawn draw_logsumexp(Draw& draw);
Drawn draw_cross_entropy(Draw& draw);
Drawn draw_cross_entropy_masked(Draw& draw);
Drawn draw_mse(Draw& draw);
Drawn draw_binary_cross_entropy(Draw& draw);

// draws_shapes.cpp
Drawn draw_reshape(Draw& draw);
Drawn draw_squeeze_dim(Draw& draw);
Drawn draw_squeeze(Draw& draw);
Drawn draw_unsqueeze(Draw& draw);
Drawn draw_permute(Draw& draw);
Drawn draw_transpose(Draw& draw);
Drawn draw_broadcast_to(Draw& draw);

Drawn draw_slices(Draw& draw);
Drawn draw_slice_dim(Draw& draw);
Drawn draw_cat(Draw& draw);
Drawn draw_stack(Draw& draw);
Drawn draw_split(Draw& draw);
Drawn draw_chunk(Draw& draw);
Drawn draw_gather(Draw& draw);
Drawn draw_embedding(Draw& draw);

// draws_products.cpp
Drawn draw_matmul(Draw& draw);
Drawn draw_linear(Draw& draw);
Drawn draw_gated(Draw& draw);
Drawn draw_holo_gate(Draw& draw);
Drawn draw_affine_flow(Draw& draw);

Drawn draw_layer_norm(Draw& draw);
Drawn draw_rms_norm(Draw& draw);
Drawn draw_attention(Draw& draw);
Drawn draw_self_attention(Draw& draw);

}  // namespace registry
