// small_stack.h: calls a function on a small stack, which has no room for recursion.
#pragma once

#include <doctest/doctest.h>
#include <pthread.h>

#include <functional>
#include <string>

/// The result of `check` on a thread with a stack of 256 KiB.
inline std::string on_small_stack(const std::function<std::string()>& check) {
  struct Call {
    const std::function<std::string()>& check;
    std::string wrong;
  } call{check, "did not run"};
  const auto run = [](void* argument) -> void* {
    Call& made = *static_cast<Call*>(argument);
    made.wrong = made.check();
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_t thread;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstacksize(&attributes, 256 * 1024) == 0);
  REQUIRE(pthread_create(&thread, &attributes, run, &call) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  return call.wrong;
}
