// draw.h: draws a random sample: its options, shapes and numbers. Everything depends on one seed
// and is the same in every build.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "registry/numbers.h"

namespace registry {

class Draw {
 public:
  explicit Draw(std::uint64_t seed);

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
  /// Multiples of 1/4, so that sums are equal on every device.
  Input exact(const Shape& shape);
  Input mask(const Shape& shape) { return numbers_.mask(shape); }
  Indices indices(const Shape& shape, Index limit, Index other = 0) {
    return numbers_.indices(shape, limit, other);
  }

 private:
  Shape shape_of(int least_dims, int most_dims, bool with_0);

  holo::PythonRandom random_;
  Numbers numbers_;
  Index most_;
  bool coarse_;
};

/// A sample of f. `options` describes the options in its form.
Sample sample_of(const std::string& options, std::vector<Input> inputs, Function f);

}  // namespace registry
