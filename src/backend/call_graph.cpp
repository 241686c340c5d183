// call_graph.cpp: most devices have none.
#include "backend/call_graph.h"

namespace holo {

std::unique_ptr<CallGraph> Backend::call_graph() { return nullptr; }

}  // namespace holo
