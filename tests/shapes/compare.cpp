// compare.cpp: one try, on a device and on plain.
#include "shapes/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>

#include "helpers.h"
#include "holo/random.h"
#include "holo/threads.h"
#include "registry/draw.h"

namespace shapes {

using holo::Device, holo::Index, holo::real, holo::Shape, holo::Tensor;
using registry::Drawn, registry::Entry, registry::Reals, registry::Result;

namespace {

// "[1,4]": element i of an array.
std::string position_of(const Shape& shape, Index i) {
  std::vector<Index> at(static_cast<std::size_t>(shape.ndim()));
  for (int d = shape.ndim(); d-- > 0; i /= shape[d]) at[static_cast<std::size_t>(d)] = i % shape[d];
  return holo::text_of_sizes(at);
}

// Two NaN agree, and two equal infinities.
double difference(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  return std::isfinite(a) && std::isfinite(b) ? std::fabs(a - b) : HUGE_VAL;
}

struct Array {
  std::string name;
  const Shape& shape;
  const Reals &got, &plain;
};

void compare_arrays(const Array& array, const Drawn& drawn, const char* fast, Verdict& verdict) {
  if (array.got.size() != array.plain.size()) {
    if (verdict.wrong.empty()) {
      verdict.wrong = fmt::format("{} has {} numbers on {} and {} on plain", array.name,
                                  array.got.size(), fast, array.plain.size());
    }
    return;
  }
  double size = drawn.scale;
  for (const real x : array.plain) {
    if (std::isfinite(x)) size = std::max(size, std::fabs(double(x)));
  }
  const double unit = double(std::numeric_limits<real>::epsilon()) * std::sqrt(drawn.terms) * size;
  for (std::size_t i = 0; i < array.plain.size(); ++i) {
    const double a = double(array.got[i]), b = double(array.plain[i]);
    const double error = difference(a, b) / unit;
    verdict.error = std::max(verdict.error, error);
    if (error <= units || !verdict.wrong.empty()) continue;
    verdict.wrong =
        fmt::format("{} {} is {:.9g} on {} and {:.9g} on plain; {:.2g} are allowed between",
                    array.name, position_of(array.shape, Index(i)), a, fast, b, units * unit);
  }
}

struct WithThreads {
  int before = holo::num_threads();
  explicit WithThreads(int count) { holo::set_num_threads(count); }
  ~WithThreads() { holo::set_num_threads(before); }
  WithThreads(const WithThreads&) = delete;
  WithThreads& operator=(const WithThreads&) = delete;
};

Result run_on(Device device, const Try& one) {
  const holo::OnDevice scope(device);
  const registry::Sample& sample = one.drawn.sample;
  const std::vector<Tensor> leaves = registry::leaves_of(sample);
  Result result = registry::run(sample, leaves);
  return one.twice ? registry::run(sample, leaves) : result;
}

}  // namespace

Verdict compare(const Result& got, const Result& plain, const Drawn& drawn, const char* fast) {
  if (!(got.shape == plain.shape)) {
    return {fmt::format("the result is {} on {} and {} on plain", got.shape.to_string(), fast,
                        plain.shape.to_string()),
            HUGE_VAL};
  }
  Verdict verdict;
  compare_arrays({"the result", plain.shape, got.y, plain.y}, drawn, fast, verdict);
  for (std::size_t i = 0; i < plain.gradients.size(); ++i) {
    compare_arrays({fmt::format("the gradient of input {}", i), drawn.sample.inputs[i].shape,
                    got.gradients[i], plain.gradients[i]},
                   drawn, fast, verdict);
  }
  return verdict;
}

std::string Try::to_string() const {
  return fmt::format("{} {}{}, {} threads", op->name, drawn.sample.form, twice ? ", twice" : "",
                     threads);
}

Try make_try(std::uint64_t seed, std::uint64_t number) {
  const std::vector<Entry>& ops = registry::entries();
  registry::Draw draw(holo::CounterRandom(seed).bits(number));
  const auto which = static_cast<std::size_t>(number % ops.size());
  Try one{&ops[which], {}, draw.one_in(4), draw.one_of({1, 1, 1, 2, 3, 4})};
  one.drawn = one.op->draw(draw);
  return one;
}

// The device computes in memory full of NaN: what it does not write is not what plain has left
// there.
Verdict attempt(const Try& one, Device device) try {
  const WithThreads scope(one.threads);
  const Result plain = run_on(Device::plain, one);
  {
    const holo::OnDevice there(device);
    registry::poison(one.drawn.sample, plain.shape);
  }
  return compare(run_on(device, one), plain, one.drawn, holo::device_name(device));
} catch (const std::exception& error) {
  return {fmt::format("on {}: {}", holo::device_name(device), error.what()), HUGE_VAL};
}

std::vector<Device> devices() {
  std::vector<Device> found{Device::cpu};
  try {
    const holo::OnDevice probe(Device::cuda);
    found.push_back(Device::cuda);
  } catch (const holo::Error&) {
  }
  return found;
}

}  // namespace shapes
