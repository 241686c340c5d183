// call_graph.cpp: most devices have none.
#include "backend/call_graph.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

std::unique_ptr<CallGraph> Backend::call_graph() { return nullptr; }

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
