// cuda_optimizer_test.cpp: on a GPU, the optimizers and the checks of gradients agree with the
// plain loops at the borders of blocks and chunks, give the same bits in each run, and change
// nothing when the guard is not finite.
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

// What a sum on the GPU leaves where `before` was: NaN for one that overwrites.
template <class Sum, class... Options>
double total_of(Sum sum, const Reals& x, double before, Options... options) {
  const DeviceArray<real> there(*cuda(), x);
  const DeviceArray<double> total(*cuda(), {before});
  (cuda()->*sum)({total.data(), std::isnan(before)}, there.data(), Index(x.size()), options...);
  return total.to_vector()[0];
}

// p and its states after a step, each of n numbers.
using Step = void (*)(Backend&, Index n, real* p, real* a, real* b, const real* g,
                      const double* guard);

std::vector<Reals> after(Step step, Backend& backend, Index n, double guard) {
  Random random(3);
  const DeviceArray<real> p(backend, random.normals(n)), a(backend, random.normals(n));
  const DeviceArray<real> b(backend, Reals(std::size_t(n), real(0.5))),
      g(backend, random.normals(n));
  const DeviceArray<double> there(backend, {guard});
  step(backend, n, p.data(), a.data(), b.data(), g.data(), there.data());
  return {p.to_vector(), a.to_vector(), b.to_vector()};
}

template <bool decoupled>
void adam(Backend& backend, Index n, real* p, real* m, real* v, const real* g,
          const double* guard) {
  const DeviceArray<AdamNumbers> s(backend,
                                   {AdamNumbers({0.01, 0.8, 0.95, 1e-8, 0.1, 3, decoupled})});
  backend.adam(p, m, v, g, n, s.data(), guard);
}

template <int form>
void sgd(Backend& backend, Index n, real* p, real* momentum, real*, const real* g,
         const double* guard) {
  const double momentum_factor = form == 0 ? 0 : 0.9, dampening = form == 1 ? 0.2 : 0;
  const DeviceArray<SgdStep> s(backend,
                               {{0.1, momentum_factor, dampening, 0.1, form == 2, form == 3}});
  backend.sgd(p, form == 0 ? nullptr : momentum, g, n, s.data(), guard);
}

const Step steps[] = {adam<true>, adam<false>, sgd<0>, sgd<1>, sgd<2>, sgd<3>};

}  // namespace

TEST_CASE("cuda optimizer: steps agree with plain, and are not done when the guard is not finite") {
  if (no_cuda()) return;
  for (const Step step : steps) {
    for (const Index n : {0, 1, 255, 256, 257, 3000}) {
      const std::vector<Reals> found = after(step, *cuda(), n, 0),
                               expected = after(step, plain(), n, 0);
      for (std::size_t k = 0; k < 3; ++k) check_near(found[k], expected[k]);
    }
    const std::vector<Reals> before = after(step, *cuda(), 300, not_a_number);
    CHECK(before == after(step, plain(), 300, not_a_number));
    CHECK(before == after(step, *cuda(), 300, infinity));
    CHECK(before != after(step, *cuda(), 300, 1e300));
  }
}

TEST_CASE("cuda optimizer: the sum of squares, the same bits in each run") {
  if (no_cuda()) return;
  for (const Index n : borders) {
    CAPTURE(n);
    const Reals x = Random(1).normals(n);
    double expected = 0;
    for (const real v : x) expected += double(v) * double(v);
    const double found = total_of(&Backend::sum_of_squares, x, not_a_number);
    CHECK(std::fabs(found - expected) <= 1e-12 * expected);
    CHECK(total_of(&Backend::sum_of_squares, x, 3) == found + 3);
    for (int run = 0; run < 10; ++run) {
      CHECK(total_of(&Backend::sum_of_squares, x, not_a_number) == found);
    }
  }
}

TEST_CASE("cuda optimizer: one number beyond the bound is found, wherever it is") {
  if (no_cuda()) return;
  for (const Index n : borders) {
    CAPTURE(n);
    Reals x = Random(1).normals(n);
    const auto checked = [&](double before) {
      return total_of(&Backend::check_bound, x, before, real(100));
    };
    CHECK(checked(not_a_number) == 0);
    CHECK(checked(1) == 1);
    for (const Index at : {n - 1, n / 2, Index{0}}) {
      if (n == 0) break;
      for (const double bad : {not_a_number, infinity, -infinity, 101.0, -101.0}) {
        x[std::size_t(at)] = real(bad);
        CHECK(std::isnan(checked(not_a_number)));
        CHECK(std::isnan(checked(0)));
      }
      x[std::size_t(at)] = -100;
      CHECK(checked(0) == 0);
    }
  }
}

TEST_CASE("cuda optimizer: clipping shortens what is too long") {
  if (no_cuda()) return;
  for (const Index n : {0, 1, 255, 256, 257}) {
    const Reals x = Random(2).normals(n);
    for (const double squares : {0.0, 3.9, 4.1, 1e300, infinity, not_a_number}) {
      CAPTURE(squares);
      const DeviceArray<real> there(*cuda(), x);
      const DeviceArray<double> sum(*cuda(), {squares});
      cuda()->clip(there.data(), n, 2, sum.data());
      Reals expected = x;
      plain().clip(expected.data(), n, 2, &squares);
      CHECK(there.to_vector() == expected);
    }
  }
}

}  // namespace cuda_optimizer_test
