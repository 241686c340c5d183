// float_accuracy_test.cpp: an engine in float computes what one in double does, at every sample of
// the registry: values within 1e-6 of the largest, gradients within 2e-6. The two engines are two
// builds: tests/float_accuracy_test.sh lets one write its results and the other read them, from
// the files of HOLO_WRITE_RESULTS and HOLO_READ_RESULTS. Without these nothing happens here.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>

#include "registry/registry.h"
#include "registry/run.h"

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

// The largest distance, as a part of the largest number, or of 1: what cancels leaves the rounding
// of numbers of about that size.
double error_of(const Reals& got, const std::vector<double>& want) {
  double largest = 1, distance = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    largest = std::max(largest, std::fabs(want[i]));
    const double apart = std::fabs(static_cast<double>(got[i]) - want[i]);
    distance = std::isfinite(apart) ? std::max(distance, apart) : INFINITY;
  }
  return distance / largest;
}

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
      const Result result = registry::run(sample);
      write_array(to, result.y);
      for (const Reals& gradient : result.gradients) write_array(to, gradient);
    }
  }
  CHECK(to.flush().good());
}

TEST_CASE("float accuracy: this build computes what the other one has written") {
  const char* const path = std::getenv("HOLO_READ_RESULTS");
  if (path == nullptr) return;
  std::ifstream from(path, std::ios::binary);
  Worst forward, backward;
  std::vector<double> want;
  for (const Entry& entry : registry::entries()) {
    for (const Sample& sample : entry.samples) {
      const Result got = registry::run(sample);
      const std::string name = entry.name + ' ' + sample.form;
      REQUIRE_MESSAGE(read_array(from, want, got.y.size()), name, ": the other build has not it");
      const double error = error_of(got.y, want);
      forward.take(error, name);
      CHECK_MESSAGE(error <= 1e-6, name, ": value ", error);
      for (const Reals& gradient : got.gradients) {
        REQUIRE(read_array(from, want, gradient.size()));
        const double gradient_error = error_of(gradient, want);
        backward.take(gradient_error, name);
        CHECK_MESSAGE(gradient_error <= 2e-6, name, ": gradient ", gradient_error);
      }
    }
  }
  MESSAGE("float accuracy: values within ", forward.error, " (", forward.where,
          "), gradients within ", backward.error, " (", backward.where, ")");
}
