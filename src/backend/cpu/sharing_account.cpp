// sharing_account.cpp: counts the time that sharing saved and cost, and pauses sharing.
#include "backend/cpu/sharing_account.h"

#include <algorithm>

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

}  // namespace holo
