// tensor_gradcheck_test.cpp: the gradients of every op of tensors are those of differences, at
// every sample of the registry, and they add up when a tensor is used more than once. The
// differences need double: the build with REAL=double compares with them; both builds check how
// gradients add.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/system.h"
#include "holo/creation.h"
#include "holo/device.h"
#include "holo/ops.h"
#include "holo/random.h"
#include "holo/threads.h"
#include "registry/registry.h"

namespace tensor_gradcheck_test {

using namespace holo;
using registry::Entry, registry::Reals, registry::Result, registry::Sample;

namespace {

constexpr bool in_double = sizeof(real) == 8;
constexpr double step = 1e-3;

// The output at the inputs, each moved by `by` along `direction`.
Reals output_at(const Sample& sample, const std::vector<std::vector<double>>& direction,
                double by) {
  const NoGrad no_grad;
  std::vector<Tensor> inputs;
  for (std::size_t i = 0; i < sample.inputs.size(); ++i) {
    std::vector<double> values = sample.inputs[i].values;
    for (std::size_t k = 0; k < values.size() && !direction[i].empty(); ++k) {
      values[k] += by * direction[i][k];
    }
    inputs.push_back(tensor(values, sample.inputs[i].shape));
  }
  return sample.f(inputs).to_vector();
}

// d sum(w y) along a direction, by the six points of gradcheck.h. Differences are taken before the
// sum, which would round them away.
double difference(const Sample& sample, const Reals& weights,
                  const std::vector<std::vector<double>>& direction) {
  const auto pair = [&](double by) {
    const Reals above = output_at(sample, direction, by), below = output_at(sample, direction, -by);
    double total = 0;
    for (std::size_t k = 0; k < above.size(); ++k) {
      total += static_cast<double>(weights[k]) * static_cast<double>(above[k] - below[k]);
    }
    return total;
  };
  return (45 * pair(step) - 9 * pair(2 * step) + pair(3 * step)) / (60 * step);
}

// Empty when the gradients are those of differences: element by element up to 256, along a random
// direction above.
std::string wrong_gradient(const Sample& sample, const std::vector<Reals>& gradients,
                           const Reals& weights) {
  std::vector<std::vector<double>> direction(sample.inputs.size());
  const auto compare = [&](double analytic, const std::string& where) {
    const double numeric = difference(sample, weights, direction);
    if (std::fabs(analytic - numeric) <= 1e-9 + 1e-7 * std::fabs(numeric)) return std::string();
    return fmt::format("{}: analytic {:.12g}, numeric {:.12g}", where, analytic, numeric);
  };
  std::string wrong;
  for (std::size_t i = 0; i < sample.inputs.size() && wrong.empty(); ++i) {
    if (!sample.inputs[i].requires_grad) continue;
    const std::size_t count = sample.inputs[i].values.size();
    if (gradients[i].size() != count) return fmt::format("input {} has no gradient", i);
    direction[i].assign(count, 0);
    if (count <= 256) {
      for (std::size_t k = 0; k < count && wrong.empty(); ++k) {
        direction[i][k] = 1;
        wrong = compare(static_cast<double>(gradients[i][k]), fmt::format("input {} [{}]", i, k));
        direction[i][k] = 0;
      }
    } else {
      // As long as one of 256 numbers, so that a sum of many products does not leave the six
      // points.
      const double length = std::sqrt(256 / static_cast<double>(count));
      const CounterRandom random(5, i);
      double analytic = 0;
      for (std::size_t k = 0; k < count; ++k) {
        direction[i][k] = length * (2 * random.uniform(k) - 1);
        analytic += static_cast<double>(gradients[i][k]) * direction[i][k];
      }
      wrong = compare(analytic, fmt::format("input {} along a direction", i));
    }
    direction[i].clear();
  }
  return wrong;
}

// Gradients that are sums of the same terms in another order.
std::string far_apart(const std::vector<Reals>& got, const std::vector<Reals>& want) {
  for (std::size_t i = 0; i < want.size(); ++i) {
    if (got[i].size() != want[i].size()) return fmt::format("input {} has no gradient", i);
    real largest = 0, apart = 0;
    for (std::size_t k = 0; k < want[i].size(); ++k) {
      largest = std::max(largest, std::fabs(want[i][k]));
      apart = std::max(apart, std::fabs(got[i][k] - want[i][k]));
      if (std::isnan(got[i][k])) apart = got[i][k];
    }
    const real limit = in_double ? real(1e-13) : real(3e-5);
    if (!(apart <= limit * std::max(largest, real(1)))) {
      return fmt::format("input {}: {} apart, largest {}", i, apart, largest);
    }
  }
  return "";
}

// Runs `check` on every nth sample of each op; it returns what is wrong, or nothing.
template <class Check>
void for_every_nth_sample(std::size_t n, Check check) {
  for (const Entry& entry : registry::entries()) {
    CAPTURE(entry.name);
    for (std::size_t i = 0; i < entry.samples.size(); i += n) {
      const Sample& sample = entry.samples[i];
      const std::string wrong = check(sample);
      CHECK_MESSAGE(wrong.empty(), entry.name, " ", sample.form, ": ", wrong);
    }
  }
}

template <class Check>
void for_every_sample(Check check) {
  for_every_nth_sample(1, check);
}

// For checks that differ from another one in the numbers that they compare. A sanitizer, which
// looks at memory and threads, sees the same at every sample; the build with doubles has the
// differences at every sample; and the kernels of CUDA are compared with the plain ones in
// twins_test.cpp.
template <class Check>
void for_each_number(Check check) {
  const bool fewer = HOLO_ADDRESS_SANITIZER || HOLO_THREAD_SANITIZER || in_double ||
                     default_device() == Device::cuda;
  for_every_nth_sample(fewer ? 4 : 1, check);
}

}  // namespace

TEST_CASE("tensor gradcheck: every op, at every sample, each element") {
  if (!in_double) {
    MESSAGE("differences need double: make REAL=double test");
    return;
  }
  const int threads = num_threads();
  set_num_threads(1);  // more give the same bits, see tensor_same_bits_test.cpp
  for_every_sample([](const Sample& sample) {
    const Result result = registry::run(sample);
    return wrong_gradient(sample, result.gradients,
                          registry::weights_for(result.shape).to_vector());
  });
  set_num_threads(threads);
}

TEST_CASE("tensor gradients: memory that nobody has written is not read") {
  for_each_number([](const Sample& sample) {
    const Result want = registry::run(sample);
    registry::poison(sample, want.shape);
    const std::vector<Tensor> leaves = registry::leaves_of(sample);
    const Tensor seed = registry::weights_for(want.shape);
    registry::poison(sample, want.shape);
    const Result got = registry::run(sample, leaves, seed);
    if (got.y != want.y) return std::string("another value");
    return far_apart(got.gradients, want.gradients);
  });
}

TEST_CASE("tensor gradients: an input that is used by two ops gets the sum") {
  for_each_number([](const Sample& sample) {
    const Result once = registry::run(sample);
    const Tensor w = registry::weights_for(once.shape), v = registry::weights_for(once.shape, 1);
    const Tensor both = (w + v).detach();
    const Result want = registry::run(sample, registry::leaves_of(sample), both);
    const std::vector<Tensor> leaves = registry::leaves_of(sample);
    const Tensor y = sample.f(leaves), z = sample.f(leaves);
    if (y.requires_grad()) sum(y * w + z * v).backward();
    return far_apart(registry::gradients_of(leaves), want.gradients);
  });
}

TEST_CASE("tensor gradients: one input alone gets the same, and the others none") {
  for_every_sample([](const Sample& sample) {
    const Result all = registry::run(sample);
    for (std::size_t i = 0; i < sample.inputs.size() && sample.inputs.size() > 1; ++i) {
      Sample one = sample;
      for (std::size_t k = 0; k < one.inputs.size(); ++k) {
        one.inputs[k].requires_grad = k == i && sample.inputs[k].requires_grad;
      }
      std::vector<Reals> want(all.gradients.size());
      want[i] = all.gradients[i];
      const std::string wrong = far_apart(registry::run(one).gradients, want);
      if (!wrong.empty()) return wrong;
    }
    return std::string();
  });
}

TEST_CASE("tensor gradients: without a graph an op computes the same numbers") {
  for_each_number([](const Sample& sample) {
    const Reals want = registry::run(sample).y;
    const NoGrad no_grad;
    const Tensor y = sample.f(registry::leaves_of(sample));
    return y.to_vector() == want && !y.requires_grad() ? "" : std::string("another value");
  });
}

TEST_CASE("tensor gradients: after a change in place they are right, or refused") {
  for_each_number([](const Sample& sample) {
    const Result want = registry::run(sample);
    for (std::size_t i = 0; i <= sample.inputs.size(); ++i) {  // an input, or the output
      const std::vector<Tensor> leaves = registry::leaves_of(sample);
      Tensor y = sample.f(leaves);
      if (!y.requires_grad()) continue;
      const Tensor seed = registry::weights_for(y.shape());
      try {
        const NoGrad no_grad;
        Tensor changed = i < leaves.size() ? leaves[i] : y;
        changed.add_(ones(changed.shape()), real(0.375));
      } catch (const Error& error) {
        return std::string(error.what());
      }
      try {
        y.backward(seed);
      } catch (const Error&) {
        continue;
      }
      const std::string wrong = far_apart(registry::gradients_of(leaves), want.gradients);
      if (!wrong.empty()) return fmt::format("{} changed: {}", i, wrong);
    }
    return std::string();
  });
}

}  // namespace tensor_gradcheck_test
