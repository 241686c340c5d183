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
  const Reals x = numbers(1), dy = numbers(2), y = numbers(3);
  const auto check = [&](const char* name, auto kernel) { check_threads(name, kernel); };
  check("sum", [&](real* to) { cpu().sum({to, true}, x.data(), axis, 1); });
  check("var", [&](real* to) { cpu().var(to, x.data(), axis, 1); });
  check("max", [&](real* to) { cpu().max(to, nullptr, x.data(), axis, Extreme::largest); });
  check("argmax", [&](real* to) {
    std::vector<Index> index(elements);
    cpu().max(nullptr, index.data(), x.data(), axis, Extreme::largest);
    std::copy(index.begin(), index.end(), to);
  });
  check("softmax", [&](real* to) { cpu().softmax(to, x.data(), axis); });
  check("softmax_backward", [&](real* to) {
    cpu().softmax_backward({to, true}, dy.data(), y.data(), axis);
  });
  check("log_softmax", [&](real* to) { cpu().log_softmax(to, x.data(), axis); });
  check("log_softmax_backward", [&](real* to) {
    cpu().log_softmax_backward({to, true}, dy.data(), y.data(), axis);
  });
  check("logsumexp", [&](real* to) { cpu().logsumexp(to, x.data(), axis); });
  check("logsumexp_backward", [&](real* to) {
    cpu().logsumexp_backward({to, true}, dy.data(), x.data(), y.data(), axis);
  });
}

}  // namespace columns_test
