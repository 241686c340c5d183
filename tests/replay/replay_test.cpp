// replay_test.cpp: what run() reads, and the results and gradients that it leaves.
#include "holo/replay.h"

#include <doctest/doctest.h>

#include <optional>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "error_of.h"
#include "holo/nn/dropout.h"
#include "replay/product.h"

namespace replay_test {

using namespace holo;

TEST_CASE("replay: run() reads the numbers that leaves have now, and writes result and gradients") {
  Product p;
  Replay step = capture([&] { p.step(); });
  CHECK(p.y.item() == 32);
  CHECK(p.w.grad().to_vector() == Reals{1, 2, 3});
  CHECK(!p.w.backend().repeats);
  CHECK(step.calls() > 3);
  CHECK(step.bytes() > 0);
  for (const real first : {real(7), real(8)}) {
    p.x.copy_(tensor({first, 0, 1}));
    p.w.zero_grad();
    step.run();
    CHECK(p.y.item() == 4 * first + 6);
    CHECK(p.w.grad().to_vector() == Reals{first, 0, 1});
  }
}

TEST_CASE("replay: Indices are read as copy_ leaves them, and live as long as the Replay") {
  const Tensor table = tensor({{1, 2}, {3, 4}, {5, 6}});
  std::optional<Indices> index(std::in_place, Shape{2}, std::vector<Index>{0, 1});
  Indices copy = *index;
  Tensor y;
  Replay step = capture([&] { y = embedding(table, *index) + embedding(table, Indices{2, 2}); });
  copy.copy_(std::vector<Index>{2, 0});
  index.reset();
  copy = Indices{0};
  step.run();
  CHECK(y.to_vector() == Reals{10, 12, 6, 8});
  check_error_with<ShapeError>("index 3 at position 1", [&] {
    Indices other{0, 1};
    Replay again = capture([&] { y = embedding(table, other); });
    other.copy_(std::vector<Index>{0, 3});
  });
}

TEST_CASE("replay: a gradient is added to when the step adds to one") {
  Product p;
  p.step();
  Replay step = capture([&] { p.step(); });
  CHECK(p.w.grad().to_vector() == Reals{2, 4, 6});
  step.run();
  CHECK(p.w.grad().to_vector() == Reals{3, 6, 9});
  p.w.zero_grad();
  check_error_with<Error>("Replay::run: ", [&] { step.run(); });
  check_error_with<Error>("which has no gradient; expected with one", [&] { step.run(); });
}

TEST_CASE("replay: a step that begins with zero_grad() or ends with it, does so again") {
  Product p;
  Replay begins = capture([&] {
    p.w.zero_grad();
    p.step();
  });
  begins.run();
  begins.run();
  CHECK(p.w.grad().to_vector() == Reals{1, 2, 3});
  p.w.zero_grad();
  Replay ends = capture([&] {
    p.step();
    p.w.zero_grad();
  });
  CHECK(!p.w.grad().defined());
  ends.run();
  CHECK(!p.w.grad().defined());
  p.step();
  check_error_with<Error>("which has a gradient; expected without one", [&] { ends.run(); });
  Replay only_zeroes = capture([&] {
    p.w.zero_grad();
    p.y = sum(p.w.detach());
  });
  p.step();
  only_zeroes.run();
  CHECK(!p.w.grad().defined());
}

TEST_CASE("replay: each Dropout counts on, and draws the masks of the eager step") {
  Dropout eager(0.5, 3), replayed(0.5, 3);
  const Tensor x = ones({64});
  Tensor y, z;
  Replay step = capture([&] { y = replayed(x) + replayed(x * 2); });
  z = eager(x) + eager(x * 2);
  for (int i = 0; i < 5; ++i) {
    CHECK(replayed.calls() == eager.calls());
    CHECK(y.to_vector() == z.to_vector());
    step.run();
    z = eager(x) + eager(x * 2);
  }
  replayed.set_calls(0);
  eager.set_calls(0);
  step.run();
  z = eager(x) + eager(x * 2);
  CHECK(y.to_vector() == z.to_vector());
}

TEST_CASE("replay: what changes between two runs is taken when it is given, and not later") {
  Product p;
  p.w.set_requires_grad();
  Dropout eager(0.5, 3), replayed(0.5, 3);
  Indices rows{0, 0, 0};
  const Tensor table = tensor({{1}, {10}, {100}});
  Tensor v = p.w.detach().set_requires_grad();
  const auto step = [&](Tensor& w, Dropout& dropout, const Indices& index) {
    sum(dropout(w * p.x) * reshape(embedding(table, index), {3})).backward();
  };
  step(v, eager, rows);
  step(p.w, replayed, rows);  // so that the step adds
  Replay replay = capture([&] { step(p.w, replayed, rows); });
  step(v, eager, rows);
  for (const Index row : {1, 2, 0}) {  // nothing is read between them
    p.x.copy_(tensor({real(row + 1), 2, 3}));
    rows.copy_(std::vector<Index>{row, row, 2 - row});
    replay.run();
    step(v, eager, rows);
  }
  CHECK(p.w.grad().to_vector() == v.grad().to_vector());
}

TEST_CASE("replay: a step without a backward leaves gradients as they are") {
  Product p;
  Replay forward = capture([&] {
    const NoGrad no_grad;
    p.y = sum(p.w * p.x);
  });
  p.step();
  p.x.copy_(tensor({3, 2, 1}));
  forward.run();
  CHECK(p.w.grad().to_vector() == Reals{1, 2, 3});
  p.w.zero_grad();
  forward.run();
  CHECK(!p.w.grad().defined());
}

TEST_CASE("replay: a gradient may go into other ops of the step") {
  Product p;
  Tensor twice;
  Replay step = capture([&] {
    p.step();
    twice = p.w.grad() * 2;
  });
  p.x.copy_(tensor({4, 5, 6}));
  p.w.zero_grad();
  step.run();
  CHECK(twice.to_vector() == Reals{8, 10, 12});
}

TEST_CASE("replay: the seed of a backward is read again") {
  Tensor w = tensor({4, 5, 6}).set_requires_grad(), seed = tensor({1, 2, 3});
  Replay step = capture([&] { (w * 2).backward(seed); });
  seed.copy_(tensor({3, 2, 1}));
  w.zero_grad();
  step.run();
  CHECK(w.grad().to_vector() == Reals{6, 4, 2});
  Replay constant = capture([&] {
    w.zero_grad();
    (w * 2).backward(tensor({1, 1, 1}));
  });
  const std::vector<Tensor> others(4, full({3}, 9));
  constant.run();
  CHECK(w.grad().to_vector() == Reals{2, 2, 2});
}

}  // namespace replay_test
