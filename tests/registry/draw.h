// draw.h: draws a random sample: its options, shapes and numbers. All of it follows from one seed,
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

  /// The most elements of a tensor of this sample: mostly few, now and then more than a thread
  /// takes.
  Index most() const { return most_; }
  /// 0 to `most`: small numbers, those around the widths of vector registers, 1, 0, and any.
  Index size(Index most);
  /// The same without 0.
  Index positive(Index most);
  /// Of at most most() elements.
  Shape shape(int least_dims = 0, int most_dims = holo::max_ndim);
  /// The same without a size of 0.
  Shape positive_shape(int least_dims = 0, int most_dims = holo::max_ndim);
  /// A dimension of `shape`, as users count it: from the end too.
  int dim(const Shape& shape);
  /// d as it is, or counted from the end.
  int counted(int d, int ndim) { return one_in(3) ? d - ndim : d; }
  /// A shape that is broadcast to `whole`: without some of its first dimensions, some others 1.
  Shape part_of(const Shape& whole);

  // ---- inputs ----

  /// In every fourth sample they are multiples of 1/4, so that some are equal, and sums are exact.
  /// Most ask for a gradient.
  Input numbers(const Shape& shape, Domain domain = Domain::real);
  /// Multiples of 1/4 in any case: the same sums on every device.
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

/// A sample of f: `options` in words, for its form.
Sample sample_of(const std::string& options, std::vector<Input> inputs, Function f);

}  // namespace registry
