// columns_test.cpp: over columns, of which threads share the rows, results have the same bits for
// any number of threads.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "backend/backend.h"
#include "holo/creation.h"
#include "holo/threads.h"

namespace columns_test {
namespace {

using namespace holo;
using Reals = std::vector<real>;

constexpr Axis axis = {2, 1100, 300};
constexpr std::size_t elements = 2 * 1100 * 300;

Reals numbers(std::uint64_t seed) {
  const Tensor x = uniform({static_cast<Index>(elements)}, CounterRandom(seed), -4, 4);
  return Reals(x.data(), x.data() + elements);
}

// What `kernel` writes, with 1 thread and with more.
void check_threads(const char* name, const std::function<void(real* y)>& kernel) {
  INFO(name);
  const int before = num_threads();
  Reals one(elements), more(elements);
  set_num_threads(1);
  kernel(one.data());
  for (const int threads : {2, 3}) {
    set_num_threads(threads);
    std::fill(more.begin(), more.end(), real(0));
    kernel(more.data());
    CHECK(more == one);
  }
  set_num_threads(before);
}

}  // namespace

TEST_CASE("columns: the same bits for any number of threads") {
  const Reals x = numbers(1);
  check_threads("sum", [&](real* to) { cpu().sum({to, true}, x.data(), axis, 1); });
  check_threads("sum_backward", [&](real* to) {
    cpu().sum_backward({to, true}, x.data(), axis, real(0.3));
  });
}

}  // namespace columns_test
