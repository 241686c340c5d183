// no_cuda.cpp: replaces the CUDA backend in a build without CUDA.
#include "backend/backend.h"

namespace holo {

Backend* cuda() { return nullptr; }

NoCuda why_no_cuda() {
  return {"cuda, which this build does not have", "a build with make CUDA=1"};
}

}  // namespace holo
