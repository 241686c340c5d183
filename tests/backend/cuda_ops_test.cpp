// cuda_ops_test.cpp: every op, at every sample of the registry, is on a GPU (or its emulator) what
// it is on plain, forward and backward, and the same bytes in ten runs.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "backend/device_array.h"
#include "base/sanitizers.h"
#include "on_device.h"
#include "registry/registry.h"
#include "registry/run.h"

namespace cuda_ops_test {

using namespace holo;
using registry::Entry, registry::Reals, registry::Result, registry::Sample;

namespace {

// Sum of squared differences over the sum of squares: rounding to float is about 4e-15 of it.
constexpr bool in_double = sizeof(real) == sizeof(double);
constexpr double allowed = in_double ? 1e-24 : 1e-11;
constexpr bool sanitized = HOLO_ADDRESS_SANITIZER || HOLO_THREAD_SANITIZER;  // looks at no bits
constexpr int runs = sanitized ? 2 : 10;  // of the first sample of an op; 2 of others

// All of them; for ThreadSanitizer, which takes long, three that are small.
std::vector<const Sample*> samples_of(const Entry& entry) {
  std::vector<const Sample*> chosen;
  for (const Sample& sample : entry.samples) {
    Index numbers = 0;
    for (const registry::Input& input : sample.inputs) numbers += input.shape.numel();
    if (numbers <= 3000 || !HOLO_THREAD_SANITIZER) chosen.push_back(&sample);
  }
  REQUIRE_FALSE(chosen.empty());
  if (!HOLO_THREAD_SANITIZER) return chosen;
  return {chosen.front(), chosen[chosen.size() / 2], chosen.back()};
}

double squares(const Reals& x) {
  double total = 0;
  for (const real v : x) total += static_cast<double>(v) * static_cast<double>(v);
  return total;
}

// `size`: a sum of squares for that of `expected`.
double normalized_squared_error(const Reals& y, const Reals& expected, double size) {
  if (y.size() != expected.size()) return INFINITY;
  double error = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const auto a = static_cast<double>(y[i]), b = static_cast<double>(expected[i]);
    error += (a - b) * (a - b);
  }
  return error == 0 ? 0 : error / size;
}

double normalized_squared_error(const Reals& y, const Reals& expected) {
  return normalized_squared_error(y, expected, squares(expected));
}

// Where one probability is nearly 1, the terms of softmax's gradient, y dy and y sum(y dy), cancel
// to 1e-5 of themselves or less: no device has more correct digits of it than of them. Both sum in
// double, so in float it is not seen.
bool cancels(const Entry& entry) { return in_double && entry.name == "softmax"; }

// The slope of these is 1 - y^2 or 1 - y for a y of the library's tanh or exp: where y is nearly 1,
// as many digits of the slope are gone as the terms are larger. So the error of dy - dy y^2 is
// compared with dy.
bool has_slope_near_0(const Entry& entry) {
  return entry.name == "tanh" || entry.name == "sigmoid" || entry.name == "holo_gate";
}

Reals weights_of(const Reals& y) {
  return registry::weights_for(Shape{static_cast<Index>(y.size())}).to_vector();
}

double square_of_terms(const Reals& y) {
  const Reals dy = weights_of(y);
  Reals terms = y;
  for (std::size_t i = 0; i < y.size(); ++i) terms[i] *= dy[i];
  return squares(terms);
}

// A product of two vectors may come out near 0: its error is that of its terms, n of them of the
// size |a| |b| / n.
double square_of_product(const Entry& entry, const Sample& sample) {
  if (entry.name != "matmul" || sample.inputs.size() != 2 || sample.inputs[0].shape.ndim() > 1 ||
      sample.inputs[1].shape.ndim() > 1) {
    return 0;
  }
  double a = 0, b = 0;
  for (const double x : sample.inputs[0].values) a += x * x;
  for (const double x : sample.inputs[1].values) b += x * x;
  return a * b / std::fmax(1, static_cast<double>(sample.inputs[0].values.size()));
}

double normalized_squared_error(const Entry& entry, const Sample& sample, const Result& y,
                                const Result& expected) {
  if (y.gradients.size() != expected.gradients.size()) return INFINITY;
  double worst = normalized_squared_error(
      y.y, expected.y, std::fmax(squares(expected.y), square_of_product(entry, sample)));
  for (std::size_t i = 0; i < y.gradients.size(); ++i) {
    const Reals& gradient = expected.gradients[i];
    double size = cancels(entry) ? square_of_terms(expected.y) : squares(gradient);
    if (has_slope_near_0(entry)) size += squares(weights_of(expected.y));
    const double error = normalized_squared_error(y.gradients[i], gradient, size);
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
    for (const Sample* const chosen : samples_of(entry)) {
      const Sample& sample = *chosen;
      ++samples;
      const Result expected = run_on(Device::plain, sample), y = run_on(Device::cuda, sample);
      const double error = normalized_squared_error(entry, sample, y, expected);
      worst = std::fmax(worst, error);
      CHECK_MESSAGE(error <= allowed, entry.name, " ", sample.form, ": ", error);
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

}  // namespace cuda_ops_test
