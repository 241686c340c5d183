// sharing_account.cpp: what a shared loop saved or cost, and what follows.
#include "backend/cpu/sharing_account.h"

#include <algorithm>

namespace holo {

void SharingAccount::enter(int threads, Time begin, Time first_done, Time end) {
  // 1. The time that one thread would have taken. Shares are about equal, and the shortest was
  //    hardly interrupted. One thread alone is faster than one of several, which share caches and
  //    memory: so the other shares count half.
  const Time share = first_done - begin;
  const Time alone = share + (threads - 1) * share / 2;
  // 2. The account. A long good time does not make up for more than a moment of a bad one.
  balance_ = std::min(balance_ + alone - (end - begin), most);
  if (balance_ >= -most) return;
  // 3. Overdrawn: alone for a while.
  const bool again = end - alone_until_ < while_;
  while_ = again ? std::min(2 * while_, longest_while) : first_while;
  alone_until_ = end + while_;
  balance_ = 0;
}

}  // namespace holo
