// peer.h: another program that takes the same training step, to be timed in turn with ours.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace holo {

struct Peer {
  std::string name;  ///< what the table says; measuring may tell more
  /// Runs it; returns the best seconds of a step, 0 when it is not here.
  std::function<double(std::string& name)> run;
  double best = 0;  ///< seconds of a step so far; 0 until measured
};

/// Runs the peer once more and keeps its best.
inline void measure(Peer& peer) {
  const double seconds = peer.run(peer.name);
  if (seconds > 0 && (peer.best == 0 || seconds < peer.best)) peer.best = seconds;
}

/// The one that needed least; without a name when none was measured.
inline Peer fastest(const std::vector<Peer>& peers) {
  Peer least;
  for (const Peer& peer : peers) {
    if (peer.best > 0 && (least.best == 0 || peer.best < least.best)) least = peer;
  }
  return least;
}

}  // namespace holo
