// The event log of one scope: its ops and what they send, and all else as leaves.
#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/scope.h"
#include "holo/trace.h"
#include "holo/value.h"
#include "trace/replay.h"

namespace trace_scope_test {

using namespace holo;

namespace {

TraceLog log_in_scope(const std::string& scope, const std::function<void()>& program) {
  TraceLog log;
  const Tape tape;
  const Trace trace(log, {.places = false, .scope = scope});
  program();
  return log;
}

void two_layers(int backwards) {
  const Value x(3.0, "x"), w(2.0, "w");
  Value h, y;
  {
    const Scope scope("first");
    const Scope inner("product");
    h = x * w;
    h.set_label("h");
    y = h + 1.0;
  }
  const Scope scope("second");
  const Value loss = y * h;  // h gets one part from inside of first and one from outside
  for (int i = 0; i < backwards; ++i) loss.backward();
}

// Two backwards through a retained graph.
void two_tensor_layers() {
  const Tensor x = tensor({1, -2, 3}).set_requires_grad();
  Tensor h, y;
  {
    const Scope scope("first");
    h = relu(x);
    y = h * h;
  }
  const Scope scope("second");
  const Tensor loss = sum(y * h);
  loss.backward(true);
  loss.backward();
}

}  // namespace

TEST_CASE("trace scope: the ops inside, and the nodes that they use or send to") {
  CHECK(log_in_scope("first", [] { two_layers(1); }).to_text() ==
        "in first.product\n"
        "leaf      #0 x          data 3\n"
        "leaf      #1 w          data 2\n"
        "mul       #2 h = x * w  data 6 = 3 * 2\n"
        "add       #3 = h + 1    data 7 = 6 + 1\n"
        "in second\n"
        "mul       #4            data 42\n"
        "backward  from #4       grad 1\n"
        "set       #3            grad 6\n"
        "set       #2 h          grad 7\n"
        "in first.product\n"
        "add       #3 -> #2 h    grad 7 + 1 * 6 = 13\n"
        "mul       #2 h -> #0 x  grad 0 + 2 * 13 = 26\n"
        "mul       #2 h -> #1 w  grad 0 + 3 * 13 = 39\n");
}

TEST_CASE("trace scope: what is outside counts as set by the user, so that a replay is whole") {
  for (const char* const scope : {"first", "first.product", "second", "third"}) {
    CAPTURE(scope);
    const bool any = std::string(scope) != "third";
    const LogReplay values = replay(log_in_scope(scope, [] { two_layers(2); }));
    CHECK(values.difference == "");
    CHECK((values.values > 0) == any);
    CHECK((values.contributions > 0) == any);
    const bool any_tensor = any && std::string(scope) != "first.product";
    const LogReplay tensors = replay(log_in_scope(scope, two_tensor_layers));
    CHECK(tensors.difference == "");
    CHECK((tensors.values > 0) == any_tensor);
    CHECK((tensors.contributions > 0) == any_tensor);
    CHECK(tensors.left_out == 0);
  }
}

TEST_CASE("trace: scopes inside each other, and a part that knows its full name") {
  const Scope step("step 1"), nameless("");
  const Scope block(FullName{"blocks.0"}), again(FullName{"blocks.0"});
  CHECK(again.path() == "step 1.blocks.0");
  const Scope own("loop"), attention(FullName{"blocks.0.attention"});
  CHECK(attention.path() == "step 1.blocks.0.loop.attention");
  const Scope other(FullName{"blocks.01"});
  CHECK(other.path() == "step 1.blocks.0.loop.attention.blocks.01");
}

}  // namespace trace_scope_test
