// replay_refused_test.cpp: what capture() and run() refuse, and that nothing has changed then.
#include "holo/replay.h"

#include <doctest/doctest.h>

#include <string>

#include "backend/backend.h"
#include "error_of.h"
#include "holo/nn/dropout.h"
#include "holo/optim.h"
#include "holo/profiler.h"
#include "replay/product.h"

namespace replay_refused_test {

using namespace holo;

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
  CHECK(p.w.grad().to_vector() == Reals{1, 2, 3});
}

TEST_CASE("replay: a host read is refused, and the step leaves no trace") {
  Product p;
  Dropout dropout(0.5, 1);
  const auto refused = [&](auto read) {
    check_error_with<Error>("capture: ", [&] {
      capture([&] {
        p.y = sum(dropout(dropout(p.w * p.x)));
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
    CHECK(p.w.to_vector() == Reals{4, 5, 6});
    CHECK(p.w.grad().to_vector() == Reals{1, 2, 3});
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
  Dropout counts(0.5, 1);
  check_error_with<Error>("capture: 8 bytes from the host for an op", [&] {
    capture([&] { dropout(counts(p.w), 0.5, CounterRandom(1)); });  // the count is that of one op
  });
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
  CHECK(p.w.grad().to_vector() == Reals{1, 2, 3});
  p.w.zero_grad();
  const SGD of_a_constant({p.x}, 0.5);
  check_error_with<Error>("which has moved since the capture", [&] { again.run(); });
}

}  // namespace replay_refused_test
