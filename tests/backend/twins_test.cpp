// twins_test.cpp: each fast kernel computes what its twin, the plain loop, computes: every op of
// the registry at random shapes, options and numbers, forward and backward, on each device that is
// here. `make shapes` runs it for as long as it is told, with HOLO_SECONDS and HOLO_SEED.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/system.h"
#include "helpers.h"
#include "holo/random.h"
#include "holo/threads.h"
#include "registry/draw.h"
#include "registry/registry.h"

namespace twins_test {
namespace {

using holo::Device, holo::Index, holo::real, holo::Shape, holo::Tensor;
using registry::Drawn, registry::Entry, registry::Reals, registry::Result;

// A number may differ from plain's by units * epsilon * sqrt(terms) * size. `epsilon` is real's;
// `terms` is the length n of the sample's longest sum. `size` is the largest number of the array on
// plain, or the scale of the sample if that is larger, because the terms of a sum may cancel. The
// rounding errors of n additions are independent and have both signs. So they grow like sqrt(n),
// and seldom by more than a few times that (Higham, Mary 2019, "A new approach to probabilistic
// rounding error analysis"). For n = 1 this allows elementary functions a few units in the last
// place.
constexpr double units = 8;

// One random sample. The ops take turns.
struct Try {
  const Entry* op;
  Drawn drawn;
  bool twice;  // two backward passes, the second of which adds to the gradients
  int threads;

  std::string to_string() const {
    return fmt::format("{} {}{}, {} threads", op->name, drawn.sample.form, twice ? ", twice" : "",
                       threads);
  }
};

Try make_try(std::uint64_t seed, std::uint64_t number) {
  const std::vector<Entry>& ops = registry::entries();
  registry::Draw draw(holo::CounterRandom(seed).bits(number));
  Try one{&ops[static_cast<std::size_t>(number % ops.size())],
          {},
          draw.one_in(4),
          draw.one_of({1, 1, 1, 2, 3, 4})};
  one.drawn = one.op->draw(draw);
  return one;
}

Result run_on(Device device, const Try& one) {
  const holo::OnDevice scope(device);
  const registry::Sample& sample = one.drawn.sample;
  const std::vector<Tensor> leaves = registry::leaves_of(sample);
  Result result = registry::run(sample, leaves);
  return one.twice ? registry::run(sample, leaves) : result;
}

// Two NaN agree, and two equal infinities.
double difference(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  return std::isfinite(a) && std::isfinite(b) ? std::fabs(a - b) : HUGE_VAL;
}

// Says which number differs, with both values; "" if none does. `largest` is the largest difference
// so far, in units.
std::string compare(const std::string& name, const Reals& got, const Reals& plain,
                    const Drawn& drawn, double& largest) {
  if (got.size() != plain.size()) {
    return fmt::format("{} has {} numbers, and {} on plain", name, got.size(), plain.size());
  }
  double size = drawn.scale;
  for (const real x : plain) {
    if (std::isfinite(x)) size = std::max(size, std::fabs(double(x)));
  }
  const double unit = double(std::numeric_limits<real>::epsilon()) * std::sqrt(drawn.terms) * size;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const double error = difference(double(got[i]), double(plain[i])) / unit;
    largest = std::max(largest, error);
    if (error > units) {
      return fmt::format(
          "number {} of {} is {:.9g}, and {:.9g} on plain; {:.2g} are allowed between", i, name,
          got[i], plain[i], units * unit);
    }
  }
  return "";
}

std::string compare(const Result& got, const Result& plain, const Drawn& drawn, double& largest) {
  if (!(got.shape == plain.shape)) {
    return fmt::format("the result is {}, and {} on plain", got.shape.to_string(),
                       plain.shape.to_string());
  }
  std::string wrong = compare("the result", got.y, plain.y, drawn, largest);
  for (std::size_t i = 0; i < plain.gradients.size() && wrong.empty(); ++i) {
    wrong = compare(fmt::format("the gradient of input {}", i), got.gradients[i],
                    plain.gradients[i], drawn, largest);
  }
  return wrong;
}

// The device computes in memory full of NaN: what it does not write is not what plain has left
// there. A GPU, whose threads run in any order, gives the same bits again.
std::string attempt(const Try& one, Device device, double& largest) try {
  holo::set_num_threads(one.threads);
  const Result plain = run_on(Device::plain, one);
  {
    const holo::OnDevice there(device);
    registry::poison(one.drawn.sample, plain.shape);
  }
  const Result got = run_on(device, one);
  if (device == Device::cuda && !same_bits(got, run_on(device, one))) {
    return "other bits in a second run";
  }
  return compare(got, plain, one.drawn, largest);
} catch (const std::exception& error) {
  return error.what();
}

std::vector<Device> devices() {
  if (holo::default_device() == Device::cuda) return {Device::cuda};
  if (holo::cuda() == nullptr) return {Device::cpu};
  return {Device::cpu, Device::cuda};
}

// "var 1.4, softmax 1.2": the ops that came nearest to what is allowed.
std::string nearest(const std::map<std::string, double>& errors) {
  std::vector<std::pair<double, std::string>> sorted;
  for (const auto& [name, error] : errors) sorted.emplace_back(error, name);
  std::sort(sorted.rbegin(), sorted.rend());
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(sorted.size(), 6); ++i) {
    text += fmt::format("{}{} {:.2f}", i == 0 ? "" : ", ", sorted[i].second, sorted[i].first);
  }
  return text;
}

std::uint64_t number_in(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr || *text == 0 ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace

TEST_CASE("twins: every op agrees with plain at random shapes, forward and backward") {
  using Clock = std::chrono::steady_clock;
  const std::uint64_t seconds = number_in("HOLO_SECONDS", 0);
  const std::uint64_t seed =
      number_in("HOLO_SEED", seconds == 0 ? 1 : std::uint64_t(std::time({})));
  const std::uint64_t of_each = HOLO_ADDRESS_SANITIZER ? 4 : 24;
  const auto start = Clock::now();
  const int threads = holo::num_threads();
  std::map<std::string, double> errors;
  std::map<std::string, int> wrong_of;
  std::uint64_t number = 0;
  const auto is_over = [&] {
    if (seconds == 0) return number == of_each * registry::entries().size();
    return Clock::now() - start >= std::chrono::seconds(seconds);
  };
  for (; !is_over(); ++number) {
    const Try one = make_try(seed, number);
    const std::string text = one.to_string();
    CAPTURE(text);  // also when it crashes
    for (const Device device : devices()) {
      const std::string wrong = attempt(one, device, errors[one.op->name]);
      if (!wrong.empty() && ++wrong_of[one.op->name] > 3) continue;
      CHECK_MESSAGE(wrong.empty(), "seed ", seed, ", on ", std::string(holo::device_name(device)),
                    ": ", wrong);
    }
  }
  holo::set_num_threads(threads);
  CHECK(number > 0);
  MESSAGE(number, " tries of ", registry::entries().size(), " ops, seed ", seed,
          ", largest errors of ", units, " allowed units: ", nearest(errors));
}

}  // namespace twins_test
