// op_cost.h: the cost of an op, by the rules of describe.h.
#pragma once

#include "holo/node.h"
#include "holo/op_options.h"

namespace holo {

struct OpCost {
  Index flops, bytes_moved;
};

/// The cost of the op that made `node` with these options. REQUIRES: the node has its parents.
/// Throws holo::Error for an op without a rule.
OpCost op_cost(const Node& node, const OpOptions& options);

}  // namespace holo
