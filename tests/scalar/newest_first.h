// newest_first.h: the nodes that a root depends on, as a list for backward, which visits a list
// with the plain loop.
#pragma once

#include <cstdint>
#include <vector>

#include "holo/value.h"

namespace holo {

inline std::vector<Value> newest_first(Value root) {
  const Tape& tape = Tape::current();
  std::vector<Value> order;
  std::vector<bool> used(root.index() + std::size_t{1});
  used[root.index()] = true;
  for (std::size_t i = used.size(); i-- > 0;) {
    if (!used[i]) continue;
    order.push_back(tape.node(i));
    for (const std::uint32_t parent : tape.parents_of(tape.node(i))) used[parent] = true;
  }
  return order;
}

}  // namespace holo
