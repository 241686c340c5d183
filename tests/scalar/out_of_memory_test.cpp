// The tape when memory runs out: the k-th allocation fails, for every k up to 40. The failed call
// throws, the same call again succeeds, and the result is that of a run in which nothing failed.
#include <doctest/doctest.h>

#include <functional>
#include <new>
#include <vector>

#include "failing_allocation.h"
#include "holo/value.h"

namespace out_of_memory_test {
namespace {

using holo::Tape, holo::Value;

using Step = std::function<Value(Value y, Value x, const std::vector<Value>& list)>;

struct Outcome {
  double data, grad;
  int failures;
};

// y becomes step(y, x, list) many times, then backward; allocation number `fail_at` fails.
Outcome run(const Step& step, int times, long fail_at) {
  Tape tape;
  const Value x(1.0);
  const std::vector<Value> list(300, x);
  int failures = 0;
  const auto until_it_works = [&](const auto& call) {
    for (;;) {
      try {
        return call();
      } catch (const std::bad_alloc&) {
        ++failures;
      }
    }
  };
  Value y = x;
  failing_allocation::left = fail_at;
  for (int i = 0; i < times; ++i) until_it_works([&] { y = step(y, x, list); });
  until_it_works([&] {
    tape.zero_grad();
    y.backward();
  });
  failing_allocation::left = -1;
  return {y.data(), x.grad(), failures};
}

}  // namespace

TEST_CASE("out of memory: a node without room behind it is not on the tape") {
  int failed = 0;
  for (long fail_at = 0; fail_at < 40; ++fail_at) {
    Tape tape;
    const Value x(1.0);
    Value y = x;
    failing_allocation::left = fail_at;
    for (int i = 0; i < 3000; ++i) {
      const std::size_t nodes = tape.node_count(), edges = tape.edge_count();
      try {
        y = y + x;
      } catch (const std::bad_alloc&) {
        ++failed;
        CHECK(tape.node_count() == nodes);
        CHECK(tape.edge_count() == edges);
        break;
      }
    }
    failing_allocation::left = -1;
  }
  CHECK(failed > 5);
}

TEST_CASE("out of memory: a failed operation leaves the tape as it was") {
  const Step add = [](Value y, Value x, const std::vector<Value>&) { return y + x; };
  const Step chain = [](Value y, Value x, const std::vector<Value>&) { return y * 0.5 + x; };
  const Step sum = [](Value y, Value, const std::vector<Value>& list) {
    return y + holo::sum(list);
  };
  const Step dot = [](Value y, Value, const std::vector<Value>& list) {
    return y * 0.5 + holo::dot(list, list);
  };
  int failed_runs = 0;
  for (const auto& [step, times] : {std::pair{add, 3000}, {chain, 3000}, {sum, 60}, {dot, 60}}) {
    const Outcome whole = run(step, times, -1);
    for (long fail_at = 0; fail_at < 40; ++fail_at) {
      CAPTURE(fail_at);
      const Outcome outcome = run(step, times, fail_at);
      failed_runs += outcome.failures > 0;
      CHECK(outcome.data == whole.data);
      CHECK(outcome.grad == whole.grad);
    }
  }
  CHECK(failed_runs > 50);
}

}  // namespace out_of_memory_test
