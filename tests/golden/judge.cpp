// judge.cpp: the criterion.
#include "golden/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace golden {
namespace {

constexpr Precision of_engine = sizeof(holo::real) == 8 ? Precision::f64 : Precision::f32;
constexpr double from_array = -1;  // the scale is max|want|

}  // namespace

void Judge::compare(const std::string& name, const Array& want, const holo::Shape& shape,
                    std::span<const double> got, Tolerance tolerance, double scale) {
  ++compared_;
  if (!(shape == want.shape)) {
    fail(fmt::format("{} has the shape {}, expected {}", name, shape.to_string(),
                     want.shape.to_string()));
    return;
  }
  double difference = 0, largest = 0;
  std::size_t where = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (!std::isfinite(got[i])) {
      fail(fmt::format("{} is {} at element {}, expected {}", name, got[i], i, want.values[i]));
      return;
    }
    largest = std::max(largest, std::fabs(want.values[i]));
    if (std::fabs(got[i] - want.values[i]) > difference) {
      difference = std::fabs(got[i] - want.values[i]);
      where = i;
    }
  }
  const double limit = tolerance.atol + tolerance.rtol * (scale == from_array ? largest : scale);
  if (difference <= limit) return;
  fail(fmt::format("{} is {:.17g} at element {}, expected {:.17g} within {:.3g}", name, got[where],
                   where, want.values[where], limit));
}

void Judge::check(const std::string& name, const holo::Shape& shape, std::span<const double> got,
                  const std::string& kind) {
  compare(name, case_.array(name), shape, got, case_.tolerance(of_engine, kind), from_array);
}

void Judge::check(const std::string& name, const holo::Tensor& got, const std::string& kind) {
  const std::vector<holo::real> values = got.to_vector();
  check(name, got.shape(), std::vector<double>(values.begin(), values.end()), kind);
}

void Judge::check_loss(double got) {
  compare("loss", case_.array("loss"), {}, std::span<const double>(&got, 1),
          case_.tolerance(of_engine), case_.loss_abs_scale);
}

void Judge::check_double(const std::string& name, double got) {
  compare(name + " of Value", case_.array(name), {}, std::span<const double>(&got, 1),
          case_.tolerance(Precision::f64), from_array);
}

void Judge::check_loss_double(double got) {
  compare("loss of Value", case_.array("loss"), {}, std::span<const double>(&got, 1),
          case_.tolerance(Precision::f64), case_.loss_abs_scale);
}

}  // namespace golden
