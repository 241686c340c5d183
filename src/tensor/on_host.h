// on_host.h: copies a node's numbers to the host.
#pragma once

#include <vector>

#include "holo/node.h"

namespace holo {

/// Copies `numbers`, the node's data or gradient, to the host. If `numbers` is null, returns zeros.
std::vector<real> on_host(const Node& node, const real* numbers);

}  // namespace holo
