// float_accuracy_test.cpp: an engine in float computes what one in double does, at every sample of
// the registry: values within 1e-6 of the largest, gradients within 2e-6, and what cancels within
// 16 times the distance by which it moves when the inputs are rounded in another way. The two
// engines are two builds: tests/ops/float_accuracy_test.sh lets one write its results and the other
// read them, from the files of HOLO_WRITE_RESULTS and HOLO_READ_RESULTS. Without these nothing
// happens here.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <istream>
#include <string>

#include "registry/registry.h"
#include "registry/run.h"

namespace float_accuracy_test {

using registry::Entry, registry::Reals, registry::Result, registry::Sample;

namespace {

// An array: how many numbers, and the numbers, as double.
void write_array(std::ostream& to, const Reals& array) {
  const std::vector<double> values(array.begin(), array.end());
  const std::size_t size = values.size();
  to.write(reinterpret_cast<const char*>(&size), sizeof size);
  to.write(reinterpret_cast<const char*>(values.data()),
           static_cast<std::streamsize>(size * sizeof(double)));
}

bool read_array(std::istream& from, std::vector<double>& values, std::size_t expected) {
  std::size_t size = 0;
  from.read(reinterpret_cast<char*>(&size), sizeof size);
  if (!from || size != expected) return false;
  values.resize(size);
  from.read(reinterpret_cast<char*>(values.data()),
            static_cast<std::streamsize>(size * sizeof(double)));
  return static_cast<bool>(from);
}

// The sample with inputs that have the rounding error of a float, this way or that.
Sample rounded_otherwise(const Sample& sample) {
  Sample moved = sample;
  std::size_t n = 0;
  for (registry::Input& input : moved.inputs) {
    for (double& value : input.values) value *= 1 + (n++ * 2654435761u >> 16 & 1 ? 6e-8 : -6e-8);
  }
  return moved;
}

double distance_between(const std::vector<double>& got, const std::vector<double>& want) {
  double distance = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    const double apart = std::fabs(got[i] - want[i]);
    distance = std::isfinite(apart) ? std::max(distance, apart) : INFINITY;
  }
  return distance;
}

// A result in double, and what it is when the inputs are rounded otherwise.
struct Wanted {
  std::vector<double> values, moved;
  bool read(std::istream& from, std::size_t count) {
    return read_array(from, values, count) && read_array(from, moved, count);
  }
  // The largest distance, as a part of the largest number, or of 1.
  double error_of(const Reals& got) const {
    double largest = 1;
    for (const double value : values) largest = std::max(largest, std::fabs(value));
    const double distance = distance_between({got.begin(), got.end()}, values);
    return std::max(0.0, distance - 16 * distance_between(moved, values)) / largest;
  }
};

struct Worst {
  double error = 0;
  std::string where;
  void take(double next, const std::string& name) {
    if (next <= error) return;
    error = next;
    where = name;
  }
};

}  // namespace

TEST_CASE("float accuracy: this build writes its results") {
  const char* const path = std::getenv("HOLO_WRITE_RESULTS");
  if (path == nullptr) return;
  std::ofstream to(path, std::ios::binary);
  for (const Entry& entry : registry::entries()) {
    for (const Sample& sample : entry.samples) {
      const Result result = registry::run(sample), moved = registry::run(rounded_otherwise(sample));
      write_array(to, result.y);
      write_array(to, moved.y);
      for (std::size_t i = 0; i < result.gradients.size(); ++i) {
        write_array(to, result.gradients[i]);
        write_array(to, moved.gradients[i]);
      }
    }
  }
  CHECK(to.flush().good());
}

TEST_CASE("float accuracy: this build computes what the other one has written") {
  const char* const path = std::getenv("HOLO_READ_RESULTS");
  if (path == nullptr) return;
  std::ifstream from(path, std::ios::binary);
  Worst forward, backward;
  Wanted want;
  for (const Entry& entry : registry::entries()) {
    for (const Sample& sample : entry.samples) {
      const Result got = registry::run(sample);
      const std::string name = entry.name + ' ' + sample.form;
      REQUIRE_MESSAGE(want.read(from, got.y.size()), name, ": the other build has not it");
      const double error = want.error_of(got.y);
      forward.take(error, name);
      CHECK_MESSAGE(error <= 1e-6, name, ": value ", error);
      for (const Reals& gradient : got.gradients) {
        REQUIRE(want.read(from, gradient.size()));
        const double gradient_error = want.error_of(gradient);
        backward.take(gradient_error, name);
        CHECK_MESSAGE(gradient_error <= 2e-6, name, ": gradient ", gradient_error);
      }
    }
  }
  MESSAGE("float accuracy: values within ", forward.error, " (", forward.where,
          "), gradients within ", backward.error, " (", backward.where, ")");
}

}  // namespace float_accuracy_test
