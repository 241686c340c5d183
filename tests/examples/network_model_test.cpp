// network_model_test.cpp: times of steps on a network, beside numbers worked out by hand.
#include "bench/network_model.h"

#include <doctest/doctest.h>

using namespace holo;

namespace network_model_test {

const Network network{1000, 0.5, 0.125};  // bytes a second, seconds, seconds
const ProcessTimes two_buckets{{{400, 1}, {800, 2}}, 3, 0.25};

TEST_CASE("network model: one way takes the latency, the work for each message, and the bytes") {
  CHECK(one_way_seconds(400, 1, network) == 0);
  CHECK(one_way_seconds(400, 2, network) == 0.5 + 0.125 + 0.2);
  CHECK(one_way_seconds(400, 4, network) == doctest::Approx(0.5 + 3 * 0.125 + 0.3));
}

TEST_CASE("network model: alone a step is its computation") {
  const StepSeconds step = step_seconds(two_buckets, 3, 1, network);
  CHECK(step.step == 3 * 3 + 0.25);
  CHECK(step.waited == 0);
}

TEST_CASE("network model: a bucket starts when it is ready and the one before is through") {
  // 400 bytes: 1 .. 2.65, there and back 2 (0.625 + 0.2); 800 bytes after it: 2.65 .. 4.7
  const StepSeconds step = step_seconds(two_buckets, 1, 2, network);
  CHECK(step.waited == doctest::Approx(1.7));
  CHECK(step.step == doctest::Approx(3 + 1.7 + 0.25));
}

TEST_CASE("network model: what fits beside the backward pass costs nothing") {
  const StepSeconds step = step_seconds(two_buckets, 1, 2, {1e9, 0, 0});
  CHECK(step.waited == 0);
  CHECK(step.step == 3.25);
}

TEST_CASE("network model: sums come back after the last round alone") {
  // Before it one way: 1 .. 1.825, 2 .. 3.025.
  const StepSeconds step = step_seconds(two_buckets, 2, 2, network);
  CHECK(step.waited == doctest::Approx(0.025 + 1.7));
  CHECK(step.step == doctest::Approx(2 * 3 + 1.725 + 0.25));
}

TEST_CASE("network model: more rows take longer, their update does not") {
  const ProcessTimes three = of_rows(two_buckets, 3);
  CHECK(three.buckets[0].ready == 3);
  CHECK(three.buckets[0].bytes == 400);
  CHECK(three.backward_end == 9);
  CHECK(three.update == 0.25);
}

TEST_CASE("network model: a faster process needs less time for the same bytes") {
  const ProcessTimes twice = faster(two_buckets, 2);
  CHECK(twice.buckets[1].ready == 1);
  CHECK(twice.buckets[1].bytes == 800);
  CHECK(twice.backward_end == 1.5);
  CHECK(twice.update == 0.125);
}

TEST_CASE("network model: the slowest of many is near the largest that was seen") {
  const std::vector<double> measured = {4, 1, 2};
  CHECK(slowest_of(measured, 1) == doctest::Approx((1 + 2 + 4) / 3.0 / 2));
  CHECK(slowest_of(measured, 2) == doctest::Approx((1 * 1 + 3 * 2 + 5 * 4) / 9.0 / 2));
  CHECK(slowest_of(measured, 1000) == doctest::Approx(2));
}

TEST_CASE("network model: a network is found from its exchanges") {
  std::vector<Exchange> exchanges;
  for (const double bytes : {100.0, 1000.0, 5000.0}) {
    exchanges.push_back({bytes, 2 * one_way_seconds(bytes, 2, network)});
  }
  const Network found = fitted_network(exchanges);
  CHECK(found.bytes_per_second == doctest::Approx(1000));
  CHECK(found.latency == doctest::Approx(0.625));  // with the work for one message
}

}  // namespace network_model_test
