// optim_schedule_test.cpp: learning rates at the first step, between, at the end and after it.
#include "holo/optim_schedule.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "helpers.h"
#include "holo/check.h"

namespace optim_schedule_test {
namespace {

using namespace holo;

const double not_a_number = std::nan("");
constexpr Index far = Index{1} << 62;

}  // namespace

TEST_CASE("schedule: a straight line") {
  const LinearSchedule down(1, 4);
  const double want[] = {1, 0.75, 0.5, 0.25, 0, 0, 0};
  for (Index step = 0; step < 7; ++step) CHECK(down(step) == want[step]);
  CHECK(down(far) == 0);
  const LinearSchedule up(1, 2, 3);
  CHECK(up(0) == 1);
  CHECK(up(1) == 2);
  CHECK(up(2) == 3);
  CHECK(LinearSchedule(1, 1)(0) == 1);
}

TEST_CASE("schedule: warm-up and half a cosine period") {
  const CosineSchedule schedule(1, 10, 2, 0.1);
  CHECK(schedule(0) == 0.5);
  CHECK(schedule(1) == 1);
  CHECK(schedule(2) == 1);
  CHECK(schedule(4) == doctest::Approx(0.1 + 0.9 * (1 + std::sqrt(0.5)) / 2));
  CHECK(schedule(6) == doctest::Approx(0.55));
  CHECK(schedule(8) == doctest::Approx(0.1 + 0.9 * (1 - std::sqrt(0.5)) / 2));
  CHECK(schedule(9) > 0.1);
  CHECK(schedule(10) == 0.1);
  CHECK(schedule(far) == 0.1);
  CHECK(CosineSchedule(1, 10)(0) == 1);
  CHECK(CosineSchedule(1, 10)(5) == doctest::Approx(0.5));
  const CosineSchedule warmup_only(1, 4, 4);
  CHECK(warmup_only(3) == 1);
  CHECK(warmup_only(4) == 0);
}

TEST_CASE("schedule: numbers that are refused") {
  for (const double bad : {-1.0, not_a_number, HUGE_VAL}) {
    check_error_with<UsageError>("schedule: rate", [&] { LinearSchedule(bad, 1); });
    check_error_with<UsageError>("schedule: rate", [&] { LinearSchedule(1, 1, bad); });
    check_error_with<UsageError>("schedule: rate", [&] { CosineSchedule(bad, 1); });
    check_error_with<UsageError>("schedule: rate", [&] { CosineSchedule(1, 1, 0, bad); });
  }
  check_error_with<UsageError>("steps 0; expected at least 1", [] { LinearSchedule(1, 0); });
  check_error_with<UsageError>("steps 0", [] { CosineSchedule(1, 0); });
  check_error_with<UsageError>("warmup 5; expected 0 to 4", [] { CosineSchedule(1, 4, 5); });
  check_error_with<UsageError>("warmup -1", [] { CosineSchedule(1, 4, -1); });
  check_error_with<UsageError>("step -1", [] { LinearSchedule(1, 1)(-1); });
  check_error_with<UsageError>("step -1", [] { CosineSchedule(1, 1)(-1); });
}

}  // namespace optim_schedule_test
