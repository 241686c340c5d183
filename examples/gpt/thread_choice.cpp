// thread_choice.cpp: when to measure, and what follows.
#include "gpt/thread_choice.h"

#include <algorithm>
#include <limits>

#include "holo/threads.h"

namespace holo {

ThreadChoice::ThreadChoice(int most) : most_(most) {
  one_ = all_ = std::numeric_limits<double>::infinity();
}

int ThreadChoice::threads() const {
  if (measuring()) return measured_ < trials ? 1 : most_;
  return use_all_ ? most_ : 1;
}

void ThreadChoice::begin_step() {
  if (most_ > 1) set_num_threads(threads());
}

void ThreadChoice::end_step(double seconds) {
  if (most_ == 1) return;
  if (measuring()) {
    double& least = measured_ < trials ? one_ : all_;
    least = std::min(least, seconds);
    if (++measured_ == 2 * trials) decide();
    return;
  }
  const bool stalls = use_all_ && seconds > 3 * all_;
  if (--left_ > 0 && !stalls) return;
  measured_ = 0;
  one_ = all_ = std::numeric_limits<double>::infinity();
}

void ThreadChoice::decide() {
  const bool all_is_faster = all_ < 0.9 * one_;
  const bool same = all_is_faster == use_all_ && stretch_ > 0 && left_ == 0;
  stretch_ = same ? std::min(2 * stretch_, longest_stretch) : first_stretch;
  use_all_ = all_is_faster;
  left_ = stretch_;
}

}  // namespace holo
