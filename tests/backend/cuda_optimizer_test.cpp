// cuda_optimizer_test.cpp: on a GPU, the optimizers and the checks of gradients agree with the
// plain loops at the borders of blocks and chunks, and give the same bits in each run.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "backend/device_array.h"
#include "backend/twins.h"

namespace cuda_optimizer_test {
namespace {

using namespace twins;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
const Index borders[] = {0, 1, 31, 33, 255, 256, 257, 2047, 2048, 2049, 256 * 2048 + 5};

void check_near(const Reals& a, const Reals& b) { CHECK(distance(a, b) <= kernel_tolerance); }

// p and its states after a step, each of n numbers.
using Step = void (*)(Backend&, Index n, real* p, real* a, real* b, const real* g);

std::vector<Reals> after(Step step, Backend& backend, Index n) {
  Random random(3);
  const DeviceArray<real> p(backend, random.normals(n)), a(backend, random.normals(n));
  const DeviceArray<real> b(backend, Reals(std::size_t(n), real(0.5))),
      g(backend, random.normals(n));
  step(backend, n, p.data(), a.data(), b.data(), g.data());
  return {p.to_vector(), a.to_vector(), b.to_vector()};
}

template <bool decoupled>
void adam(Backend& backend, Index n, real* p, real* m, real* v, const real* g) {
  backend.adam(p, m, v, g, n, {0.01, 0.8, 0.95, 1e-8, 0.1, 3, decoupled});
}

template <bool has_momentum>
void sgd(Backend& backend, Index n, real* p, real* momentum, real*, const real* g) {
  backend.sgd(p, has_momentum ? momentum : nullptr, g, n, {0.1, has_momentum ? 0.9 : 0, 0.1});
}

const Step steps[] = {adam<true>, adam<false>, sgd<false>, sgd<true>};

}  // namespace

TEST_CASE("cuda optimizer: steps agree with plain") {
  if (no_cuda()) return;
  for (const Step step : steps) {
    for (const Index n : {0, 1, 255, 256, 257, 3000}) {
      const std::vector<Reals> found = after(step, *cuda(), n), expected = after(step, plain(), n);
      for (std::size_t k = 0; k < 3; ++k) check_near(found[k], expected[k]);
    }
  }
}

TEST_CASE("cuda optimizer: the sum of squares, the same bits in each run") {
  if (no_cuda()) return;
  for (const Index n : borders) {
    CAPTURE(n);
    const Reals x = Random(1).normals(n);
    double expected = 0;
    for (const real v : x) expected += double(v) * double(v);
    const DeviceArray<real> there(*cuda(), x);
    const double found = cuda()->sum_of_squares(there.data(), n);
    CHECK(std::fabs(found - expected) <= 1e-12 * expected);
    for (int run = 0; run < 10; ++run) CHECK(cuda()->sum_of_squares(there.data(), n) == found);
  }
}

TEST_CASE("cuda optimizer: one number beyond the bound is found, wherever it is") {
  if (no_cuda()) return;
  for (const Index n : borders) {
    CAPTURE(n);
    Reals x = Random(1).normals(n);
    const auto within = [&] {
      const DeviceArray<real> there(*cuda(), x);
      return cuda()->all_within(there.data(), n, 100);
    };
    CHECK(within());
    for (const Index at : {n - 1, n / 2, Index{0}}) {
      if (n == 0) break;
      for (const double bad : {not_a_number, infinity, -infinity, 101.0, -101.0}) {
        x[std::size_t(at)] = real(bad);
        CHECK_FALSE(within());
      }
      x[std::size_t(at)] = -100;
      CHECK(within());
    }
  }
}

}  // namespace cuda_optimizer_test
