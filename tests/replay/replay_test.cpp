// replay_test.cpp: what a Replay keeps, what run() changes, and what is refused.
#include "holo/replay.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "error_of.h"
#include "holo/creation.h"
#include "holo/memory.h"
#include "holo/nn/dropout.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "holo/profiler.h"

using namespace holo;

namespace {

using Numbers_ = std::vector<real>;

// y = sum(w x), dw = x
struct Product {
  Tensor x = tensor({1, 2, 3}), w = tensor({4, 5, 6}).set_requires_grad(), y;
  void step() {
    y = sum(w * x);
    y.backward();
  }
};

}  // namespace

TEST_CASE("replay: run() reads the numbers that leaves have now, and writes result and gradients") {
  Product p;
  Replay step = capture([&] { p.step(); });
  CHECK(p.y.item() == 32);
  CHECK(p.w.grad().to_vector() == Numbers_{1, 2, 3});
  CHECK(!p.w.backend().repeats);
  CHECK(step.calls() > 3);
  CHECK(step.bytes() > 0);
  for (const real first : {real(7), real(8)}) {
    p.x.copy_(tensor({first, 0, 1}));
    p.w.zero_grad();
    step.run();
    CHECK(p.y.item() == 4 * first + 6);
    CHECK(p.w.grad().to_vector() == Numbers_{first, 0, 1});
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
  CHECK(y.to_vector() == Numbers_{10, 12, 6, 8});
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
  CHECK(p.w.grad().to_vector() == Numbers_{2, 4, 6});
  step.run();
  CHECK(p.w.grad().to_vector() == Numbers_{3, 6, 9});
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
  CHECK(p.w.grad().to_vector() == Numbers_{1, 2, 3});
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

TEST_CASE("replay: without zero_grad() nothing changes") {
  Product p;
  Replay step = capture([&] { p.step(); });
  p.w.set_label("w");
  p.x.fill_(9);
  const std::string name = "#" + std::to_string(p.w.node().id) + " leaf (w)";
  check_error<Error>("Replay::run: " + name +
                         ", which has a gradient; expected without one, as before the capture. "
                         "Try: zero_grad() before run()",
                     [&] { step.run(); });
  CHECK(p.y.item() == 32);
  CHECK(p.w.grad().to_vector() == Numbers_{1, 2, 3});
}

TEST_CASE("replay: a host read is refused, and the step leaves no trace") {
  Product p;
  Dropout dropout(0.5, 1);
  const auto refused = [&](auto read) {
    check_error_with<Error>("capture: ", [&] {
      capture([&] {
        p.y = sum(dropout(p.w * p.x));
        read();
        p.y.backward();
      });
    });
    CHECK(!p.w.grad().defined());
    CHECK(dropout.calls() == 0);
    CHECK(!p.w.backend().repeats);
    CHECK(!p.x.backend().repeats);
    p.step();  // as ever
    CHECK(p.y.item() == 32);
    p.w.zero_grad();
  };
  refused([&] { p.y.item(); });
  refused([&] { (p.w * 2).at({0}); });
  refused([&] { (p.w * 2).to_vector(); });
  refused([&] { argmax(p.w * 2); });
  refused([&] { check_finite_loss(p.y); });
  refused([&] { p.w.to_vector(); });
  check_error<Error>(
      "capture: " + std::to_string(sizeof(real)) +
          " bytes of a tensor are read on the host; expected ops and backward() alone: what is "
          "read "
          "would be that of this step for ever. Try: item(), at(), to_vector() and argmax() after "
          "run()",
      [&] { capture([&] { sum(p.w).item(); }); });
}

TEST_CASE("replay: changes by no op are refused before they change anything") {
  Product p;
  SGD optimizer({p.w}, 0.5);
  const auto refused = [&](const std::string& by, auto change) {
    p.w.zero_grad();
    check_error<Error>("capture: " + by +
                           ", which changes tensors by no op; expected ops and backward() alone. "
                           "Try: call it after run()",
                       [&] {
                         capture([&] {
                           p.step();
                           change();
                         });
                       });
    CHECK(p.w.to_vector() == Numbers_{4, 5, 6});
    CHECK(p.w.grad().to_vector() == Numbers_{1, 2, 3});
    CHECK(optimizer.step_count(0) == 0);
  };
  refused("SGD::step", [&] { optimizer.step(); });
  refused("clip_grad_norm", [&] { clip_grad_norm(optimizer.parameters(), 0.1); });
  refused("fill_", [&] { p.x.fill_(0); });
  refused("copy_", [&] { p.x.copy_(tensor({0, 0, 0})); });
  refused("add_", [&] { p.x.add_(p.x); });
}

TEST_CASE("replay: captures and runs within a capture, and graphs from outside, are refused") {
  Product p;
  Replay step = capture([&] { p.step(); });
  check_error_with<Error>("capture: a capture within a capture",
                          [&] { capture([&] { capture([&] { p.step(); }); }); });
  check_error_with<Error>("Replay::run: a call within a capture",
                          [&] { capture([&] { step.run(); }); });
  const Tensor before = p.w * p.x;
  check_error_with<Error>("mul, whose graph was made before",
                          [&] { capture([&] { sum(before); }); });
  check_error_with<Error>("Replay::run: an empty Replay", [] { Replay().run(); });
  check_error_with<Error>("capture: 8 bytes from the host for an op",
                          [&] { capture([&] { dropout(p.w, 0.5, CounterRandom(1)); }); });
  {
    const Profiler profiler;
    CHECK(is_observed());
    p.w.zero_grad();
    check_error_with<Error>("Replay::run: an observer of this thread", [&] { step.run(); });
  }
  CHECK(!is_observed());
  step.run();
  CHECK(p.y.item() == 32);
}

TEST_CASE("replay: a leaf that has moved or requires no gradient is refused") {
  Product p;
  Replay step = capture([&] { p.step(); });
  p.w.zero_grad();
  const SGD optimizer({p.w}, 0.5);
  check_error_with<Error>("which has moved since the capture; expected leaves where they were",
                          [&] { step.run(); });
  Replay again = capture([&] { p.step(); });
  p.w.zero_grad();
  p.w.set_requires_grad(false);
  check_error_with<Error>("which requires no more a gradient", [&] { again.run(); });
  p.w.set_requires_grad();
  again.run();
  CHECK(p.w.grad().to_vector() == Numbers_{1, 2, 3});
  p.w.zero_grad();
  const SGD of_a_constant({p.x}, 0.5);
  check_error_with<Error>("which has moved since the capture", [&] { again.run(); });
}

TEST_CASE("replay: an old graph notices that run() has changed a result that it needs") {
  Product p;
  Replay step = capture([&] { p.step(); });
  Tensor factor = tensor(3).set_requires_grad();
  const Tensor square = p.y.detach() * factor;
  p.w.zero_grad();
  step.run();
  check_error_with<Error>("was changed by Replay::run", [&] { square.backward(); });
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
  CHECK(y.to_vector() == Numbers_{2, 3});
  step = Replay();
  const std::vector<Tensor> others(4, full({2}, 9));
  CHECK(y.to_vector() == Numbers_{2, 3});
  CHECK((y * 2).to_vector() == Numbers_{4, 6});
  const Tensor x = tensor({5, 5});
  const Tensor sums = x + y;  // with a tensor that no step has made
  CHECK(sums.to_vector() == Numbers_{7, 8});
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

TEST_CASE("replay: a result of a step on another thread is a leaf too") {
  Tensor y, z;
  Replay other;
  std::thread([&] { other = capture([&] { y = ones({3}) + 1; }); }).join();
  const Replay mine = capture([&] { z = y * 2; });
  CHECK(z.to_vector() == Numbers_{4, 4, 4});
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
  CHECK(p.w.grad().to_vector() == Numbers_{1, 2, 3});
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
  CHECK(twice.to_vector() == Numbers_{8, 10, 12});
}

TEST_CASE("replay: the seed of a backward is read again") {
  Tensor w = tensor({4, 5, 6}).set_requires_grad(), seed = tensor({1, 2, 3});
  Replay step = capture([&] { (w * 2).backward(seed); });
  seed.copy_(tensor({3, 2, 1}));
  w.zero_grad();
  step.run();
  CHECK(w.grad().to_vector() == Numbers_{6, 4, 2});
  Replay constant = capture([&] {
    w.zero_grad();
    (w * 2).backward(tensor({1, 1, 1}));
  });
  const std::vector<Tensor> others(4, full({3}, 9));
  constant.run();
  CHECK(w.grad().to_vector() == Numbers_{2, 2, 2});
}
