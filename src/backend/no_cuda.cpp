// no_cuda.cpp: stands in for the CUDA backend in a build without it.
#include "backend/backend.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

Backend* cuda() { return nullptr; }

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
