// cuda_ops_test.cpp: every op, at every sample of the registry, is on a GPU (or its emulator) what
// it is on plain, forward and backward, and the same bytes in ten runs.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "backend/device_array.h"
#include "base/sanitizers.h"
#include "on_device.h"
#include "registry/registry.h"
#include "registry/run.h"

using namespace holo;
using registry::Entry, registry::Reals, registry::Result, registry::Sample;

namespace {

// Sum of squared differences over the sum of squares: rounding to float is about 4e-15 of it.
// In double what a gradient keeps where all but rounding cancels is a larger share.
constexpr double allowed = sizeof(real) == 4 ? 1e-11 : 1e-20;
// Address and undefined-behaviour sanitizers look at no bits.
constexpr int runs = HOLO_ADDRESS_SANITIZER ? 2 : 10;  // of the first sample of an op; 2 of others

double normalized_squared_error(const Reals& y, const Reals& expected) {
  if (y.size() != expected.size()) return INFINITY;
  double error = 0, total = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const auto a = static_cast<double>(y[i]), b = static_cast<double>(expected[i]);
    error += (a - b) * (a - b);
    total += b * b;
  }
  return error == 0 ? 0 : error / total;
}

double normalized_squared_error(const Result& y, const Result& expected) {
  if (y.gradients.size() != expected.gradients.size()) return INFINITY;
  double worst = normalized_squared_error(y.y, expected.y);
  for (std::size_t i = 0; i < y.gradients.size(); ++i) {
    const double error = normalized_squared_error(y.gradients[i], expected.gradients[i]);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

bool same_bytes(const Reals& a, const Reals& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(real)) == 0);
}

bool same_bytes(const Result& a, const Result& b) {
  bool same = same_bytes(a.y, b.y) && a.gradients.size() == b.gradients.size();
  for (std::size_t i = 0; same && i < a.gradients.size(); ++i) {
    same = same_bytes(a.gradients[i], b.gradients[i]);
  }
  return same;
}

Result run_on(Device device, const Sample& sample) {
  const OnDevice scope(device);
  return registry::run(sample);
}

}  // namespace

TEST_CASE("cuda ops: the measure of errors sees what it should") {
  CHECK(normalized_squared_error(Reals{1, 2}, Reals{1, 2}) == 0);
  CHECK(normalized_squared_error(Reals{0, 0}, Reals{0, 0}) == 0);
  CHECK(normalized_squared_error(Reals{1, 2}, Reals{2, 2}) == 0.125);
  CHECK(!(normalized_squared_error(Reals{real(NAN)}, Reals{1}) <= 1));
  CHECK(!(normalized_squared_error(Reals{1}, Reals{0}) <= 1));
  CHECK(!(normalized_squared_error(Reals{1}, Reals{1, 1}) <= 1));
}

TEST_CASE("cuda ops: every op agrees with plain, and is the same bytes in ten runs") {
  if (twins::no_cuda()) return;
  std::size_t ops = 0, samples = 0;
  double worst = 0;
  for (const Entry& entry : registry::entries()) {
    ++ops;
    for (const Sample& sample : entry.samples) {
      ++samples;
      const Result expected = run_on(Device::plain, sample), y = run_on(Device::cuda, sample);
      const double error = normalized_squared_error(y, expected);
      worst = std::fmax(worst, error);
      // Of two channels nearly all of the gradient of layer_norm cancels.
      const double most = entry.name.starts_with("layer_norm") ? 2 * allowed : allowed;
      CHECK_MESSAGE(error <= most, entry.name, " ", sample.form, ": ", error);
      const bool is_first = &sample == &entry.samples.front();
      for (int k = 1; k < (is_first ? runs : 2); ++k) {
        if (same_bytes(run_on(Device::cuda, sample), y)) continue;
        FAIL_CHECK(entry.name, " ", sample.form, ": other bytes in run ", k + 1);
        break;
      }
    }
  }
  fmt::print("cuda ops: {} ops, {} samples, {} runs: largest error {:.1e}\n", ops, samples, runs,
             worst);
}
