// replay_memory_test.cpp: how long the memory of a Replay lives, whose it is, and who notices that
// run() has written to it.
#include "holo/replay.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "backend/pool.h"
#include "error_of.h"
#include "holo/memory.h"
#include "replay/product.h"

namespace replay_memory_test {

using namespace holo;

TEST_CASE("replay: an old graph notices that run() has changed a result that it needs") {
  Product p;
  Replay step = capture([&] { p.step(); });
  Tensor factor = tensor(3).set_requires_grad();
  const Tensor square = p.y.detach() * factor;
  p.w.zero_grad();
  const std::string line = std::to_string(__LINE__ + 1);
  step.run();
  check_error_with<Error>("was changed by Replay::run", [&] { square.backward(); });
  check_error_with<Error>("replay_memory_test.cpp:" + line, [&] { square.backward(); });
}

TEST_CASE("replay: an old graph notices it of a result that is made of leaves alone too") {
  const Tensor x = tensor({1, 2});
  Tensor y, same;
  Replay step = capture([&] {
    y = x + 1;
    same = reshape(x, {1, 2});
  });
  Tensor factor = tensor({3, 4}).set_requires_grad();
  const Tensor of_result = sum(y * factor), of_leaf = sum(same * factor);
  step.run();
  check_error_with<Error>("was changed by Replay::run", [&] { of_result.backward(); });
  of_leaf.backward();
  CHECK(factor.grad().to_vector() == Reals{1, 2});
}

TEST_CASE("replay: bytes() are those of all results, and not of the leaves that they look at") {
  const Tensor x = ones({1000});
  const std::size_t numbers = pool::rounded(1000 * sizeof(real));
  Tensor y;
  CHECK(Replay().bytes() == 0);
  CHECK(capture([&] { y = reshape(x, {10, 100}); }).bytes() == 0);
  CHECK(capture([&] { y = reshape(x + 1, {10, 100}); }).bytes() == numbers);
  CHECK(capture([&] { y = (x + 1) * 2; }).bytes() == 2 * numbers);
  CHECK(capture([&] { y = ((x + 1) * 2) * 3 + 4; }).bytes() <= 4 * numbers);
}

TEST_CASE("replay: a result outlives its Replay, and a Replay what it was captured from") {
  const std::size_t before = memory_stats().live_bytes;
  Tensor y;
  Replay step;
  {
    Product p;
    step = capture([&] { p.step(); });
    y = p.y;
  }
  CHECK_THROWS_AS(step.run(), Error);  // the gradient of w is there still
  CHECK(y.item() == 32);
  {
    const Tensor x = tensor({1, 2});
    step = capture([&] { y = x + 1; });
  }
  step.run();
  CHECK(y.to_vector() == Reals{2, 3});
  step = Replay();
  const std::vector<Tensor> others(4, full({2}, 9));
  CHECK(y.to_vector() == Reals{2, 3});
  CHECK((y * 2).to_vector() == Reals{4, 6});
  const Tensor x = tensor({5, 5});
  const Tensor sums = x + y;  // with a tensor that no step has made
  CHECK(sums.to_vector() == Reals{7, 8});
  y = Tensor();
  CHECK(memory_stats().live_bytes - before < 4096);
}

TEST_CASE("replay: a result of one step is a leaf of another, which keeps it") {
  const Tensor x = ones({1000});
  Tensor y, twice;
  Replay first = capture([&] { y = x + 1; });
  Replay second = capture([&] { twice = y * 2; });
  const std::vector<real> fours(1000, 4);
  first.run();
  second.run();
  CHECK(twice.to_vector() == fours);
  Tensor third;
  const Replay third_step = capture([&] {
    y = Tensor();
    third = x * 7;  // not where y was, which the first step writes to
  });
  first.run();
  CHECK(third.to_vector() == std::vector<real>(1000, 7));
  first = Replay();
  const std::vector<Tensor> others(8, full({1000}, 9));
  second.run();
  CHECK(twice.to_vector() == fours);
}

TEST_CASE("replay: a step that lets go the last result of another one does not write to it") {
  const Tensor x = ones({1000});
  Tensor y, third;
  Replay first = capture([&] { y = (x + 1) * 2; });
  first = Replay();
  Replay last = capture([&] {
    const Tensor begun = x * 3;  // so that this step has memory
    y = Tensor();                // with all memory of the first step
    third = x * 7;
  });
  const Tensor nines = x + 8, more = x + 8, others = x + 8;
  last.run();
  for (const Tensor& nine : {nines, more, others}) {
    CHECK(nine.to_vector() == std::vector<real>(1000, 9));
  }
  CHECK(third.to_vector() == std::vector<real>(1000, 7));
}

TEST_CASE("replay: a result of a step on another thread is a leaf too") {
  Tensor y, z;
  Replay other;
  std::thread([&] { other = capture([&] { y = ones({3}) + 1; }); }).join();
  const Replay mine = capture([&] { z = y * 2; });
  CHECK(z.to_vector() == Reals{4, 4, 4});
}

}  // namespace replay_memory_test
