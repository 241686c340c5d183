// newest_first.h: backward of a list of all nodes, which the plain loop visits.
#pragma once

#include <vector>

#include "holo/value.h"

namespace holo {

inline std::vector<Value> newest_first(Value root) {
  std::vector<Value> order;
  for (std::size_t i = root.index() + std::size_t{1}; i-- > 0;) {
    order.push_back(Tape::current().node(i));
  }
  return order;
}

}  // namespace holo
