// twins.h: compares a kernel of the cpu with its twin, the plain loop. Both get the same arrays,
// and their results must agree. With HOLO_DEVICE=cuda it compares the kernel of cuda.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "backend/mirrored.h"
#include "helpers.h"

namespace twins {

using namespace holo;
using Reals = mirrored::Array<real>;
using IndexArray = mirrored::Array<Index>;

/// The allowed difference of two results, in units of the last place of 1 + |y| (`each`), or of 1 +
/// the largest |y| of the array (`whole`), if terms of different sizes were added. 0 units means
/// equal. Two NaN agree, and so do two equal infinities.
struct Tolerance {
  enum Kind { bits, each, whole } kind;
  double units;
  bool not_finite_alike = false;  ///< an infinity and NaN also agree
  /// If not null, each result is a difference of terms as large as these numbers.
  const Reals* terms = nullptr;
};
inline constexpr Tolerance to_the_bit{Tolerance::bits, 0}, equal{Tolerance::each, 0};
inline constexpr Tolerance of_each(double units) { return {Tolerance::each, units}; }
/// If an infinity meets a slope of 0, which another library may compute as nearly 0, the result may
/// be NaN or an infinity.
inline constexpr Tolerance of_slopes_near_0(double units) {
  return {Tolerance::whole, units, true};
}
inline constexpr Tolerance of_whole(double units) { return {Tolerance::whole, units}; }

inline bool agree(real a, real b, double largest, double term, Tolerance t) {
  if (t.not_finite_alike && !std::isfinite(a) && !std::isfinite(b)) return true;
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (t.kind == Tolerance::bits) return a == b && std::signbit(a) == std::signbit(b);
  if (a == b || std::isinf(a) || std::isinf(b)) return a == b;
  const double scale = 1 + (t.kind == Tolerance::whole ? largest : std::fabs(double(b))) + term;
  const double unit = double(std::numeric_limits<real>::epsilon());
  return std::fabs(double(a) - double(b)) <= t.units * unit * scale;
}

/// The device that is compared with plain.
inline Backend& fast_device() {
  return default_device() == Device::cuda ? mirrored::device() : cpu();
}

/// Runs `call` on the fast device and on plain, each with copies of the arrays `y`, and compares
/// these. A GPU, whose threads run in any order, must give the same bits again.
inline void compare(const char* kernel, const std::string& form, const std::vector<Reals>& y,
                    Tolerance tolerance,
                    const std::function<void(Backend&, std::vector<Reals>&)>& call) {
  std::vector<Reals> fast = y, slow = y;
  call(fast_device(), fast);
  call(plain(), slow);
  for (int run = 0; run < 2 && default_device() == Device::cuda; ++run) {
    std::vector<Reals> again = y;
    call(fast_device(), again);
    for (std::size_t k = 0; k < y.size(); ++k) {
      INFO(std::string(kernel), " ", form, ", array ", k);
      const std::size_t bytes = y[k].size() * sizeof(real);
      CHECK((bytes == 0 || std::memcmp(again[k].data(), fast[k].data(), bytes) == 0));
    }
  }
  for (std::size_t k = 0; k < y.size(); ++k) {
    double largest = 0;
    for (const real x : slow[k]) {
      if (std::isfinite(x)) largest = std::max(largest, std::fabs(double(x)));
    }
    for (std::size_t i = 0; i < y[k].size(); ++i) {
      const double term = tolerance.terms == nullptr ? 0 : std::fabs(double((*tolerance.terms)[i]));
      if (agree(fast[k][i], slow[k][i], largest, std::isfinite(term) ? term : 0, tolerance))
        continue;
      FAIL_CHECK(std::string(kernel), " ", form, ": array ", k, ", element ", i, " of ",
                 y[k].size(), " is ", fast[k][i], " on ", std::string(fast_device().name()),
                 " and ", slow[k][i], " on plain");
      return;
    }
  }
  CHECK(true);
}

/// Sizes around a register of floats and of doubles; on a GPU around those of a warp and a block.
inline std::vector<Index> sizes() {
  if (default_device() == Device::cuda) return {0, 1, 3, 31, 255, 256, 257, 513, 1100};
  return {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100, 300};
}

/// Random arrays, the same in each run.
class Random {
 public:
  explicit Random(unsigned seed) : bits_(seed) {}
  Index below(Index n) { return static_cast<Index>(bits_() / 16) % n; }
  bool coin() { return below(2) == 1; }
  real normal() { return static_cast<real>(normal_(bits_)); }

  Reals normals(Index n) {
    Reals x(static_cast<std::size_t>(n));
    for (real& v : x) v = normal();
    return x;
  }
  /// Random numbers with an edge value in about every fourth place.
  Reals edges(Index n) {
    using Limits = std::numeric_limits<real>;
    const real edge[] = {0,   -real(0), Limits::infinity(),  -Limits::infinity(),
                         1,   -1,       Limits::quiet_NaN(), Limits::denorm_min(),
                         1e4, -1e4};
    Reals x = normals(n);
    for (real& v : x) {
      if (below(4) == 0) v = edge[below(10)];
    }
    return x;
  }
  Reals numbers(Index n, bool with_edges) { return with_edges ? edges(n) : normals(n); }
  IndexArray indices(Index n, Index limit) {
    IndexArray x(static_cast<std::size_t>(n));
    for (Index& i : x) i = below(limit);
    return x;
  }

 private:
  std::minstd_rand bits_;
  NormalNumbers normal_;
};

/// Shapes [outer, n, inner] with rows, with columns, and empty ones. On a GPU rows around the
/// length for a warp and for a block, and sums that are cut into chunks.
inline std::vector<Axis> axes() {
  if (default_device() == Device::cuda) {
    return {{0, 3, 1},    {3, 4, 0},     {9, 1, 1},     {9, 31, 1},    {9, 32, 1},
            {9, 33, 1},   {1, 1023, 1},  {9, 1024, 1},  {2, 1025, 1},  {2, 7, 40},
            {1, 50, 300}, {1, 16383, 1}, {1, 16384, 1}, {1, 16385, 1}, {1, 63, 5},
            {1, 64, 5},   {1, 65, 5},    {3, 1001, 2},  {5, 17, 16}};
  }
  std::vector<Axis> all = {
      {0, 3, 1},   {3, 4, 0},   {1, 5000, 1},
      {2, 700, 3}, {1, 3, 600}, {2, 530, 500}};  // the last has columns too large for any cache
  for (const Index n : {1, 2, 3, 8, 15, 16, 17, 33, 100}) {
    for (const Index inner : {1, 2, 7, 16, 17, 40}) {
      all.push_back({1, n, inner});
      all.push_back({5, n, inner});
    }
  }
  return all;
}

/// A shape as text: "[2,3,4] with edge values".
inline std::string text(Axis a, bool flag = false) {
  return "[" + std::to_string(a.outer) + "," + std::to_string(a.n) + "," + std::to_string(a.inner) +
         "]" + (flag ? " with edge values" : "");
}

}  // namespace twins
