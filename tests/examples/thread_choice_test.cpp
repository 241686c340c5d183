// thread_choice_test.cpp: the faster of one thread and all is taken, and a change is noticed.
#include <doctest/doctest.h>

#include "gpt/thread_choice.h"
#include "holo/threads.h"
#include "on_device.h"

namespace {

using namespace holo;

// How many of `steps` were done with all threads, when a step takes that long with one and all.
int with_all(ThreadChoice& choice, int steps, double one, double all) {
  int count = 0;
  for (int i = 0; i < steps; ++i) {
    choice.begin_step();
    const bool is_all = choice.threads() > 1;
    count += is_all;
    choice.end_step(is_all ? all : one);
  }
  return count;
}

}  // namespace

TEST_CASE("thread choice: all threads where they are faster by a tenth, else one") {
  ThreadChoice faster(4), slower(4), little(4);
  CHECK(with_all(faster, 2000, 1, 0.6) > 1970);
  CHECK(with_all(slower, 2000, 1, 9) < 20);
  CHECK(with_all(little, 2000, 1, 0.95) < 20);
}

TEST_CASE("thread choice: when all threads begin to stall, they stall for one step") {
  ThreadChoice choice(4);
  with_all(choice, 2000, 1, 0.6);
  CHECK(with_all(choice, 1000, 1, 30) < 20);
  CHECK(with_all(choice, 5000, 1, 0.6) > 3000);  // noticed at the end of a stretch
}

TEST_CASE("thread choice: nothing to choose from one") {
  ThreadChoice choice(1);
  CHECK(with_all(choice, 100, 1, 1) == 0);
}

TEST_CASE("thread choice: sets the number of threads") {
  const OnDevice on_cpu(Device::cpu);
  const int before = num_threads();
  set_num_threads(2);
  const bool serial_build = num_threads() == 1;
  ThreadChoice choice(3);
  choice.begin_step();
  CHECK(num_threads() == 1);
  choice.end_step(1);
  choice.begin_step();
  choice.end_step(1);
  choice.begin_step();
  CHECK(num_threads() == (serial_build ? 1 : 3));
  set_num_threads(before);
}
