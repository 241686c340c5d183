// on_host.h: the numbers of a node where the host can read them.
#pragma once

#include <vector>

#include "holo/node.h"

namespace holo {

/// Copies the data or the gradient of a node to the host; zeros for null.
std::vector<real> on_host(const Node& node, const real* numbers);

}  // namespace holo
