// no_cuda.cpp: replaces the CUDA backend in a build without CUDA.
#include "backend/backend.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

Backend* cuda() { return nullptr; }

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
