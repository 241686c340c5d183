// tensor_deep_test.cpp: very deep and wide graphs of tensors, on a stack of 256 KiB.
// tensor_deep_test.sh runs the same without optimisation.
#include "tensor/tensor_deep.h"

#include <doctest/doctest.h>
#include <pthread.h>

namespace tensor_deep_test {
namespace {

struct Call {
  const tensor_deep::Check* check;
  std::string wrong;
};

void* run(void* argument) {
  Call& call = *static_cast<Call*>(argument);
  call.wrong = call.check->run();
  return nullptr;
}

}  // namespace

TEST_CASE("deep graph of tensors: exact, on a stack of 256 KiB") {
  for (const auto& check : tensor_deep::checks) {
    CAPTURE(check.name);
    Call call{&check, "did not run"};
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

}  // namespace tensor_deep_test
