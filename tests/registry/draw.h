// draw.h: draws a random sample: its options, shapes and numbers. Everything depends on one seed
// and is the same in every build.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "holo/random.h"
#include "registry/registry.h"

namespace registry {

using holo::Index, holo::Indices, holo::Shape, holo::Tensor;
using Tensors = std::span<const Tensor>;

/// The numbers at which an op has a gradient.
enum class Domain { real, away_from_0, positive, large };

class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : random_(seed) {}

  /// Numbers by domain: -3 to 3; at least 0.05 from 0; 0.2 to 4; -30 to 30.
  Input numbers(const Shape& shape, Domain domain = Domain::real);
  /// Numbers in steps of 0.1, no two nearer than 0.09; `offset` moves all of them.
  Input distinct(const Shape& shape, double offset = 0);
  /// Zeros and ones, without a gradient.
  Input mask(const Shape& shape);
  /// Whole numbers from 0 to limit - 1; some may be `other`.
  Indices indices(const Shape& shape, Index limit, Index other = 0);

 private:
  double uniform() { return random_.random(); }

  holo::PythonRandom random_;
};

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
  /// Numbers for a choice of the largest: for differences no two of them are near, nor near a
  /// multiple of 1/4. `offset` keeps two such inputs apart.
  Input apart(const Shape& shape, double offset = 0);
  /// The domain of numbers that must not be near 0 where differences are taken.
  Domain smooth_at_0() const { return is_smooth() ? Domain::away_from_0 : Domain::real; }
  bool is_smooth() const { return size_ != Size::any; }
  /// Multiples of 1/4, so that sums are equal on every device.
  Input exact(const Shape& shape);
  Input mask(const Shape& shape) { return numbers_.mask(shape); }
  Indices indices(const Shape& shape, Index limit, Index other = 0) {
    return numbers_.indices(shape, limit, other);
  }

 private:
  Shape shape_of(int least_dims, int most_dims, bool with_0);

  Size size_;
  holo::PythonRandom random_;
  Numbers numbers_;
  Index most_;
  bool coarse_;
};

/// A sample of f. `options` describes the options in its form.
Sample sample_of(const std::string& options, std::vector<Input> inputs, Function f);

}  // namespace registry
