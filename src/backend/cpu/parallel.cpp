// parallel.cpp: decides how many threads share a loop, times each shared loop, and pauses sharing
// while it costs more time than it saves.
#include "backend/cpu/parallel.h"

#include <algorithm>
#include <chrono>

#ifdef _OPENMP
#include <omp.h>
#else
static int omp_in_parallel() { return 0; }
static int omp_get_max_threads() { return 1; }
static int omp_get_thread_num() { return 0; }
#endif

namespace holo {

void SharingAccount::enter(int threads, Time begin, Time first_done, Time end) {
  // 1. The time that one thread would have taken. All parts take about the same time, and the
  //    fastest thread was hardly interrupted. Long good times make up only for short bad ones.
  const Time alone = threads * (first_done - begin);
  balance_ = std::min(balance_ + alone - (end - begin), most);
  if (balance_ >= -most) return;
  // 2. If overdrawn, pause, so long that the debt is a small part of the pause. If the account is
  //    overdrawn again soon, the pause is twice as long as the last one.
  const bool again = end - end_of_pause_ < 4 * pause_;
  pause_ = std::min(again ? 2 * pause_ : -10 * balance_, longest_pause);
  end_of_pause_ = end + pause_;
  paused_ = true;
  balance_ = 0;
}

// If a sleep of the machine sets the clock back, the pause does not become longer.
bool SharingAccount::resume(Time now) {
  paused_ = end_of_pause_ - pause_ <= now && now < end_of_pause_;
  return !paused_;
}

namespace {

thread_local SharingAccount account;
std::atomic<bool> sharing_pauses = true;

// The time in approximate nanoseconds. The counter of an x86 CPU advances by 2 to 4 per nanosecond,
// and reading it takes a fifth of the time of reading the system clock.
SharingAccount::Time now() {
#if defined(__x86_64__)
  return static_cast<SharingAccount::Time>(__builtin_ia32_rdtsc() / 3);
#else
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
#endif
}

}  // namespace

int threads_of_loop() {
  if (omp_in_parallel() != 0) return 1;
  if (account.paused() && sharing_pauses && !account.resume(now())) return 1;
  return omp_get_max_threads();
}

void set_sharing_pauses(bool pauses) { sharing_pauses = pauses; }

SharedLoop::SharedLoop(Index count)
    : shares_(static_cast<int>(std::min<Index>(count, omp_get_max_threads()))), begin_(now()) {}

SharedLoop::~SharedLoop() { account.enter(shares_, begin_, first_done_, now()); }

void SharedLoop::share_done() {
  if (omp_get_thread_num() >= shares_) return;
  // Threads that finish at the same moment may all write a time. These times hardly differ.
  if (first_done_.load(std::memory_order_relaxed) == 0) {
    first_done_.store(now(), std::memory_order_relaxed);
  }
}

}  // namespace holo
