// parallel.cpp: how many threads share a loop, and the clock beside it.
#include "backend/cpu/parallel.h"

#include <algorithm>
#include <chrono>

#ifdef _OPENMP
#include <omp.h>
#else
static int omp_in_parallel() { return 0; }
static int omp_get_max_threads() { return 1; }
#endif

namespace holo {
namespace {

thread_local SharingAccount account;

SharingAccount::Time now() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int threads_of_loop() {
  if (omp_in_parallel() != 0 || (account.paused() && !account.resume(now()))) return 1;
  return omp_get_max_threads();
}

SharedLoop::SharedLoop(Index count)
    : shares_(static_cast<int>(std::min<Index>(count, omp_get_max_threads()))), begin_(now()) {}

SharedLoop::~SharedLoop() { account.enter(shares_, begin_, own_done_, now()); }

void SharedLoop::own_share_is_done() { own_done_ = now(); }

}  // namespace holo
