// uploads.cuh: how numbers of the host come to the GPU.
#pragma once

#include <cstddef>

namespace holo::cuda_uploads {

/// Copies `bytes` bytes of the host to y in the stream. The host's may change after the call.
void upload(void* y, const void* host, std::size_t bytes);

}  // namespace holo::cuda_uploads
