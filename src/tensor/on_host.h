// on_host.h: gives the host access to the numbers of a node.
#pragma once

#include <vector>

#include "holo/node.h"

namespace holo {

/// Copies the data or the gradient of a node to the host; null gives zeros.
std::vector<real> on_host(const Node& node, const real* numbers);

}  // namespace holo
