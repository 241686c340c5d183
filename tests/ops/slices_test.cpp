// slices_test.cpp: slices are Python's for every start, stop and step around the ends; the golden
// cases have a few of them, and the twins compare devices.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "holo/creation.h"
#include "holo/ops.h"

namespace slices_test {
namespace {

using namespace holo;
using Reals = std::vector<real>;

constexpr Index most = std::numeric_limits<Index>::max();
constexpr Index least = std::numeric_limits<Index>::min();

// range(n)[start:stop:step]: what counting from start by step reaches.
Reals positions(const Slice& s, Index n) {
  const auto position = [n](Index i) { return i < 0 ? i + n : i; };  // may still be outside
  Reals list;
  if (s.step > 0) {
    const Index stop = std::min(n, s.stop ? position(*s.stop) : n);
    Index i = std::max<Index>(0, s.start ? position(*s.start) : 0);
    for (; i < stop; i += s.step) list.push_back(static_cast<real>(i));
  } else {
    const Index stop = std::max<Index>(-1, s.stop ? position(*s.stop) : -1);
    Index i = std::min(n - 1, s.start ? position(*s.start) : n - 1);
    for (; i > stop; i += s.step) list.push_back(static_cast<real>(i));
  }
  return list;
}

}  // namespace

TEST_CASE("slices: Python's for every start, stop and step around the ends") {
  using Bound = std::optional<Index>;
  const std::vector<Bound> bounds = {std::nullopt, -7, -6, -5, -4, -1, 0, 1, 3, 4, 5, 6, 7};
  Index wrong = 0;
  for (const Index n : {0, 1, 5}) {
    for (const Bound start : bounds) {
      for (const Bound stop : bounds) {
        for (const Index step : {-6, -5, -2, -1, 1, 2, 5, 6}) {
          const Slice s{start, stop, step};
          wrong += slice(arange(static_cast<double>(n)), {s}).to_vector() != positions(s, n);
        }
      }
    }
  }
  CHECK(wrong == 0);
  const Tensor x = arange(5);
  CHECK(slice(x, {{least, most, 1}}).to_vector() == Reals{0, 1, 2, 3, 4});
  CHECK(slice(x, {{most, least, -1}}).to_vector() == Reals{4, 3, 2, 1, 0});
  CHECK(slice(x, {{least, most, most}}).to_vector() == Reals{0});
  CHECK(slice(x, {{most, least, least}}).to_vector() == Reals{4});
  CHECK(slice(ones({3, 0}), {{{}, {}, most}}).shape() == Shape{1, 0});
  CHECK(slice(ones({3, 4}), {{{}, {}, least}}).shape() == Shape{1, 4});
}

}  // namespace slices_test
