// deep_graph_test.cpp: very deep and wide graphs, on this stack and on one of 256 KiB.
#include "scalar/deep_graph.h"

#include <doctest/doctest.h>

#include "helpers.h"

TEST_CASE("deep graph: exact in both orders, on this stack and on one of 256 KiB") {
  for (const auto& check : deep_graph::checks) {
    CAPTURE(check.name);
    for (const bool in_order : {false, true}) {
      CHECK(check.run(in_order) == "");
      CHECK(on_small_stack([&] { return check.run(in_order); }) == "");
    }
  }
}
