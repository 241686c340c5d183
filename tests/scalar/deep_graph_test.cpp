// deep_graph_test.cpp: very deep and wide graphs, on this stack and on one of 256 KiB.
// deep_graph_test.sh runs the same with small stacks for the whole program, and without
// optimisation.
#include "scalar/deep_graph.h"

#include <doctest/doctest.h>
#include <pthread.h>

namespace deep_graph_test {
namespace {

struct Call {
  const deep_graph::Check* check;
  holo::Traversal traversal;
  std::string wrong;
};

void* run(void* argument) {
  Call& call = *static_cast<Call*>(argument);
  call.wrong = call.check->run(call.traversal);
  return nullptr;
}

}  // namespace

TEST_CASE("deep graph: exact in both traversals, on this stack and on one of 256 KiB") {
  for (const auto& check : deep_graph::checks) {
    CAPTURE(check.name);
    for (const auto traversal : {holo::Traversal::creation, holo::Traversal::depth_first}) {
      CHECK(check.run(traversal) == "");

      Call call{&check, traversal, "did not run"};
      pthread_attr_t attributes;
      pthread_t thread;
      REQUIRE(pthread_attr_init(&attributes) == 0);
      REQUIRE(pthread_attr_setstacksize(&attributes, 256 * 1024) == 0);
      REQUIRE(pthread_create(&thread, &attributes, run, &call) == 0);
      pthread_join(thread, nullptr);
      pthread_attr_destroy(&attributes);
      CHECK(call.wrong == "");
    }
  }
}

}  // namespace deep_graph_test
